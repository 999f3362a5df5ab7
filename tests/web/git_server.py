"""A host of git repositories on this machine, as real as git's own backend."""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

Admits = Callable[[str], tuple[int, str]]


def admit_all(_: str) -> tuple[int, str]:
    return 200, ""


@contextmanager
def git_server(directory: Path, admits: Admits = admit_all) -> Iterator[str]:
    """Serve the repositories in a directory; yields where ("http://127.0.0.1:PORT").

    `admits` returns the status for an `Authorization` header, and a text unless it is 200.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _answer(self, body: bytes) -> None:
            parts = urlsplit(self.path)
            status, text = admits(self.headers.get("Authorization", ""))
            if status != 200:
                self.send_response(status)
                self.send_header("WWW-Authenticate", 'Basic realm="git"')
                self.send_header("Content-Type", "text/plain")
                self.send_header("Content-Length", str(len(text.encode())))
                self.end_headers()
                self.wfile.write(text.encode())
                return
            if parts.path.startswith("/moved/"):
                self.send_response(302)
                self.send_header("Location", "/" + parts.path.removeprefix("/moved/"))
                self.end_headers()
                return
            environment = {
                "PATH": os.environ["PATH"],
                "GIT_PROJECT_ROOT": str(directory),
                "GIT_HTTP_EXPORT_ALL": "1",
                "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "safe.directory",
                "GIT_CONFIG_VALUE_0": "*",
                "PATH_INFO": parts.path,
                "QUERY_STRING": parts.query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            }
            result = subprocess.run(
                ("git", "http-backend"), input=body, env=environment, capture_output=True
            )
            head, _, rest = result.stdout.partition(b"\r\n\r\n")
            headers = dict(line.split(": ", 1) for line in head.decode().splitlines() if line)
            self.send_response(int(headers.pop("Status", "200").split()[0]))
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(rest)))
            self.end_headers()
            self.wfile.write(rest)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def git(directory: Path, *words: str, stdin: bytes = b"") -> str:
    """Run git in a directory as a fixed author, without hooks; return its output."""
    settings = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "core.hooksPath=/none")
    result = subprocess.run(
        ("git", *settings, *words), cwd=directory, input=stdin, capture_output=True, check=True
    )
    return result.stdout.decode().strip()


def repository(directory: Path, files: dict[str, str]) -> Path:
    """A repository with one commit of these files."""
    directory.mkdir(parents=True)
    git(directory, "init", "--quiet", "--initial-branch=main")
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    commit(directory)
    return directory


def commit(directory: Path) -> str:
    """Commit everything there is; returns the commit."""
    git(directory, "add", "--all", "--force")
    git(directory, "commit", "--quiet", "--allow-empty", "--message", "a change")
    return git(directory, "rev-parse", "HEAD")
