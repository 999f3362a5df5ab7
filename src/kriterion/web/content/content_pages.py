"""Send workers the archives of repositories and tools."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from kriterion.web.content.content_access import StoreKind, open_store
from kriterion.web.content.worker_tokens import is_valid_token

_RANGE = re.compile(r"bytes=([0-9]{1,15})-([0-9]{1,15})?")  # others are answered in full
_PIECE = 1 << 18


@login_not_required
@require_safe
def send_content(request: HttpRequest, digest: str) -> HttpResponseBase:
    """Send the archive with a digest, or a range of it, to callers with a worker's token."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not is_valid_token(token.strip()):
        raise PermissionDenied
    archive = _find_archive(digest)
    if archive is None:
        raise Http404
    etag = f'"{digest}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    try:
        file = archive.open("rb")
    except FileNotFoundError:  # removed in the meantime
        raise Http404 from None
    size = file.seek(0, 2)
    span = _read_range(request, etag, size)
    if span is None:
        file.close()
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}", "ETag": etag})
    first, end = span
    is_part = (first, end) != (0, size)
    response: HttpResponseBase
    if request.method == "HEAD":
        file.close()
        response = HttpResponse()
    else:
        file.seek(first)
        response = StreamingHttpResponse(_read_pieces(file, end - first))
    response.status_code = 206 if is_part else 200
    if is_part:
        response["Content-Range"] = f"bytes {first}-{end - 1}/{size}"
    response["Content-Type"] = "application/x-tar"
    response["Content-Length"] = str(end - first)
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-transform"
    return response


def _find_archive(digest: str) -> Path | None:
    for kind in StoreKind:
        archive = open_store(kind).find_archive(digest)
        if archive is not None:
            return archive
    return None


def _read_range(request: HttpRequest, etag: str, size: int) -> tuple[int, int] | None:
    """Return the first requested byte and the one after the last; None if the range is invalid.

    Another version (If-Range), several ranges and unknown units are answered in full.
    """
    asked = _RANGE.fullmatch(request.headers.get("Range", ""))
    if asked is None or request.headers.get("If-Range", etag) != etag:
        return 0, size
    first = int(asked[1])
    end = size if asked[2] is None else min(int(asked[2]) + 1, size)
    return None if first >= end else (first, end)


async def _read_pieces(file: IO[bytes], length: int) -> AsyncIterator[bytes]:
    """Yield the next bytes of a file, read outside the event loop; close it at the end."""
    left = length
    try:
        while left:
            piece = await asyncio.to_thread(file.read, min(_PIECE, left))
            if not piece:
                return
            left -= len(piece)
            yield piece
    finally:
        file.close()
