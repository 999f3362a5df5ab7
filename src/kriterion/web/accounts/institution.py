"""Accounts of users who log in through their institution."""

from collections.abc import Mapping
from typing import Final

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.http import HttpRequest


class InstitutionAdapter(DefaultSocialAccountAdapter):
    """Creates an account for each user of the institution, even if sign-up is closed."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        return True


_MAX_GROUPS: Final = 1000  # of a person
_SOURCES: Final = ("userinfo", "id_token")


def read_groups(login: Mapping[str, object], claim: str) -> frozenset[str]:
    """Return a person's groups, from the claim of that name: a string or a list of strings."""
    groups: list[str] = []
    for name in _SOURCES:
        claims = login.get(name)
        value = claims.get(claim) if isinstance(claims, Mapping) else None
        values = value if isinstance(value, list) else [value]
        groups += [value for value in values[:_MAX_GROUPS] if isinstance(value, str) and value]
    return frozenset(groups)
