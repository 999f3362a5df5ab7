"""The sandbox as an ordinary user with subordinate uids has it, for tests that are run by root.

Its account is in no file of this machine: the process that serves runs has files of its own laid
over those where accounts are.
"""

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from kriterion.sandbox.run import Outcome, Run, discard_output

UID = 64_997
SUBORDINATE = range(900_000_000, 900_065_536)
_SERVE = """
import pickle, sys, threading
from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
sandbox = Bubblewrap()
guard = threading.Lock()
cancelled = {}
def tell(number, kind, what):
    with guard:
        pickle.dump((number, kind, what), sys.stdout.buffer)
        sys.stdout.buffer.flush()
def serve(number, run):
    try:
        receive = lambda piece: tell(number, "piece", piece)
        tell(number, "done", sandbox.run(run, receive=receive, cancelled=cancelled[number]))
    except BaseException as error:
        tell(number, "failed", f"{type(error).__name__}: {error}")
while True:
    try:
        number, run = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    if run is None:
        cancelled[number].set()
    else:
        cancelled[number] = threading.Event()
        threading.Thread(target=serve, args=(number, run)).start()
"""
_LAY_OVER = """
set -e
for file in passwd group subuid subgid; do mount --bind "$0/$file" /etc/$file; done
exec setpriv --reuid %d --regid %d --clear-groups "$@"
"""


class WithSubordinateUids:
    """Starts all runs in one process of that user, several at a time if necessary."""

    backend = "bubblewrap"

    def __init__(self) -> None:
        self._directory = TemporaryDirectory()
        place = Path(self._directory.name)
        place.chmod(0o755)
        package = Path(sys.modules["kriterion"].__path__[0])
        copied = place / "kriterion"
        copied.mkdir()
        for name in ("__init__.py", "errors.py", "sandbox"):
            subprocess.run(("cp", "-rL", package / name, copied), check=True)
        tools = Path(sys.modules["kriterion_tools"].__path__[0])
        (copied.parent / tools.name).mkdir()
        for name in ("__init__.py", "errors.py"):
            subprocess.run(("cp", "-L", tools / name, copied.parent / tools.name), check=True)
        subprocess.run(("chmod", "-R", "a+rX", copied.parent), check=True)
        name, first = "kriterion-test", SUBORDINATE.start
        for file, line in (
            ("passwd", f"{name}:x:{UID}:{UID}::/:/bin/sh\n"),
            ("group", f"{name}:x:{UID}:\n"),
            ("subuid", f"{name}:{first}:{len(SUBORDINATE)}\n"),
            ("subgid", f"{name}:{first}:{len(SUBORDINATE)}\n"),
        ):
            before = Path("/etc", file)
            text = before.read_text() if before.exists() else ""
            (place / file).write_text(text + line)
            (place / file).chmod(0o644)
        self._process = subprocess.Popen(
            (
                *("unshare", "--mount", "/bin/sh", "-c", _LAY_OVER % (UID, UID), str(place)),
                *("/usr/bin/python3", "-c", _SERVE),
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PYTHONPATH": str(place), "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"},
            cwd="/",
        )
        self._guard = threading.Lock()
        self._number = 0
        self._waiting: dict[int, Callable[[str, Any], None]] = {}
        threading.Thread(target=self._hear, daemon=True).start()

    def run(
        self,
        run: Run,
        *,
        receive: Callable[[bytes], None] = discard_output,
        cancelled: threading.Event | None = None,
    ) -> Outcome:
        finished = threading.Event()
        outcomes: list[Outcome | str] = []

        def hear(kind: str, what: Any) -> None:
            if kind == "piece":
                receive(what)
            else:
                outcomes.append(what)
                finished.set()

        with self._guard:
            self._number += 1
            number = self._number
            self._waiting[number] = hear
            self._send((number, run))
        while not finished.wait(0.05):
            if cancelled is not None and cancelled.is_set():
                with self._guard:
                    self._send((number, None))
                cancelled = None
        (outcome,) = outcomes
        assert isinstance(outcome, Outcome), outcome
        return outcome

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._directory.cleanup()

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()

    def _hear(self) -> None:
        assert self._process.stdout is not None
        while True:
            try:
                number, kind, what = pickle.load(self._process.stdout)
            except EOFError:
                kind, what = "failed", "the process that serves runs has ended"
                for hear in self._waiting.values():
                    hear(kind, what)
                return
            self._waiting[number](kind, what)
