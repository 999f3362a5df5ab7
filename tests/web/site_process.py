"""A real site in a process of its own, with its own data directory."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.built_tools import copy_built_tools
from tests.web.forked_program import ForkedProgram
from tests.web.site_python import end_python

KRITERION = (sys.executable, "-m", "kriterion.cli.main")


class SiteProcess:
    """`kriterion serve`; `greeting` is what it prints before it listens."""

    def __init__(self, process: "subprocess.Popen[str]", text: str) -> None:
        self._process = process
        self.greeting = text
        match = re.search(r"http://\S+", text)
        assert match, text
        self.address = match.group()

    @property
    def pid(self) -> int:
        return self._process.pid

    def freeze(self) -> None:
        """Stop the site and its workers."""
        for pid in self._list_pids():
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        for pid in self._list_pids():
            os.kill(pid, signal.SIGCONT)

    def kill(self) -> None:
        """End the site and its workers as a power cut does."""
        for pid in self._list_pids():
            os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def kill_alone(self) -> None:
        """Kill the site, but not its workers."""
        self._process.kill()
        self._process.wait()

    def find_workers(self) -> int | None:
        """Return the id of the process that assesses for the site, or None."""
        return _find_workers(self.pid)

    def _list_pids(self) -> tuple[int, ...]:
        workers = self.find_workers()
        return (self.pid,) if workers is None else (self.pid, workers)

    def end(self) -> int:
        """Stop the site as systemd does; return its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait()


def get_health(site: SiteProcess) -> tuple[int, dict[str, Any]]:
    """Return the answer of /healthz."""
    try:
        with urllib.request.urlopen(f"{site.address}/healthz", timeout=60) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def wait_for_settled_health(site: SiteProcess) -> tuple[int, dict[str, Any]]:
    """Return the answer of /healthz once all checks answer, which a busy machine delays."""
    while True:
        status, health = get_health(site)
        if "no answer" not in health.values():
            return status, health
        time.sleep(0.2)


def make_environment(data: Path) -> dict[str, str]:
    """Return the environment of programs on that site."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KRITERION_")}
    return {
        **kept,
        "KRITERION_CONFIG": "",  # none of this machine
        "KRITERION_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "kriterion.web.settings",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONUNBUFFERED": "1",
    }


@contextmanager
def data_directory() -> Iterator[Path]:
    """Yield the path of a data directory where every user gets to, as runs must.

    If the stages of the tests have built what a site builds on its machine, it exists and contains
    that.
    """
    with tempfile.TemporaryDirectory(prefix="kriterion-site-") as place:
        Path(place).chmod(0o711)
        data = Path(place) / "data"
        copy_built_tools(data)
        try:
            yield data
        finally:
            end_python(data)


@contextmanager
def serve_site(
    data: Path,
    *words: str,
    program: tuple[str, ...] = KRITERION,
    inside: tuple[str, ...] = (),
    **variables: str,
) -> Iterator[SiteProcess]:
    """A server on any free port; when the context ends, it is gone.

    `inside` is a command that replaces itself by the one that follows it.
    """
    start = subprocess.Popen if inside or program != KRITERION else ForkedProgram
    process = start(
        (*inside, *program, "serve", "--data", str(data), "--port", "0", *words),
        env={**make_environment(data), **variables},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        text = ""
        while "Ctrl+C" not in text:
            line = process.stdout.readline()
            assert line, f"the server ended: {process.wait()}"
            text += line
        yield SiteProcess(process, text)
    finally:
        _kill_with_workers(process)


def _kill_with_workers(process: "subprocess.Popen[str]") -> None:
    """Kill a site, if it still runs, and its workers, which may be writing to its directory."""
    if process.poll() is None:
        workers = _find_workers(process.pid)
        process.kill()
        if workers is not None:
            with suppress(ProcessLookupError):
                os.kill(workers, signal.SIGKILL)
            while _is_running(workers):
                time.sleep(0.01)
    process.wait()


def _is_running(pid: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in ("Z", "X")  # which nobody may wait for
    return False


def _find_workers(site: int) -> int | None:
    for task in Path(f"/proc/{site}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            for child in (task / "children").read_text().split():
                if b"--site-channel" in Path(f"/proc/{child}/cmdline").read_bytes():
                    return int(child)
    return None
