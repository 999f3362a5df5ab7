"""Fault trials: a real site with submissions that wait while something of its machine is broken."""

import http.client
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.web.browser_requests import MAKE
from tests.web.crowd_files import FILES
from tests.web.site_process import SiteProcess, get_health, make_environment
from tests.web.site_python import run_crowd, run_python

# How long a fault lasts: KRITERION_OUTAGE_SECONDS=60 for a long one.
OUTAGE_SECONDS = float(os.environ.get("KRITERION_OUTAGE_SECONDS", "6"))
SUBMISSIONS = 30


@dataclass
class Trial:
    """A site and the submissions that it received."""

    data: Path
    site: SiteProcess
    variables: Mapping[str, str] = field(default_factory=dict)
    has_own_mounts: bool = False

    def run_crowd(self, *words: str) -> str:
        """Run `tests.web.crowd`, and return its output."""
        return run_crowd(self._environment, *words, inside=self._inside)

    def submit(self, number: int = SUBMISSIONS) -> None:
        self.run_crowd("hand-in", str(number))

    def count_finished(self) -> int:
        """Return how many submissions are over."""
        return int(self.run_crowd("progress"))

    def rows(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.run_crowd("report"))
        return found

    def expect_all_right(self, number: int = SUBMISSIONS, *, others: int = 0) -> None:
        """Wait until all are over: each has its verdict, once, and no failure was counted.

        `others` were handed in by somebody else, and have any verdict.
        """
        while self.count_finished() < number + others:
            time.sleep(0.5)
        every = self.rows()
        assert len(every) == number + others
        assert {(row["state"], row["failures"]) for row in every} == {("finished", 0)}
        rows = [row for row in every if row["file"] in FILES]
        assert len(rows) == number
        messages = [(row["state"], row["status"], row["failures"], row["assessed"]) for row in rows]
        assert messages == [("finished", FILES[row["file"]], 0, 1) for row in rows]
        assert all(row["kept"] == row["status"] for row in rows)

    def wait_until_well(self) -> None:
        while self.health()[0] != 200:
            time.sleep(0.2)

    def wait_until_unwell(self) -> None:
        while self.health()[0] == 200:
            time.sleep(0.2)

    def health(self) -> tuple[int, dict[str, Any]]:
        """Return the answer of /healthz, or (0, {}) without an answer."""
        try:
            return get_health(self.site)
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}

    def expect_unwell(self, seconds: float = OUTAGE_SECONDS) -> list[dict[str, Any]]:
        """Poll the health for so long; require that it is never well, and return the answers."""
        texts = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            status, messages = self.health()
            assert status != 200, messages
            texts.append(messages)
            time.sleep(0.3)
        return texts

    @contextmanager
    def fault(self, begin: Callable[[], object], end: Callable[[], object]) -> Iterator[None]:
        """Break something while the context is open; require that the site recovers."""
        begin()
        try:
            yield
        finally:
            end()
        self.wait_until_well()

    def run_inside(self, *command: str) -> None:
        """Run a command in the site's mount namespace."""
        subprocess.run((*self._enter, *command), env=self._environment, check=True)

    def let_user_log_in(self) -> None:
        """Give the crowd's first student the password of `tests.web.browser_requests`."""
        run_python(self._environment, MAKE, inside=self._inside)

    @property
    def _environment(self) -> dict[str, str]:
        return {**make_environment(self.data), **self.variables}

    @property
    def _inside(self) -> tuple[str, ...]:
        return self._enter if self.has_own_mounts else ()

    @property
    def _enter(self) -> tuple[str, ...]:
        return ("nsenter", f"--target={self.site.pid}", "--mount", f"--wdns={Path.cwd()}")


def fill(file: Path) -> None:
    """Write to a file until its disk is full."""
    with file.open("wb", buffering=0) as opened:
        for size in (1 << 20, 4096, 1):
            try:
                while opened.write(bytes(size)):
                    pass
            except OSError:
                continue


def can_mount() -> bool:
    """Whether this process can create a mount namespace."""
    command = ("unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt")
    return not os.geteuid() and not subprocess.run(command, capture_output=True).returncode
