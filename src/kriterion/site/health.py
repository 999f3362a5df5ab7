"""Whether the installation is well, for those who watch over it by machine."""

import ipaddress
import secrets

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from kriterion.site.access import may_administer
from kriterion.site.metrics import REGISTRY
from kriterion.work.workers import able


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Status 200 when the database answers and a worker works; 503 otherwise, saying which."""
    try:
        workers = able().count()
    except DatabaseError:
        return JsonResponse({"database": "failed", "workers": None}, status=503)
    return JsonResponse({"database": "ok", "workers": workers}, status=200 if workers else 503)


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures, for administrators, for who names the token, and for this machine itself."""
    if not (_names_token(request) or _is_this_machine(request) or may_administer(request.user)):
        raise PermissionDenied
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)


def _names_token(request: HttpRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    wanted: str = settings.METRICS_TOKEN
    return (
        bool(wanted)
        and scheme.lower() == "bearer"
        and secrets.compare_digest(token.strip().encode(), wanted.encode())
    )


def _is_this_machine(request: HttpRequest) -> bool:
    """Behind a reverse proxy everybody may seem to be this machine, so there it does not count."""
    if settings.HTTPS or "X-Forwarded-For" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
