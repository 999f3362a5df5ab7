"""A machine without room for a descriptor or a process has no verdict to give."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kriterion_tools.contracts.dodona_judge.machine_failure import EXIT_STATUS, find_machine_failure

SUITE = """
tabs:
  - testcases:
      - {expression: "double(1)", return: 2}
      - {expression: "double(2)", return: 4}
  - testcases:
      - {expression: "double(3)", return: 6}
"""
SOLUTION = "def double(number):\n    return 2 * number\n"

# What goes wrong in the judge, or in a process that it has made; patience is shortened.
_PATCHES = """
import errno, os, runpy, socket
from kriterion_tools.fence import fence
from kriterion_tools.suite_judge import child, nursery, student_process as process
process._PASS_ON_SECONDS = nursery._FORK_SECONDS = 0.05
calls = 0
def failing(number, after=0, usual=None):
    def call(*arguments, **options):
        global calls
        calls += 1
        if calls > after:
            raise OSError(number, os.strerror(number))
        return usual(*arguments, **options)
    return call
"""
_RUN = "\nrunpy.run_module('kriterion_tools.suite_judge', run_name='__main__')"


def run_judge(tmp_path: Path, patch: str) -> subprocess.CompletedProcess[bytes]:
    """The judge in a process where something fails."""
    for place, name, content in (
        ("resources", "suite.yaml", SUITE),
        ("submission", "source", SOLUTION),
        ("workdir", "given", ""),
    ):
        (tmp_path / place).mkdir()
        (tmp_path / place / name).write_text(content)
    configuration = {
        "resources": str(tmp_path / "resources"),
        "source": str(tmp_path / "submission" / "source"),
        "workdir": str(tmp_path / "workdir"),
        "time_limit": 20,
        "memory_limit": 100_000_000,
        "programming_language": "python",
        "natural_language": "en",
    }
    return subprocess.run(
        (sys.executable, "-c", _PATCHES + patch + _RUN),
        input=json.dumps(configuration).encode(),
        capture_output=True,
        cwd=tmp_path / "workdir",
        timeout=600,
    )


@pytest.mark.long(reason="a fault trial: each resource of the judge")
@pytest.mark.parametrize(
    ("patch", "what"),
    [
        pytest.param(
            "socket.send_fds = failing(errno.ETOOMANYREFS)",
            "descriptors cannot be sent",
            id="passing a descriptor",
        ),
        pytest.param(
            "socket.send_fds = failing(errno.ETOOMANYREFS, 2, socket.send_fds)",
            "descriptors cannot be sent",
            id="passing one in the middle",
        ),
        pytest.param(
            "socket.recv_fds = lambda own, *_: (own.recv(1), [], 0, None)",
            "no process could be started for the submission: Too many open files",
            id="taking a descriptor",
        ),
        pytest.param("os.fork = failing(errno.EAGAIN)", "no process", id="the first fork"),
        pytest.param(
            "os.fork = failing(errno.EAGAIN, 1, os.fork)",
            "no process could be started for the submission: Resource temporarily unavailable",
            id="a fork",
        ),
        pytest.param(
            "os.fork = failing(errno.ENOMEM, 2, os.fork)",
            "no process could be started for the submission: Cannot allocate memory",
            id="a later fork",
        ),
        pytest.param("os.pipe = failing(errno.ENFILE)", "no pipes", id="a pipe"),
        pytest.param(
            "socket.socketpair = failing(errno.EMFILE, 1, socket.socketpair)",
            "no pipes",
            id="a pair of sockets",
        ),
        pytest.param(
            "child.enter = failing(errno.ENOMEM)", "the fence could not be set up", id="the fence"
        ),
        pytest.param(
            "child._create_anonymous_file = failing(errno.ENFILE)",
            "the fence could not be set up",
            id="a file for the input",
        ),
        pytest.param(
            "child.processes.show = failing(errno.EPERM)",
            "before it was ready",
            id="a process that ends before the submission is in it",
        ),
        pytest.param(
            "from kriterion_tools.suite_judge import scratch\n"
            "scratch.Scratch._copy_workdir = failing(errno.ENOMEM)",
            "no work directory",
            id="a directory",
        ),
    ],
)
def test_a_judge_without_resources_reports_that_and_judges_nothing(
    tmp_path: Path, patch: str, what: str
) -> None:
    ran = run_judge(tmp_path, patch)
    assert ran.returncode == EXIT_STATUS, ran.stderr.decode()
    failed = find_machine_failure(ran.returncode, ran.stderr)
    assert failed is not None
    assert what in failed
    assert b"close-judgement" not in ran.stdout
    assert b"compilation error" not in ran.stdout


@pytest.mark.parametrize(
    "patch",
    [
        "",
        # Descriptors that a killed process had sent count for a moment longer.
        "usual = socket.send_fds\n"
        "def send_fds(*arguments):\n"
        "    global calls\n"
        "    calls += 1\n"
        "    if calls % 3: raise OSError(errno.ETOOMANYREFS, 'too many references')\n"
        "    return usual(*arguments)\n"
        "process._PASS_ON_SECONDS = 30\n"
        "socket.send_fds = send_fds",
    ],
)
def test_a_temporary_shortage_changes_nothing(tmp_path: Path, patch: str) -> None:
    ran = run_judge(tmp_path, patch)
    assert (ran.returncode, ran.stderr) == (0, b"")
    closed = json.loads(ran.stdout.splitlines()[-1])
    assert closed["command"] == "close-judgement"
    assert closed["accepted"] is True


def test_a_lease_on_a_file_is_no_machine_failure(tmp_path: Path) -> None:
    """Otherwise a submission could have itself judged again and again."""
    ran = run_judge(
        tmp_path,
        "from kriterion_tools.suite_judge import scratch\n"
        "scratch._open_below = failing(errno.EAGAIN)",
    )
    assert ran.returncode == 0
