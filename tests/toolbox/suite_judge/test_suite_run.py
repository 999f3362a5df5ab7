"""What a student and an author get to see of a judgement, from the program as it is run."""

import json
import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion.markup.difference.text_difference import compare_texts
from tests.toolbox.suite_judge.conftest import JUDGE, Judged, judge_bytes

Judge = Callable[..., Judged]

GOLDEN = Path(__file__).parent / "golden"
BARCODE = Path(__file__).parents[3] / "examples" / "exercises" / "barcode"

ECHO = """
testcases:
  - stdin: "one\\ntwo\\n"
    stdout: two
"""


def test_the_output_for_an_example_matches_its_golden_file(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    configuration = {
        "resources": str(BARCODE / "evaluation"),
        "source": str(BARCODE / "submissions" / "wrong-answer.py"),
        "workdir": str(tmp_path),
        "natural_language": "nl",
        "filename": "barcode.py",
    }
    commands = judge_bytes(json.dumps(configuration).encode(), tmp_path).commands
    lines = [json.dumps(command, ensure_ascii=False) + "\n" for command in commands]
    golden = GOLDEN / "barcode-wrong-answer.jsonl"
    if request.config.getoption("--update-golden", default=False):
        golden.write_text("".join(lines))
    assert golden.read_text().splitlines(keepends=True) == lines


def test_a_syntax_error_is_shown_at_its_line(judge_suite: Judge) -> None:
    judged = judge_suite(ECHO, "lines = [1,\n  2\nprint(lines[0])\n", filename="echo.py")
    assert judged.status == "compilation error"
    assert judged.summary.startswith("echo.py:1: SyntaxError: '[' was never closed")
    assert judged.named("annotate-code")[0] | {"text": ""} == {
        "command": "annotate-code",
        "row": 0,
        "text": "",
        "type": "error",
        "column": 8,
        "rows": 1,
        "columns": 1,
    }
    assert judged.testcases == []


def test_a_compiler_warning_is_an_annotation(judge_suite: Judge) -> None:
    judged = judge_suite(ECHO, "input()\nif 1 is 1: print(input())\n")
    assert (judged.status, judged.annotations) == ("correct", [(1, "warning")])


@pytest.mark.parametrize(
    "source",
    [
        b"\xff\xfe",
        b"print(1)\0",
        b"\xef\xbb\xbfprint(",
        b"# coding: klingon\n",
        b"(" * 5000,
        b"-" * 100_000 + b"1",
    ],
    ids=["no UTF-8", "NUL", "BOM", "unknown coding", "brackets", "minus signs"],
)
def test_invalid_source_is_a_compilation_error(judge_suite: Judge, source: bytes) -> None:
    assert judge_suite(ECHO, source).status == "compilation error"


def test_a_traceback_holds_only_the_students_lines(judge_suite: Judge) -> None:
    judged = judge_suite(
        "testcases:\n  - expression: load('{')\n    return: 1\n",
        "import json\n\ndef load(text):\n    return json.loads(text)\n",
    )
    assert judged.status == "runtime error"
    assert judged.summary.startswith("JSONDecodeError: Expecting property name")
    assert judged.annotations == [(3, "error")]
    traceback = judged.student_messages[0]
    assert traceback.count("File ") == 1
    assert 'File "submission.py", line 4, in load' in traceback
    assert judged.generated == [""]


def test_a_missing_name_is_reported_without_a_location(judge_suite: Judge) -> None:
    judged = judge_suite("testcases: [{expression: area(1), return: 1}]", "def aera(x): pass\n")
    assert judged.summary == "NameError: name 'area' is not defined"
    assert judged.annotations == []


def test_reading_past_the_input_is_explained(judge_suite: Judge) -> None:
    judged = judge_suite(ECHO, "for _ in range(3): input()\n", natural_language="nl")
    assert judged.status == "runtime error"
    assert any("meer invoer" in message for message in judged.student_messages)


def test_a_program_runs_as_main_and_a_module_does_not(judge_suite: Judge) -> None:
    source = "print(__name__)\nname = __name__\n"
    assert judge_suite("testcases: [{stdout: __main__}]", source).accepted
    judged = judge_suite("testcases: [{expression: name, return: submission}]", source)
    assert judged.accepted
    assert judged.student_messages[1] == "submission\n"  # printed while it was loaded


def test_testcases_of_a_context_share_a_process_and_contexts_do_not(judge_suite: Judge) -> None:
    suite = """
    contexts:
      - testcases:
          - {expression: count(), return: 1}
          - {expression: count(), return: 2}
      - testcases:
          - {expression: count(), return: 1}
    """
    source = "calls = []\ndef count():\n    calls.append(1)\n    return len(calls)\n"
    assert judge_suite(suite, source).testcases == [True, True, True]


def test_expressions_after_a_program_use_its_names(judge_suite: Judge) -> None:
    suite = """
    contexts:
      - testcases:
          - {arguments: [3], stdout: done}
          - {expression: doubled, return: 6}
    """
    source = "import sys\ndoubled = 2 * int(sys.argv[1])\nprint('done')\n"
    assert judge_suite(suite, source).accepted


def test_each_context_gets_a_fresh_copy_of_the_work_directory(judge_suite: Judge) -> None:
    suite = """
    testcases:
      - {expression: change(), return: [a.txt, sub]}
      - {expression: change(), return: [a.txt, extra.txt, sub], files: {extra.txt: x}}
    """
    source = (
        "import os, shutil\n"
        "def change():\n"
        "    found = sorted(os.listdir())\n"
        "    shutil.rmtree(os.getcwd(), ignore_errors=True)\n"
        "    assert not os.listdir()\n"
        "    return found\n"
    )
    workdir = {"a.txt": "a", "sub/b.txt": "b"}
    assert judge_suite(suite, source, workdir=workdir).accepted


@pytest.mark.long(reason="waits for limits of time")
def test_an_endless_loop_leaves_time_for_other_contexts(judge_suite: Judge) -> None:
    suite = """
    testcases:
      - {expression: wait(True), return: 1}
      - {expression: wait(False), return: 1}
    """
    source = "def wait(forever):\n    while forever:\n        pass\n    return 1\n"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    judged = judge_suite(suite, source, time_limit=4)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert computed < 30
    assert judged.status == "time limit exceeded"
    assert judged.testcases == [False, True]
    assert judged.annotations[0][0] in (1, 2)


def test_tests_after_an_endless_loop_are_reported_as_not_run(judge_suite: Judge) -> None:
    suite = """
    timeout: 0.2
    contexts:
      - testcases:
          - statement: wait()
          - {expression: 1 + 1, return: 2}
    """
    judged = judge_suite(suite, "def wait():\n    while True: pass\n")
    assert judged.status == "time limit exceeded"
    assert judged.testcases == [False, False]
    assert judged.student_messages[-1].startswith("Not executed")


def test_output_before_an_endless_loop_is_shown(judge_suite: Judge) -> None:
    suite = "testcases: [{stdout: never, timeout: 0.2}]"
    judged = judge_suite(suite, "print('so far')\nwhile True: pass\n")
    assert judged.generated == ["so far\n"]


@pytest.mark.parametrize(
    "busy",
    ["while True: pass", "time.sleep(60)", "os.wait() if os.fork() else exec('while True: pass')"],
    ids=["computing", "idle", "others compute"],
)
def test_the_line_running_at_the_timeout_is_named(judge_suite: Judge, busy: str) -> None:
    suite = "testcases: [{stdout: never, timeout: 0.3}]"
    judged = judge_suite(suite, f"import os, time\n\n{busy}\n")
    assert (judged.status, judged.annotations) == ("time limit exceeded", [(2, "error")])
    assert "stopped after 0.3 s" in judged.summary


def test_a_program_may_use_alarms_itself(judge_suite: Judge) -> None:
    source = (
        "import signal\n"
        "signal.signal(signal.SIGALRM, lambda *_: print('two'))\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.05)\n"
        "signal.pause()\n"
    )
    assert judge_suite(ECHO, source).accepted


def test_code_that_never_returns_to_python_is_stopped(judge_suite: Judge) -> None:
    suite = "testcases: [{stdout: never, timeout: 0.2}]"
    judged = judge_suite(suite, "sum(range(10**13))\n")
    assert judged.status == "time limit exceeded"


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("data = [0] * 10**9", "memory limit exceeded"),
        ("data = []\nwhile True: data.append('x' * 10**6)", "memory limit exceeded"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "memory limit exceeded"),
        ("while True: print('x' * 1000)", "output limit exceeded"),
        ("import sys\nwhile True: sys.stderr.write('x' * 1000)", "output limit exceeded"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", "runtime error"),
        ("def f(): f()\nf()", "runtime error"),
        ("raise KeyboardInterrupt", "runtime error"),
        ("import sys; sys.exit(3)", "wrong"),
        ("import os; os._exit(3)", "wrong"),
        ("import sys; sys.exit('no')", "wrong"),
        ("print('two')\nimport sys; sys.exit()", "correct"),
        ("import threading\nthreading.Timer(0.05, lambda: print('two')).start()", "correct"),
        ("import atexit\natexit.register(print, 'two')", "correct"),
        ("import os\nos.write(1, b'two')", "correct"),
        ("import os\nos.system('tail -n 1')", "correct"),
        ("input(); print(input())", "correct"),
    ],
)
def test_a_program_may_end_in_any_way(judge_suite: Judge, source: str, status: str) -> None:
    judged = judge_suite(ECHO, source)
    assert (judged.status, judged.accepted) == (status, status == "correct")


