"""Middleware for every request: content security policy, caching, language and appearance.

All of it is synchronous, and a page is made in one step on one thread (`page_handler.py`).
"""

import secrets
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import add_never_cache_headers

from kriterion.web.accounts.models import Appearance, User
from kriterion.web.accounts.site_access import Visitor

Handler = Callable[[HttpRequest], HttpResponseBase]

_FEATURES = ("accelerometer", "browsing-topics", "camera", "geolocation", "gyroscope")
_MORE_FEATURES = ("magnetometer", "microphone", "midi", "payment", "usb")
_PERMISSIONS = ", ".join(f"{feature}=()" for feature in (*_FEATURES, *_MORE_FEATURES))


def content_security_policy(get_response: Handler) -> Handler:
    """Allow only our own files to take effect in a page; a view may set a stricter policy.

    No script is ever inline. The editor creates its styles while it runs, with `style_nonce`.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        nonce = secrets.token_urlsafe(16)
        request.style_nonce = nonce  # type: ignore[attr-defined]  # for templates
        response = get_response(request)
        if "Content-Security-Policy" not in response.headers:
            response.headers["Content-Security-Policy"] = _build_policy(nonce)
        response.headers.setdefault("Permissions-Policy", _PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return answer


def keep_private(get_response: Handler) -> Handler:
    """Let no browser or proxy keep a page that says nothing about it: computers are shared."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if "Cache-Control" not in response.headers:
            add_never_cache_headers(response)
        return response

    return answer


def remove_nul(get_response: Handler) -> Handler:
    """Remove NUL from query strings, and cookies that contain NUL: PostgreSQL refuses it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if any("\0" in value for _, values in request.GET.lists() for value in values):
            cleaned = request.GET.copy()
            for name, values in request.GET.lists():
                cleaned.setlist(name, [value.replace("\0", "") for value in values])
            request.GET = cleaned  # type: ignore[assignment]
        cookies = request.COOKIES.items()
        request.COOKIES = {name: value for name, value in cookies if "\0" not in value}
        return get_response(request)

    return answer


def preferences(get_response: Handler) -> Handler:
    """Set a page's language and appearance by its user's preferences.

    Logged-in users have them in their profile, others in a cookie or their browser.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        _apply_preferences(request, request.user)
        response = get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language())
        return response

    return answer


def _apply_preferences(request: HttpRequest, user: Visitor) -> None:
    if isinstance(user, User):
        language, appearance = user.language, user.appearance
    else:
        language = translation.get_language_from_request(request)
        appearance = request.COOKIES.get(settings.APPEARANCE_COOKIE_NAME, "")
    known = language in dict(settings.LANGUAGES)
    translation.activate(language if known else settings.LANGUAGE_CODE)
    request.LANGUAGE_CODE = translation.get_language()
    chosen = appearance if appearance in Appearance.values else Appearance.SYSTEM
    request.appearance = chosen  # type: ignore[attr-defined]


def _build_policy(nonce: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "frame-src 'self'",
            "manifest-src 'self'",
            f"form-action 'self'{_find_institution_host()}",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    )


def _find_institution_host() -> str:
    """Return the institution's host: a form may redirect to its log-in."""
    address = urlsplit(settings.OIDC_SERVER)
    return f" {address.scheme}://{address.netloc}" if address.netloc else ""
