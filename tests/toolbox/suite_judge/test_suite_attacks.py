"""Submissions that would rather have points than earn them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.toolbox.suite_judge.attacks import INWARD, SUITE, TESTCASES
from tests.toolbox.suite_judge.conftest import Judged

Judge = Callable[..., Judged]


_COMPUTING = pytest.mark.long(reason="computes until the limit of each testcase")
_PARAMETERS = [
    pytest.param(source, id=name, marks=[_COMPUTING] if "compute" in name else [])
    for name, source in INWARD.items()
]


@pytest.mark.long(reason="runs each attack")
@pytest.mark.parametrize("source", _PARAMETERS)
def test_an_attack_earns_no_point_and_breaks_no_stream(judge_suite: Judge, source: str) -> None:
    judged = judge_suite(SUITE, source, time_limit=2)
    assert judged.testcases == [False] * TESTCASES
    assert not judged.verdict.accepted
    # The fault is the student's: nobody of the staff need look at it.
    assert judged.verdict.status not in (Status.CORRECT, Status.INTERNAL_ERROR)


def test_the_process_that_runs_student_code_has_no_suite(judge_suite: Judge) -> None:
    source = (
        "import gc, sys\n"
        "def look():\n"
        "    kinds = {type(one).__name__ for one in gc.get_objects()}\n"
        "    modules = [one for one in sys.modules if one.startswith('kriterion_tools')]\n"
        "    return sorted(kinds & {'Suite', 'Value', 'Report', '_Judging'}), "
        "'kriterion_tools.suite_judge.suite' in modules\n"
    )
    suite = "testcases: [{expression: look(), return: !tuple [[], false]}]"
    assert judge_suite(suite, source).accepted


def test_a_student_process_has_only_its_own_descriptors(judge_suite: Judge) -> None:
    source = (
        "import os\n"
        "def kinds():\n"
        "    found = [os.readlink(f'/proc/self/fd/{one}') for one in os.listdir('/proc/self/fd')\n"
        "             if os.path.lexists(f'/proc/self/fd/{one}')]\n"
        "    return sorted(one.split(':')[0] for one in found)\n"
    )
    suite = "testcases: [{expression: kinds(), return: [/memfd, pipe, pipe, socket]}]"
    assert judge_suite(suite, source).accepted


@pytest.mark.parametrize("detach", ["os.setsid()", "pass", "os.closerange(0, 64)"])
def test_a_daemon_does_not_outlive_its_context(judge_suite: Judge, detach: str) -> None:
    source = (
        "import os, time\n"
        "reading, writing = os.pipe()\n"
        "told = os.dup2(writing, 100)\n"
        "if os.fork() == 0:\n"
        f"    {detach}\n"
        "    if os.fork() == 0:\n"
        "        os.write(told, b'%d' % os.getpid())\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "print(os.read(reading, 20).decode())\n"
    )
    judged = judge_suite("testcases: [{exit_code: 0}]", source)
    assert judged.accepted
    with pytest.raises(ProcessLookupError):
        os.kill(int(judged.student_messages[-1]), 0)


def test_nothing_remains_in_the_temporary_directory(
    judge_suite: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    source = "import os\nos.makedirs('a/b/c')\nopen('a/b/c/d', 'w').write('x')\n"
    assert judge_suite("testcases: [{exit_code: 0}]", source).accepted
    assert list((tmp_path / "temporary").iterdir()) == []
