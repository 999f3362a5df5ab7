"""How allauth treats accounts here."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


class AccountAdapter(DefaultAccountAdapter):
    """Local accounts: who may make one, and how often a log-in may fail."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGN_UP)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The server has put in what a trusted proxy says; a client's own header counts nothing."""
        return str(request.META.get("REMOTE_ADDR") or "unknown")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """A stranger who guesses at somebody's password keeps out the stranger, not the owner."""
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}:{self.get_client_ip(request)}"
