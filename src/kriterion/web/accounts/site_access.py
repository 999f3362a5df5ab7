"""Who may do what on the whole site."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from kriterion.web.accounts.models import User

Visitor = User | AnonymousUser
View = Callable[..., HttpResponseBase]


def may_administer(user: Visitor) -> TypeGuard[User]:
    """Whether they look after the installation."""
    return isinstance(user, User) and user.is_active and user.is_administrator


def user_of(request: HttpRequest) -> User:
    """Who asks, on pages that need a log-in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def administrators_only(view: View) -> View:
    """A view that others are refused."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if not may_administer(request.user):
            raise PermissionDenied
        return view(request, *arguments, **named)

    return guarded
