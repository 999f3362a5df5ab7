"""What a submission can still do behind the fence, and what the staff is told of a weaker one."""

import sys
from collections.abc import Callable

import pytest

from tests.toolbox.fence import old_kernel
from tests.toolbox.suite_judge.conftest import Judged

Judge = Callable[..., Judged]

OLD_KERNEL = (sys.executable, old_kernel.__file__)

ORDINARY = {
    "starts programs": "import subprocess\nvalue = subprocess.run(['true']).returncode == 0\n",
    "starts its own interpreter": (
        "import subprocess, sys\n"
        "done = subprocess.run(['python3', '-c', 'print(5)'], capture_output=True)\n"
        "value = done.stdout == b'5\\n'\n"
    ),
    "uses processes": (
        "import multiprocessing\n"
        "def double(n): return 2 * n\n"
        "with multiprocessing.get_context('fork').Pool(2) as pool:\n"
        "    value = pool.map(double, [1, 2]) == [2, 4]\n"
    ),
    "uses threads": (
        "import concurrent.futures\n"
        "with concurrent.futures.ThreadPoolExecutor() as pool:\n"
        "    value = sum(pool.map(abs, range(-9, 0))) == 45\n"
    ),
    "uses asyncio": (
        "import asyncio\n"
        "async def main():\n"
        "    process = await asyncio.create_subprocess_exec('true')\n"
        "    return await process.wait()\n"
        "value = asyncio.run(main()) == 0\n"
    ),
    "uses temporary files": (
        "import tempfile\nwith tempfile.NamedTemporaryFile() as file: value = bool(file.name)\n"
    ),
    "moves and copies files": (
        "import os, shutil\n"
        "os.makedirs('a/b')\n"
        "open('a/b/c', 'w').close()\n"
        "shutil.copy('a/b/c', 'd')\n"
        "os.rename('a/b/c', 'e')\n"
        "shutil.rmtree('a')\n"
        "value = sorted(os.listdir()) == ['d', 'e']\n"
    ),
    "reads what the system says": (
        "import os, platform, time, zoneinfo\n"
        "value = bool(os.cpu_count() and platform.platform() and time.localtime())\n"
    ),
    "imports what is rarely imported": (
        "import sqlite3, decimal, xml.etree.ElementTree, unittest, ssl\nvalue = True\n"
    ),
    "signals itself": (
        "import os, signal\n"
        "signal.signal(signal.SIGUSR1, lambda *_: None)\n"
        "os.kill(os.getpid(), signal.SIGUSR1)\n"
        "signal.raise_signal(signal.SIGUSR1)\n"
        "value = True\n"
    ),
}


@pytest.mark.parametrize("source", ORDINARY.values(), ids=ORDINARY)
def test_an_ordinary_submission_notices_no_fence(judge_suite: Judge, source: str) -> None:
    judged = judge_suite("testcases: [{expression: value, return: true}]", source)
    assert judged.accepted, judged.student_messages
    assert judged.staff_messages == []


def test_missing_landlock_is_reported_to_staff_once(judge_suite: Judge) -> None:
    suite = "testcases: [{expression: '1', return: 1}, {expression: '2', return: 2}]"
    judged = judge_suite(suite, "", through=OLD_KERNEL)
    assert judged.accepted
    assert [
        message for message in judged.staff_messages if "no landlock" in message
    ] == judged.staff_messages
    assert len(judged.staff_messages) == 1
    assert judged.student_messages == []


@pytest.mark.parametrize("network", [False, True])
def test_a_submission_has_network_access_if_the_exercise_has(
    judge_suite: Judge, network: bool
) -> None:
    source = (
        "import socket\n"
        "def connected():\n"
        "    with socket.create_server(('127.0.0.1', 0)) as server:\n"
        "        socket.create_connection(server.getsockname()).close()\n"
        "    return True\n"
    )
    suite = "testcases: [{expression: connected(), return: true}]"
    assert judge_suite(suite, source, network_enabled=network).accepted is network


def test_no_variable_of_the_judge_reaches_a_submission(
    judge_suite: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "hidden")
    source = "import os\n"
    suite = "testcases: [{expression: \"'SECRET' in os.environ\", return: false}]"
    assert judge_suite(suite, source).accepted


def test_a_program_that_replaces_the_submission_gets_no_more_time(
    judge_suite: Judge,
) -> None:
    source = "import os\nos.execvp('sleep', ['sleep', '60'])\n"
    judged = judge_suite("testcases: [{exit_code: 0, timeout: 0.3}]", source)
    assert judged.status == "time limit exceeded"