def test_an_exit_in_a_function_is_a_runtime_error_with_its_code(judge_suite: Judge) -> None:
    judged = judge_suite("testcases: [{expression: f(), return: 1}]", "def f(): exit(7)\n")
    assert judged.status == "runtime error"
    assert "exit code 7" in judged.summary


RAISES = """
testcases:
  - expression: f()
    raises: {type: [ValueError, KeyError], message: too small}
"""


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("raise ValueError('too small')", "correct"),
        ("raise ValueError('too big')", "wrong"),
        ("raise TypeError('too small')", "runtime error"),
        ("return ValueError('too small')", "wrong"),
    ],
)
def test_an_exception_is_expected_by_type_and_message(
    judge_suite: Judge, body: str, status: str
) -> None:
    assert judge_suite(RAISES, f"def f(): {body}\n").status == status


@pytest.mark.parametrize(
    ("expected", "value", "accepted"),
    [
        ("3", "3", True),
        ("3", "3.0", False),
        ("3", "True", False),
        ("0.3", "0.1 + 0.2", True),
        (".nan", "float('nan')", True),
        ("three", "'three'", True),
        ("null", "None", True),
        ("[1, [2]]", "[1, [2]]", True),
        ("[1, 2]", "(1, 2)", False),
        ("!tuple [1, 2]", "(1, 2)", True),
        ("!set [1, 2]", "{2, 1}", True),
        ("!literal '{1: {(2, 3)}}'", "{1: {(2, 3)}}", True),
        ("{a: 1, b: [x]}", "{'b': ['x'], 'a': 1}", True),
        ("{a: 1}", "__import__('collections').Counter('a')", True),
        ("100000000000000000000000000", "10**26", True),
        ("1", "10**10000", False),
    ],
)
def test_values_are_equal_in_type_and_content(
    judge_suite: Judge, expected: str, value: str, accepted: bool
) -> None:
    judged = judge_suite(f"testcases:\n  - expression: f()\n    return: {expected}\n",
                         f"def f(): return {value}\n")  # fmt: skip
    assert (judged.status, judged.accepted) == ("correct" if accepted else "wrong", accepted)


