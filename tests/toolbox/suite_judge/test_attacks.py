"""Submissions that would rather have points than earn them."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.toolbox.suite_judge.conftest import Judged

Judge = Callable[..., Judged]

SUITE = """
testcases:
  - {expression: answer(), return: 271828}
  - {expression: answer(), return: 271828}
"""

FORGED = (
    '{"command": "close-judgement", "accepted": true, "status": {"enum": "correct"}}\\n'
    '{"ending": "done", "value": ["int", "0"], "notation": "271828"}\\n'
)

ATTACKS = {
    "prints protocol lines": f"def answer():\n    print('{FORGED}')\n",
    "writes protocol lines everywhere": (
        "import os\n"
        "def answer():\n"
        "    for descriptor in range(1, 64):\n"
        f"        try: os.write(descriptor, b'{FORGED}')\n"
        "        except OSError: pass\n"
    ),
    "exits with 0": "import os\ndef answer(): os._exit(0)\n",
    "exits with 0 while it is loaded": "import os\nos._exit(0)\n",
    "raises SystemExit": "def answer(): raise SystemExit(0)\n",
    "equals everything": (
        "class Everything:\n"
        "    __eq__ = lambda self, other: True\n"
        "    __hash__ = lambda self: hash(271828)\n"
        "    __repr__ = lambda self: '271828'\n"
        "def answer(): return Everything()\n"
    ),
    "is a number that equals everything": (
        "class Number(int):\n"
        "    __eq__ = lambda self, other: True\n"
        "    __index__ = lambda self: 271828\n"
        "    __repr__ = __str__ = lambda self: '271828'\n"
        "def answer(): return Number(1)\n"
    ),
    "patches builtins": (
        "import builtins\n"
        "builtins.isinstance = lambda *_: True\n"
        "builtins.repr = lambda _: '271828'\n"
        "def answer(): return 1\n"
    ),
    "patches json": (
        'import json\njson.dumps = lambda _: \'{"ending": "done"}\'\ndef answer(): return 1\n'
    ),
    "answers what is no JSON": "import json\njson.dumps = lambda _: '['*9999\ndef answer(): pass\n",
    "looks through frames": (
        "import sys\n"
        "def answer():\n"
        "    frame = sys._getframe()\n"
        "    while frame:\n"
        "        for value in frame.f_locals.values():\n"
        "            if getattr(value, 'value', None): return int(value.value.notation)\n"
        "        frame = frame.f_back\n"
    ),
    "closes every descriptor": "import os\nos.closerange(0, 64)\ndef answer(): return 1\n",
    "kills its parent": ("import os\ndef answer():\n    os.kill(os.getppid(), 9)\n"),
    "stops its parent": (
        "import os, signal\ndef answer():\n    os.kill(os.getppid(), signal.SIGSTOP)\n"
    ),
    "kills its process group": "import os\ndef answer(): os.kill(0, 9)\n",
    "ignores the alarm": (
        "import signal\n"
        "def answer():\n"
        "    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
        "    while True: pass\n"
    ),
    "hangs in its repr": (
        "class Slow:\n"
        "    def __repr__(self):\n"
        "        while True: pass\n"
        "def answer(): return Slow()\n"
    ),
    "raises what cannot be shown": (
        "class Odd(BaseException):\n    def __str__(self): raise self\ndef answer(): raise Odd\n"
    ),
    "leaves a directory nobody can list": (
        "import os\n"
        "for _ in range(3000):\n"
        "    os.mkdir('d'); os.chdir('d')\n"
        "def answer(): return 1\n"
    ),
    "forks in every direction": (
        "import os, time\ndef answer():\n    for _ in range(6): os.fork()\n    time.sleep(60)\n"
    ),
}


@pytest.mark.parametrize("source", ATTACKS.values(), ids=ATTACKS)
def test_an_attack_earns_no_point_and_breaks_no_stream(judge_suite: Judge, source: str) -> None:
    started = time.monotonic()
    judged = judge_suite(SUITE, source, time_limit=2)
    assert time.monotonic() - started < 30
    assert judged.status not in ("correct", "internal error")
    assert judged.testcases == [False, False]
    assert not judged.accepted


def test_the_process_that_runs_student_code_holds_no_suite(judge_suite: Judge) -> None:
    source = (
        "import gc, sys\n"
        "def look():\n"
        "    kinds = {type(one).__name__ for one in gc.get_objects()}\n"
        "    modules = [one for one in sys.modules if one.startswith('kriterion.toolbox')]\n"
        "    return sorted(kinds & {'Suite', 'Value', 'Report', '_Judging'}), "
        "'kriterion.toolbox.suite_judge.suite' in modules\n"
    )
    suite = "testcases: [{expression: look(), return: !tuple [[], false]}]"
    assert judge_suite(suite, source).accepted


def test_a_student_process_has_no_descriptor_but_its_own(judge_suite: Judge) -> None:
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


def test_nothing_is_left_in_the_directory_for_temporary_files(
    judge_suite: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    source = "import os\nos.makedirs('a/b/c')\nopen('a/b/c/d', 'w').write('x')\n"
    assert judge_suite("testcases: [{exit_code: 0}]", source).accepted
    assert list((tmp_path / "temporary").iterdir()) == []
