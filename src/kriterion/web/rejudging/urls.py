"""URLs of re-judgings."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.rejudging.pages import views

app_name = "rejudging"
_LIST = "courses/<slug:slug>/rejudgings/"
_ONE = f"{_LIST}<int:rejudging_id>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path(_LIST, views.rejudgings, name="list"),
    path(f"{_LIST}start/", views.start, name="start"),
    path(_ONE, views.show_rejudging, name="rejudging"),
    path(f"{_ONE}apply", views.apply, name="apply"),
    path(f"{_ONE}change", views.change, name="change"),
]
