"""Health and metrics for monitoring."""

import asyncio
import ipaddress
import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from kriterion.web.accounts.site_access import may_administer
from kriterion.web.server.metrics import REGISTRY
from kriterion.web.server.static_server import Application, Receive, Send
from kriterion.web.submissions.queue.health import Health, examine

HEALTH_ADDRESS = "/healthz"
LIVENESS_ADDRESS = "/livez"
_ALIVE: dict[str, object] = {"site": "ok"}

_examining = ThreadPoolExecutor(1, thread_name_prefix="kriterion-health")


def serve_health(application: Application) -> Application:
    """Wrap the application, and answer `/healthz` without its threads, which may all be busy.

    Concurrent requests share one answer. `/livez` says only that this process answers, so that
    an orchestrator does not restart it, or take it away from users, because of the database.
    """
    running: asyncio.Future[Health] | None = None

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        nonlocal running
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not is_read or scope["path"] not in (HEALTH_ADDRESS, LIVENESS_ADDRESS):
            await application(scope, receive, send)
            return
        if scope["path"] == LIVENESS_ADDRESS:
            status, content = 200, _ALIVE
        else:
            if running is None or running.done():
                running = asyncio.get_running_loop().run_in_executor(_examining, examine)
            status, content = _encode_health(await asyncio.shield(running))
        body = json.dumps(content).encode()
        headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
        }
        await send(
            {
                "type": "http.response.start",
                "status": status,
                "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            }
        )
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}
        )

    return answer


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 if submissions can be accepted and assessed; otherwise 503, naming the part.

    The reasons may name paths of this machine, so they only appear in the log and the overview.
    """
    status, content = _encode_health(examine())
    return JsonResponse(content, status=status)


def _encode_health(health: Health) -> tuple[int, dict[str, object]]:
    parts = {name: str(part.condition) for name, part in health.parts.items()}
    return 200 if health.is_well else 503, {**parts, "workers": health.workers}


@login_not_required
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return metrics to administrators, callers with the token, and listed addresses."""
    if not (_names_token(request) or _is_listed(request) or may_administer(request.user)):
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


def _is_listed(request: HttpRequest) -> bool:
    """Whether the operator has listed the request's address.

    No address is listed by default, not even this machine's: behind a reverse proxy that does not
    pass the client's address, every request seems to come from here.
    """
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in settings.METRICS_NETWORKS)
