"""The work on PostgreSQL: the same tests once more, on a cluster of their own."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAME = ("taking", "leases", "local_engine", "following", "handing_in", "waiting", "backup")
PROGRAMS = Path("/usr/lib/postgresql")  # Debian's, by version


def _programs() -> Path | None:
    found = sorted(PROGRAMS.glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    return found[-1].parent if found else None


def _as_other_user() -> dict[str, object]:
    """PostgreSQL does not run as root."""
    if os.geteuid():
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}


@pytest.fixture
def database_url() -> Iterator[str]:
    """A cluster that is reached by a socket in its own directory, and gone afterwards."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    place = Path(tempfile.mkdtemp(prefix="kriterion-pg-"))
    identity = _as_other_user()
    if identity:
        shutil.chown(place, "postgres", "postgres")

    def run(program: str, *words: str) -> None:
        command = (str(programs / program), *words)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=place, **identity)  # type: ignore[call-overload]

    cluster = str(place / "cluster")
    run("initdb", "--auth=trust", "--username=kriterion", "--no-sync", f"--pgdata={cluster}")
    options = f"-c listen_addresses='' -c unix_socket_directories={place} -c fsync=off"
    run(
        "pg_ctl",
        "start",
        "--wait",
        f"--pgdata={cluster}",
        f"--options={options}",
        "--silent",
        "--log=log",
    )
    try:
        yield f"postgres://kriterion@{str(place).replace('/', '%2F')}/postgres"
    finally:
        run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={cluster}", "--silent")
        shutil.rmtree(place)


@pytest.mark.machine
@pytest.mark.timeout(900)
def test_the_work_is_the_same_on_postgresql(database_url: str, tmp_path: Path) -> None:
    files = [str(HERE / f"test_{name}.py") for name in SAME]
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    done = subprocess.run(
        (*command, f"--basetemp={tmp_path / 'again'}", *files),
        cwd=HERE.parents[1],
        env={**os.environ, "DATABASE_URL": database_url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    assert " passed" in done.stdout
