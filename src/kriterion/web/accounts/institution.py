"""Accounts that come from an institution's own log-in."""

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.http import HttpRequest


class InstitutionAdapter(DefaultSocialAccountAdapter):
    """Whom the institution lets in has an account: it decides, not this site's sign-up."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return True
