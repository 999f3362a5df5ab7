"""URLs of calendar feeds."""

from django.urls import URLPattern, URLResolver, path

from kriterion.web.calendar_feed import views

app_name = "calendar"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.show_address, name="address"),
    path("renew", views.renew, name="renew"),
    path("revoke", views.revoke, name="revoke"),
    path("<str:token>.ics", views.feed, name="feed"),
]
