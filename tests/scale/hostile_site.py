"""A program between a worker and the site: it serves corrupt, truncated and malicious content.

`python -m tests.scale.hostile_site PORT SITE` answers the first requests for content each with
another fault, and passes on later ones to the address SITE. It prints the fault of each answer,
`honest`, or `misled` for a request to the address that it redirects to, with PORT + 1.
"""

import io
import sys
import tarfile
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.web.content.faulty_site import Answer, announce, corrupt, cut_after, say, send

ESCAPED = "escaped"  # the file that malicious content would write outside of its tree


def send_shortened(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
    """Send half, and say that this is all."""
    send(request, archive[: max(len(archive) // 2, first)], first)


def send_malicious(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
    """Send an archive that would leave its directory."""
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w") as tar:
        link = tarfile.TarInfo("way-out")
        link.type, link.linkname = tarfile.SYMTYPE, "../../../.."
        tar.addfile(link)
        for name in (f"../../../../{ESCAPED}", f"way-out/{ESCAPED}"):
            entry = tarfile.TarInfo(name)
            entry.size = 1
            tar.addfile(entry, io.BytesIO(b"x"))
    send(request, output.getvalue(), 0)


def send_nonsense(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
    """Send something that is not HTTP."""
    request.wfile.write(bytes(range(256)))


def misdirect(request: BaseHTTPRequestHandler, archive: bytes, first: int) -> None:
    """Redirect to another address, which must not learn the worker's token."""
    host, _, port = request.headers["Host"].rpartition(":")
    say(307, Location=f"http://{host}:{int(port) + 1}{request.path}")(request, archive, first)


def make_faults() -> dict[str, Answer]:
    return {
        "corrupt": corrupt,
        "cut": cut_after(1000),
        "shortened": send_shortened,
        "malicious": send_malicious,
        "nonsense": send_nonsense,
        "redirect": misdirect,
        "endless": announce("9" * 15),
        "error": say(500),
    }


def fetch(site: str, request: BaseHTTPRequestHandler) -> tuple[int, bytes]:
    """Ask the site for the whole content, on behalf of a worker."""
    headers = {"Authorization": request.headers.get("Authorization", "")}
    asked = urllib.request.Request(f"http://{site}{request.path}", headers=headers)
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, b""


def main() -> None:
    port, site = int(sys.argv[1]), sys.argv[2]
    faults, lock = make_faults(), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.server is decoy:
                print("misled", self.headers.get("Authorization"), flush=True)
                say(404)(self, b"", 0)
                return
            status, archive = fetch(site, self)
            if status != 200:
                say(status)(self, b"", 0)
                return
            asked = self.headers.get("Range", "")
            first = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
            with lock:
                name = next(iter(faults), "honest")
                answer = faults.pop(name, send)
                print(name, flush=True)
            answer(self, archive, first)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    decoy = ThreadingHTTPServer(("", port + 1), Handler)
    threading.Thread(target=decoy.serve_forever, daemon=True).start()
    server = ThreadingHTTPServer(("", port), Handler)
    print("ready", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
