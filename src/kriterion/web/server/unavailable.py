"""The response while the disk is full or the database is away, which returns what the user typed.

It makes no query, not even for the user.
"""

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from kriterion.web.accounts.models import Appearance, User
from kriterion.web.base.script_requests import is_for_script
from kriterion.web.database.outage_log import note_outage
from kriterion.web.server.static_server import Application, Receive, Send

RETRY_SECONDS = 30

_STORAGE = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE}
)
_CHAIN = 10  # maximum length of a chain of causes
_SHORT = 80  # characters of a field that is resent without being shown
_CSRF = "csrfmiddlewaretoken"


def is_unavailability(error: BaseException | None) -> bool:
    """Whether an error or one of its causes is the database's or the disk's."""
    for _ in range(_CHAIN):
        if error is None:
            return False
        if isinstance(error, OperationalError | InterfaceError):
            return True
        if isinstance(error, OSError) and error.errno in _STORAGE:
            return True
        error = error.__cause__ or error.__context__
    return False


def make_unavailable_response(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Say that nothing can be stored now, and let the user resend or copy what was sent."""
    language = _choose_language(request)
    with translation.override(language):
        if is_for_script(request):
            message = gettext("Nothing can be saved at the moment. Try again later.")
            answer: HttpResponse = JsonResponse({"error": message}, status=503)
        else:
            answer = HttpResponse(_render_page(request, language), status=503)
    note_outage("requests", error or OSError("nothing can be saved"))
    answer._has_been_logged = True  # type: ignore[attr-defined]
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Content-Language"] = language
    return answer


def handle_outages(application: Application) -> Application:
    """Wrap the application, and answer in plain text where even Django cannot.

    For example, when a long body cannot be stored because the disk is full.
    """

    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_and_see(message: Any) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await application(scope, receive, send_and_see)
        except Exception as error:
            if has_begun or not is_unavailability(error):
                raise
            note_outage("requests", error)
            text = b"Nothing can be saved at the moment. Try again later.\n"
            headers = {
                "content-type": "text/plain; charset=utf-8",
                "content-length": str(len(text)),
                "retry-after": str(RETRY_SECONDS),
                "connection": "close",
            }
            await send(
                {
                    "type": "http.response.start",
                    "status": 503,
                    "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
                }
            )
            await send({"type": "http.response.body", "body": text})

    return answer


@dataclass(frozen=True, kw_only=True, slots=True)
class SentField:
    """A field of a submitted form; texts are shown with their labels."""

    name: str
    value: str
    is_text: bool
    label: str = ""


def _render_page(request: HttpRequest, language: str) -> str:
    fields = list(read_fields(request))
    context = {
        "fields": fields,
        "is_post": request.method == "POST",
        "action": "/" + request.get_full_path().lstrip("/"),  # "//" would name another site
        "token": get_token(request) if fields else "",
        "LANGUAGE_CODE": language,
        "appearance": getattr(request, "appearance", Appearance.SYSTEM),
        "style_nonce": getattr(request, "style_nonce", ""),
    }
    return render_to_string("errors/503.html", context)


def read_fields(request: HttpRequest) -> Iterator[SentField]:
    """Yield the fields of a form of this site, unless it contains a password, which no page
    shows.
    """
    if request.method != "POST" or not (_has_own_origin(request) or _is_from_this_site(request)):
        return
    try:
        sent = [(name, value) for name, values in request.POST.lists() for value in values]
    except (OSError, SuspiciousOperation, BadRequest, MultiPartParserError):
        return  # it cannot be read
    if any("password" in name or "secret" in name for name, _ in sent):
        return
    names = request.POST.getlist("name")  # of files, in the order of their texts
    for name, value in sent:
        if name == _CSRF:
            continue
        is_text = name == "text" or "\n" in value or len(value) > _SHORT
        label = names.pop(0) if name == "text" and names else name
        yield SentField(name=name, value=value, is_text=is_text, label=label)


class _OriginCheck(CsrfViewMiddleware):
    """Django's check of a form's origin, without a page for refusals."""

    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:
        return HttpResponse(status=403)


def _is_from_this_site(request: HttpRequest) -> bool:
    """Whether the form is ours. The page adds our token to it, which would vouch for any form.

    The failure may have preceded Django's own check.
    """
    if getattr(request, "csrf_processing_done", False):
        return True
    check = _OriginCheck(lambda _: HttpResponse())
    check.process_request(request)
    return check.process_view(request, HttpResponse, (), {}) is None


def _has_own_origin(request: HttpRequest) -> bool:
    """Whether the browser says that a page of ours has sent the form, even with an old token."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def _choose_language(request: HttpRequest) -> str:
    """Return the user's language if it is known already; otherwise the browser's."""
    user = getattr(request, "_cached_user", None)
    language = (
        user.language if isinstance(user, User) else translation.get_language_from_request(request)
    )
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