def test_a_value_of_another_type_is_reported_as_such(judge_suite: Judge) -> None:
    judged = judge_suite("testcases: [{expression: f(), return: [1]}]", "def f(): return (1,)\n")
    assert judged.student_messages == ["The value is of type tuple, where list is expected."]
    assert judged.generated == ["(1,)"]


def test_a_self_referential_value_is_handled(judge_suite: Judge) -> None:
    source = "def f():\n    x = []\n    x.append(x)\n    return x\n"
    judged = judge_suite("testcases: [{expression: f(), return: []}]", source)
    assert (judged.status, judged.generated) == ("wrong", ["[[...]]"])


def test_texts_from_files_and_written_files_are_compared(judge_suite: Judge) -> None:
    suite = """
    testcases:
      - stdin: {file: in/1.txt}
        stdout: {file: out/1.txt}
        stderr: careful
        output_files: {sub/copy.txt: {file: in/1.txt}}
    """
    source = (
        "import os, sys\ntext = sys.stdin.read()\nprint(text.upper())\n"
        "sys.stderr.write('careful')\nos.mkdir('sub')\nopen('sub/copy.txt', 'w').write(text)\n"
    )
    resources = {"in/1.txt": "één\ntwee\n", "out/1.txt": "ÉÉN\nTWEE\n"}
    judged = judge_suite(suite, source, resources=resources)
    assert (judged.status, len(judged.generated)) == ("correct", 3)


