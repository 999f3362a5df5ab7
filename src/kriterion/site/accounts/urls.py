"""The addresses of accounts; those of log-in, sign-up and passwords are allauth's."""

from django.urls import include, path

from kriterion.site.accounts import views

urlpatterns = [
    path("accounts/profile/", views.profile, name="profile"),
    path("accounts/", include("allauth.urls")),
    path("language", views.set_language, name="set-language"),
    path("appearance", views.set_appearance, name="set-appearance"),
]
