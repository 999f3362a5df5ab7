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
    """Whether the user is an active administrator of the site."""
    return isinstance(user, User) and user.is_active and user.is_administrator


def require_user(request: HttpRequest) -> User:
    """Return the logged-in user. Raises PermissionDenied if there is none."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def administrators_only(view: View) -> View:
    """Restrict a view to administrators."""

    @wraps(view)
    def restricted_view(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if not may_administer(request.user):
            raise PermissionDenied
        return view(request, *arguments, **named)

    return restricted_view
