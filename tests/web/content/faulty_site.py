"""A site that sends content over real connections, and fails in the ways that networks do."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TOKEN = "kriterion-worker-of-a-test"

# Sends an answer: the request, the archive asked for, and the first byte asked for.
Answer = Callable[[BaseHTTPRequestHandler, bytes, int], None]


@dataclass
class FaultySite:
    """Answers as `faults` say, one for each request, and then properly."""

    url: str = ""
    archives: dict[str, bytes] = field(default_factory=dict)
    faults: list[Answer] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)  # the range of each, or "all"

    def add(self, directory: Path) -> str:
        """Offer the content of a directory; return its digest."""
        # Imported here: it needs Django's settings, which the program of tests/scale has not.
        from kriterion.web.content.content_archive import write_archive

        archive = directory.with_name(f"{directory.name}.tar")
        with archive.open("wb") as output:
            digest = write_archive(directory, output)
        self.archives[digest] = archive.read_bytes()
        return digest


def send(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
    """Send all that was asked for."""
    send_head(request, archive, first)
    request.wfile.write(archive[first:])


def send_head(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
    request.send_response(206 if first else 200)
    request.send_header("Content-Length", str(len(archive) - first))
    request.end_headers()


def cut_after(count: int) -> Answer:
    """Announce everything, and close the connection after some bytes."""

    def answer(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
        send_head(request, archive, first)
        request.wfile.write(archive[first : first + count])

    return answer


def corrupt(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
    """Send a byte that is wrong."""
    send(request, archive[:-1] + b"!", first)


def say(status: int, **headers: str) -> Answer:
    """Answer with a status, and without content."""

    def answer(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", "0")
        request.end_headers()

    return answer


def announce(length: str) -> Answer:
    """Announce some length, and send nothing."""

    def answer(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
        request.send_response(200)
        request.send_header("Content-Length", length)
        request.end_headers()

    return answer


@contextmanager
def faulty_site() -> Iterator[FaultySite]:
    """Run such a site on a port of this machine."""
    site = FaultySite()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range", "")
            first = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
            site.requests.append(asked or "all")
            archive = site.archives.get(self.path.rpartition("/")[2])
            if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                say(403)(self, b"", 0)
            elif archive is None:
                say(404)(self, b"", 0)
            else:
                (site.faults.pop(0) if site.faults else send)(self, archive, first)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
