"""URLs of accounts; allauth provides those of log-in, sign-up and passwords."""

from allauth.socialaccount.views import login_error
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path

from kriterion.web.accounts import views

urlpatterns = [
    path("accounts/profile/", views.profile, name="profile"),
    # Users of this page are not logged in yet, which allauth does not declare.
    path(
        "accounts/3rdparty/login/error/",
        login_not_required(login_error),
        name="socialaccount_login_error",
    ),
    path("accounts/", include("allauth.urls")),
    path("language", views.set_language, name="set-language"),
    path("appearance", views.set_appearance, name="set-appearance"),
]
