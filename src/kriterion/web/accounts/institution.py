"""Accounts of users who log in through their institution."""

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.http import HttpRequest


class InstitutionAdapter(DefaultSocialAccountAdapter):
    """Creates an account for everybody the institution admits, whatever this site's sign-up
    setting.
    """

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return True
