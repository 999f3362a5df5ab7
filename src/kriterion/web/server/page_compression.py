"""Compress pages for clients that accept it.

A page of many results shrinks to a tenth. Event streams and archives are left alone. Random padding
hides the size of a page, which could reveal a secret in it to somebody who guesses (BREACH).
"""

import asyncio
import re
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

_MIN_BYTES = 1024  # less fits into one packet
_MAX_PADDING_BYTES = 100  # as in Django's GZipMiddleware
_TEXT = re.compile(r"text/|application/(?:json|javascript|xml)\b|image/svg\+xml")
_GZIP = re.compile(rb"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


async def compress(response: HttpResponse, scope: dict[str, Any]) -> None:
    """Compress a response if that is worth it and the client of the request accepts it.

    This happens after the page's turn, on another thread, while the next page is made.
    """
    if not _is_worth_compressing(response):
        return
    patch_vary_headers(response, ("Accept-Encoding",))
    accepted = (value for name, value in scope["headers"] if name == b"accept-encoding")
    if any(_GZIP.search(value) for value in accepted):
        await asyncio.to_thread(_compress, response)


def _is_worth_compressing(response: HttpResponse) -> bool:
    return (
        len(response.content) >= _MIN_BYTES
        and response.headers.keys().isdisjoint(("Content-Encoding", "Content-Range"))
        and _TEXT.match(response.headers.get("Content-Type", "")) is not None
    )


def _compress(response: HttpResponse) -> None:
    response.content = compress_string(response.content, max_random_bytes=_MAX_PADDING_BYTES)
    response.headers["Content-Length"] = str(len(response.content))
    response.headers["Content-Encoding"] = "gzip"
    etag = response.headers.get("ETag", "")
    if etag.startswith('"'):  # of the bytes before
        response.headers["ETag"] = f"W/{etag}"
