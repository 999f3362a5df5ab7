"""The addresses of accounts; those of log-in, sign-up and passwords are allauth's."""

from allauth.socialaccount.views import login_error
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path

from kriterion.web.accounts import views

urlpatterns = [
    path("accounts/profile/", views.profile, name="profile"),
    # Who meets this page is not logged in yet; allauth forgets to say so.
    path(
        "accounts/3rdparty/login/error/",
        login_not_required(login_error),
        name="socialaccount_login_error",
    ),
    path("accounts/", include("allauth.urls")),
    path("language", views.set_language, name="set-language"),
    path("appearance", views.set_appearance, name="set-appearance"),
]