@pytest.mark.parametrize(
    "make",
    [
        "pass",
        "os.symlink({secret!r}, 'out.txt')",
        "os.link({secret!r}, 'out.txt')",
        "os.mkfifo('out.txt')",
        "os.mkdir('out.txt')",
        "os.rmdir(os.getcwd())",
    ],
)
def test_only_a_regular_file_of_its_own_counts_as_written(
    judge_suite: Judge, tmp_path: Path, make: str
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("answer")
    judged = judge_suite(
        "testcases: [{output_files: {out.txt: answer}}]",
        f"import os\ntry: {make.format(secret=str(secret))}\nexcept OSError: pass\n",
    )
    assert (judged.status, judged.generated) == ("wrong", [""])
    assert "out.txt" in judged.student_messages[0]


def test_unrequested_output_is_shown_and_not_judged(judge_suite: Judge) -> None:
    judged = judge_suite(
        "testcases: [{expression: f(), return: 1}]", "def f():\n    print('here')\n    return 1\n"
    )
    assert judged.accepted
    assert judged.student_messages == ["Also written to stdout:", "here\n"]


def test_invalid_utf8_output_is_shown_as_escapes(judge_suite: Judge) -> None:
    judged = judge_suite(ECHO, "import os; os.write(1, b'tw\\xffo')\n")
    assert judged.generated == ["tw\\xffo"]


def test_long_output_is_cut_and_mentions_both_lengths(judge_suite: Judge) -> None:
    judged = judge_suite(ECHO, "print('x' * 50_000)\n")
    assert len(judged.generated[0]) == 5_003
    assert judged.student_messages == ["Only the first 5003 of 50001 characters are shown."]


def test_the_judge_and_the_page_agree_on_how_much_is_shown(judge_suite: Judge) -> None:
    judged = judge_suite(ECHO, "print('x' * 50_000)\n")
    expected = judged.named("start-test")[0]["expected"]
    assert not compare_texts(judged.generated[0], expected).cut


def test_a_description_does_not_hide_the_call(judge_suite: Judge) -> None:
    suite = """
    - tab: One
      testcases: [{expression: f(1), return: 1, description: {en: Small, nl: Klein}}]
    - tab: Several
      contexts:
      - testcases:
        - {expression: f(2), return: 2, description: Larger}
        - {expression: f(3), return: 3}
    """
    judged = judge_suite(suite, "def f(x):\n    return x\n")
    named = [
        command["description"]["description"]
        for command in (*judged.named("start-context"), *judged.named("start-testcase"))
        if "description" in command
    ]
    assert named == ["Small", "f(1)", "Larger", "f(3)"]
    assert judged.student_messages == ["f(2)"]


def test_tabs_keep_their_title_language_and_permission(judge_suite: Judge) -> None:
    suite = """
    - tab: {en: Sums, nl: Sommen}
      testcases: [{expression: 1, return: 1}]
    - tab: Secret
      hidden: true
      permission: staff
      testcases: [{expression: 1, return: 1, description: {en: One, nl: Een}}]
    """
    judged = judge_suite(suite, "", natural_language="nl")
    assert judged.named("start-tab") == [
        {"command": "start-tab", "title": "Sommen"},
        {"command": "start-tab", "title": "Secret", "hidden": True, "permission": "staff"},
    ]
    assert judged.named("start-context")[1]["description"]["description"] == "Een"


def test_all_faults_of_a_suite_are_reported_to_staff_at_once(judge_suite: Judge) -> None:
    suite = "tabs:\n- tab: A\n  testcase: []\n- tab: B\n  testcases:\n  - expression: 1 +\n"
    judged = judge_suite(suite, "print(1)\n")
    assert (judged.status, judged.accepted) == ("internal error", False)
    (staff_messages,) = judged.staff_messages
    assert "line 2: one of contexts, testcases is required" in staff_messages
    assert "line 3: a tab has no key 'testcase', did you mean 'testcases'?" in staff_messages
    assert "line 6: expression: not Python" in staff_messages
    assert "line" not in "".join(judged.student_messages)


@pytest.mark.parametrize(
    ("configuration", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "resources"),
        (b'{"resources": 5}', "resources"),
        (b'{"resources": "r\\u0000", "source": "s", "workdir": "w"}', "resources"),
        (b'{"resources": "r", "source": "s", "workdir": "w", "time_limit": NaN}', "time_limit"),
        (b'{"resources": "r", "source": "s", "workdir": "w", "time_limit": -1}', "time_limit"),
        (b'{"resources": "r", "source": "s", "workdir": "w", "memory_limit": "1"}', "memory"),
        (b'{"resources": "r", "source": "s", "workdir": "w", "filename": "../a"}', "filename"),
        (b'{"resources": "/nowhere", "source": "s", "workdir": "w"}', "No such file"),
        (b'{"resources": "r", "source": "s", "workdir": "w", "programming_language": "c"}', "'c'"),
    ],
)
def test_an_unusable_configuration_is_an_internal_error(
    configuration: bytes, message: str, tmp_path: Path
) -> None:
    judged = judge_bytes(configuration, tmp_path)
    assert (judged.status, judged.accepted) == ("internal error", False)
    assert message in judged.staff_messages[0]


