"""A PostgreSQL cluster of the tests' own, which can be stopped, frozen and started again."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PROGRAMS = Path("/usr/lib/postgresql")  # Debian's, by version


class Cluster:
    """A running cluster; `url` is its database."""

    def __init__(self, programs: Path, place: Path) -> None:
        self._programs = programs
        self._place = place
        self._data = place / "cluster"
        self._identity = _run_as_other_user()
        self.log = place / "log"
        self.url = f"postgres://kriterion@{str(place).replace('/', '%2F')}/postgres"

    def make(self) -> None:
        words = ("--auth=trust", "--username=kriterion", "--no-sync")
        self._run("initdb", *words, f"--pgdata={self._data}")

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories={self._place} -c fsync=off"
        words = ("--wait", f"--options={options}", "--silent", "--log=log")
        self._run("pg_ctl", "start", f"--pgdata={self._data}", *words)

    def stop(self) -> None:
        """Kill the cluster as a power cut does."""
        self._run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={self._data}", "--silent")

    def freeze(self) -> None:
        """Suspend the cluster: it accepts connections but does not answer."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        first = (self._data / "postmaster.pid").read_text().split()[0]
        os.kill(int(first), number)  # a stopped one starts no more servers
        for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split():
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(int(pid), number)

    def _run(self, program: str, *words: str) -> None:
        command = (str(self._programs / program), *words)
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._place,
            **self._identity,  # type: ignore[call-overload]
        )


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a cluster with a socket in its own directory, and remove it afterwards."""
    programs = _list_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    place = Path(tempfile.mkdtemp(prefix="kriterion-pg-"))
    if not os.geteuid():
        shutil.chown(place, "postgres", "postgres")
    made = Cluster(programs, place)
    made.make()
    made.start()
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(place)


def _list_programs() -> Path | None:
    ordered = sorted(PROGRAMS.glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    return ordered[-1].parent if ordered else None


def _run_as_other_user() -> dict[str, object]:
    """PostgreSQL does not run as root."""
    if os.geteuid():
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}
