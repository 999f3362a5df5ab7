"""How allauth handles accounts here."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


class AccountAdapter(DefaultAccountAdapter):
    """Local accounts: who may create one, and how often a log-in may fail."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that the server has set; it honours trusted proxies, not the client's
        headers.
        """
        return str(request.META.get("REMOTE_ADDR") or "unknown")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed log-ins per address, so that guessing a password locks out the guesser, not
        the owner.
        """
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{self.get_client_ip(request)}"