def test_files_in_the_work_directory_cannot_replace_judge_modules(
    judge_suite: Judge,
) -> None:
    workdir = {"yaml.py": "raise SystemExit(9)", "json.py": "raise SystemExit(9)"}
    judged = judge_suite("testcases: [{stdout: hi}]", "print('hi')\n", workdir=workdir)
    assert judged.accepted


def test_any_host_can_run_the_judge_from_its_repository() -> None:
    assert os.access(JUDGE / "run", os.X_OK)
    # Other hosts pass over the later keys, which are ours.
    settings = {"image": "kriterion", "reports_machine_failures": True, "run_files": ["run"]}
    assert json.loads((JUDGE / "config.json").read_bytes()) == settings


def test_the_summary_counts_only_visible_tests(judge_suite: Judge) -> None:
    suite = """
    - tab: Open
      testcases: [{expression: f(), return: 1}, {expression: f() + 1, return: 3}]
    - tab: Secret
      permission: staff
      testcases: [{expression: f(), return: 5}, {expression: f(), return: 6}]
    """
    assert judge_suite(suite, "def f():\n    return 1\n").summary == "1 test failed"
    assert judge_suite(suite, "def f():\n    return 5\n").summary == "2 tests failed"
    only_secret_ones = suite.replace("return: 3", "return: 2")
    judged = judge_suite(only_secret_ones, "def f():\n    return 1\n")
    assert judged.status == "wrong"
    assert judged.summary == "Tests that only teachers may see failed."
