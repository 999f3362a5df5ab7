"""Accounts of users who log in through their institution."""

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.http import HttpRequest


class InstitutionAdapter(DefaultSocialAccountAdapter):
    """Creates an account for each user of the institution, even if sign-up is closed."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return True
