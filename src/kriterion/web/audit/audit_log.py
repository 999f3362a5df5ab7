"""The audit log: records every change by a user, with who and from where."""

import ipaddress
from typing import Any

from django.db.models import Model
from django.forms import PasswordInput
from django.http import HttpRequest

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.models import AuditEntry

COMMAND = "kriterion manage"  # the actor of changes that an operator makes by a command


def note(request: HttpRequest, action: str, about: Model | None = None, **detail: Any) -> None:
    """Record an action such as "repository.add"; never put secrets into the details."""
    user = require_user(request)
    AuditEntry.objects.create(
        actor=user,
        actor_name=user.username,
        action=action,
        **_describe_object(about),
        detail=detail,
        address=get_client_address(request),
    )


def note_command(action: str, about: Model, **detail: Any) -> None:
    """Record an action by a command of the operator; never put secrets into the details."""
    AuditEntry.objects.create(
        actor_name=COMMAND, action=action, **_describe_object(about), detail=detail
    )


def _describe_object(about: Model | None) -> dict[str, str]:
    return {
        "object_kind": "" if about is None else about._meta.model_name or "",
        "object_id": "" if about is None else str(about.pk),
        "object_name": "" if about is None else str(about)[:300],
    }


def get_client_address(request: HttpRequest) -> str | None:
    """Return the client's address; None if a proxy passes something that is not an address."""
    try:
        return str(ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")))
    except ValueError:
        return None


def describe_changes(form: Any) -> dict[str, Any]:
    """Return a form's changes for an entry: names and new values, as text, without secrets."""
    return {
        name: str(form.cleaned_data.get(name))[:500]
        for name in form.changed_data
        if not isinstance(form.fields[name].widget, PasswordInput)
    }
