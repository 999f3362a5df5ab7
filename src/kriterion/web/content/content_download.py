"""Download an archive of content from the site, in pieces if the connection breaks, and verify it.

The digest comes from the database, so nothing that the network or the site sends is unpacked before
its bytes are known to be the right ones.
"""

import email.message
import http.client
import threading
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from kriterion.errors import ContentUnavailable, is_shortage
from kriterion.web.content.content_archive import MAX_BYTES, compute_file_digest

ATTEMPTS = 5  # in a row without progress
_FIRST_PAUSE_SECONDS = 0.25  # doubled after each attempt
_SILENCE_SECONDS = 10.0  # without a byte, after which the connection is given up
_PIECE = 1 << 18
_REFUSED = (401, 403)
_NOT_FOUND = 404
_RANGE_INVALID = 416
_PARTIAL = 206
_REDIRECTS = range(300, 400)
_LONGEST_LENGTH = 20  # digits


@dataclass(frozen=True, kw_only=True, slots=True)
class ContentSource:
    """The site that content comes from, and the secret that admits this worker.

    The token is never part of a message.
    """

    url: str
    token: str


class _TransientError(Exception):
    """The transfer failed, and may succeed when it is tried again."""


def download_content(
    source: ContentSource, digest: str, file: Path, *, ending: threading.Event
) -> None:
    """Download the archive with a digest to `file`, and verify it.

    Resumes the download if `file` holds the beginning. Raises ContentUnavailable if the site
    refuses, after several attempts without progress, or once `ending` is set; OSError if the disk
    fails.
    """
    attempts, pause = 0, _FIRST_PAUSE_SECONDS
    while True:
        had = _measure_size(file)
        try:
            _download_rest(source, digest, file)
            _verify(file, digest)
        except _TransientError as error:
            if _measure_size(file) > had:
                attempts, pause = 0, _FIRST_PAUSE_SECONDS
            attempts += 1
            if attempts >= ATTEMPTS or ending.wait(pause):
                raise ContentUnavailable(
                    f"{source.url}: content {digest[:12]} could not be fetched: {error}",
                    fix="check that the site runs and that this machine can reach it;"
                    " it is tried again by itself",
                ) from error
            pause *= 2
        else:
            return


def _download_rest(source: ContentSource, digest: str, file: Path) -> None:
    had = _measure_size(file)
    request = urllib.request.Request(  # noqa: S310  settings only allow http and https
        f"{source.url}/content/{digest}",
        headers={"Authorization": f"Bearer {source.token}", "Accept-Encoding": "identity"},
    )
    if had:
        request.add_header("Range", f"bytes={had}-")
        request.add_header("If-Range", f'"{digest}"')
    try:
        with _opener.open(request, timeout=_SILENCE_SECONDS) as response:
            is_rest = response.status == _PARTIAL
            length = _read_length(response)
            total = length + (had if is_rest else 0)
            if total > MAX_BYTES:
                raise _make_too_large_error(source, digest)
            with file.open("ab" if is_rest else "wb") as output:
                _copy(response, output, length)
    except urllib.error.HTTPError as error:
        with error:
            _handle_refusal(source, digest, file, error.code)
    except (OSError, http.client.HTTPException) as error:
        if is_shortage(error):
            raise
        reason = getattr(error, "reason", error)
        raise _TransientError(str(reason) or type(reason).__name__) from error
    except ValueError:  # its message may hold the token
        raise ContentUnavailable(
            f"{source.url}: this address, or the worker's token, cannot be sent",
            fix="check KRITERION_CONTENT_URL, and that the token is one line as worker_token"
            " printed it",
        ) from None


def _handle_refusal(source: ContentSource, digest: str, file: Path, status: int) -> None:
    """Raise the error for an answer that is not the content."""
    if status in _REFUSED:
        raise ContentUnavailable(
            f"{source.url}: refuses this worker's token",
            fix="make one on the site: kriterion manage worker_token add NAME\n"
            "and set KRITERION_CONTENT_TOKEN, or name a file with it in"
            " KRITERION_CONTENT_TOKEN_FILE",
        )
    if status == _NOT_FOUND:
        raise ContentUnavailable(
            f"{source.url}: has no content {digest[:12]}",
            fix="have the repository fetched again, or the tool checked again, on the site",
        )
    if status in _REDIRECTS:
        raise ContentUnavailable(
            f"{source.url}: leads to another address, to which the token is not sent",
            fix="set KRITERION_CONTENT_URL to the site's full address, such as"
            " https://kriterion.example.edu",
        )
    if status == _RANGE_INVALID:
        file.unlink(missing_ok=True)
    raise _TransientError(f"the site answers {status}")


def _read_length(response: http.client.HTTPResponse) -> int:
    text = response.headers.get("Content-Length", "")
    if not text.isascii() or not text.isdigit() or len(text) > _LONGEST_LENGTH:
        raise _TransientError("the site does not say how long the content is")
    return int(text)


def _copy(response: IO[bytes], output: IO[bytes], length: int) -> None:
    """Copy exactly the announced number of bytes; an incomplete copy is kept."""
    left = length
    while left:
        piece = response.read(min(_PIECE, left))
        if not piece:
            raise _TransientError("the connection was closed early")
        output.write(piece)
        left -= len(piece)


def _verify(file: Path, digest: str) -> None:
    if compute_file_digest(file) != digest:
        file.unlink(missing_ok=True)
        raise _TransientError("the received archive has another digest")


def _make_too_large_error(source: ContentSource, digest: str) -> ContentUnavailable:
    return ContentUnavailable(
        f"{source.url}: content {digest[:12]} is larger than {MAX_BYTES:,} bytes",
        fix="make the repository or the tool smaller",
    )


def _measure_size(file: Path) -> int:
    with suppress(FileNotFoundError):
        return file.stat().st_size
    return 0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the token is for one site."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: email.message.Message,
        newurl: str,
    ) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)
