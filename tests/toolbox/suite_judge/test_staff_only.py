"""Nothing of a tab for staff reaches what a student may read, save that something in it failed."""

import json
from collections.abc import Callable

import pytest

from kriterion.feedback.json_document import encode_assessment
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.toolbox.suite_judge.conftest import Judged
from tests.toolbox.suite_judge.sandboxed import Assess, render_for_role

Judge = Callable[..., Judged]

# Whatever an author puts into a tab for staff has this in it, and nothing else has.
MARK = "s3cr3t"
SECRET = f"""
  permission: staff
  contexts:
    - description: {MARK} described
      files: {{"{MARK}.txt": "{MARK} in a file"}}
      testcases:
        - stdin: {MARK} typed
          arguments: [{MARK}-argument]
          stdout: {MARK} expected
          stderr: {MARK} on stderr
          exit_code: 0
          output_files: {{"{MARK}-out.txt": {MARK} written}}
    - testcases:
        - {{expression: 'f("{MARK} asked")', return: {MARK} returned}}
        - {{expression: 'f("{MARK} more")', raises: {{type: ValueError, message: {MARK} raised}}}}
        - {{statement: 'f("{MARK} done")', description: {MARK} titled, stdout: {MARK} printed}}
    - timeout: 0.2
      testcases: [{{stdin: {MARK} slowly, expression: 'f("{MARK}")', return: {MARK}}}]
"""
SUITE = f"""
- tab: {MARK} first
{SECRET}
- tab: Open
  contexts:
    - testcases:
        - {{stdout: "12"}}
    - testcases: [{{expression: f("shown"), return: 12}}, {{expression: f("again"), return: 12}}]
- tab: {MARK} last
  hidden: true
{SECRET}
- tab: Open as well
  testcases: [{{stdout: "12"}}, {{expression: found(), return: null}}]
"""

# What knows the secret has `said` of it: what comes in by arguments, stdin, files and expressions.
PREAMBLE = """
import os, sys, warnings, time
def found():
    for place in ('/dev/shm', '/tmp', '..', '.', os.path.expanduser('~')):
        try:
            for name in os.listdir(place):
                if 's3' + 'cr3t' in open(os.path.join(place, name)).read():
                    return open(os.path.join(place, name)).read()
        except OSError:
            pass
def gathered():
    said = ' '.join(sys.argv[1:]) + ' '.join(os.listdir())
    return said + sys.stdin.read()
def leave(said):
    for place in ('/dev/shm', '/tmp', '..', os.path.expanduser('~')):
        try:
            open(place + '/left', 'w').write(said)
        except OSError:
            pass
"""

SUBMISSIONS = {
    "honest and wrong": """
def f(asked): return 12
if __name__ == '__main__': print(12)
""",
    "honest, and right where students see it": """
import sys
def f(asked): return 12
if __name__ == '__main__': print(12, sys.stdin.read())
""",
    "raises": """
def f(asked): raise KeyError(asked, found())
if __name__ == '__main__': raise RuntimeError(gathered(), found())
""",
    "has types of exceptions that tell": """
def f(asked): raise type(asked, (Exception,), {})(asked)
if __name__ == '__main__': raise type(gathered(), (Exception,), {})
""",
    "prints and leaves": """
def f(asked):
    print(asked, found()); print(asked, file=sys.stderr); leave(asked); return asked
if __name__ == '__main__': print(gathered(), found()); leave(gathered())
""",
    "ends its process": """
def f(asked): leave(asked); sys.exit(asked)
if __name__ == '__main__': leave(gathered()); sys.exit(gathered())
""",
    "writes too much": """
def f(asked): print(asked * 100_000)
if __name__ == '__main__': print(gathered() * 100_000)
""",
    "returns too much": """
def f(asked): return asked * 1000
if __name__ == '__main__': print(gathered() * 1000)
""",
    "is busy at a line that tells": """
def f(asked):
    exec(compile('\\n' * len(asked) + 'while True: pass', __file__, 'exec'))
if __name__ == '__main__': exec(compile('\\n' * len(gathered()) + '1/0', __file__, 'exec'))
""",
    "uses memory": """
def f(asked): return [asked] * (len(asked) << 26)
if __name__ == '__main__': print(len([gathered()] * (len(gathered()) << 26)))
""",
    "kills itself": """
def f(asked): os.kill(os.getpid(), len(asked))
if __name__ == '__main__': os.kill(os.getpid(), 11)
""",
    "warns, and changes its source": """
def f(asked): warnings.warn(asked); open(__file__, 'w').write(asked); 1/0
if __name__ == '__main__': warnings.warn(gathered()); open(__file__, 'w').write(gathered()); 1/0
""",
    "forges answers": """
import json
def forge(said):
    fault = {'message': said, 'line': 3, 'column': 1, 'text': said}
    exception = {'type': said, 'message': said, 'traceback': said, 'line': 3}
    for ending in ('refused', 'raised', 'timed out', 'exited', 'done', 'nonsense'):
        for number in range(3, 64):
            try:
                os.write(number, json.dumps({
                    'ending': ending, 'exception': exception, 'fault': fault, 'line': 3,
                    'warnings': [{'line': 3, 'message': said}], 'exit_code': said,
                    'value': ['str', said], 'notation': said, 'fault': said,
                    'missing': [said],
                }).encode() + b'\\n')
            except OSError:
                pass
def f(asked): forge(asked)
if __name__ == '__main__': forge(gathered())
""",
}


@pytest.mark.long(reason="judges every attempt to see it")
@pytest.mark.machine
@pytest.mark.parametrize("source", SUBMISSIONS.values(), ids=SUBMISSIONS)
def test_a_student_sees_nothing_of_a_staff_tab(assess_by: Assess, source: str) -> None:
    assessment = assess_by("as it is", PREAMBLE + source, SUITE, time_limit=4)
    judge = assessment.judge
    assert judge is not None
    assert judge.violations == ()
    assert MARK not in render_for_role(Permission.STUDENT, assessment)
    assert MARK in render_for_role(Permission.STAFF, assessment)
    # How much time and memory it took depends on what nobody may see: it is not told either.
    document = json.loads(encode_assessment(assessment, Permission.STUDENT))["judge"]
    assert document["wall_seconds"] is document["peak_memory_bytes"] is None


@pytest.mark.long(reason="runs the judge for each language")
@pytest.mark.parametrize("source", SUBMISSIONS.values(), ids=SUBMISSIONS)
def test_the_judge_mentions_a_staff_tab_nowhere_else(judge_suite: Judge, source: str) -> None:
    """On any host, also one that shows annotations and statuses at once."""
    judged = judge_suite(SUITE, PREAMBLE.replace("'/dev/shm', ", "") + source, time_limit=4)
    outside = []
    inside = False
    for command in judged.commands:
        if command["command"] == "start-tab":
            inside = command.get("permission") == "staff"
        if not inside:
            outside.append(command)
        elif command["command"] in ("annotate-code", "escalate-status"):
            assert command == {"command": "escalate-status", "status": {"enum": "wrong"}}
        elif command["command"] == "close-test":
            assert command["status"]["enum"] in ("correct", "wrong")
        if command["command"] == "close-tab":
            inside = False
    assert MARK not in json.dumps(outside)


@pytest.mark.parametrize(
    "code",
    ["1 / 0", "raise SystemExit(5)", "while True: pass", "print('x' * 2_000_000)", "bytes(9**9)"],
)
def test_the_failure_of_a_staff_test_is_reported_to_staff_only(
    judge_suite: Judge, code: str
) -> None:
    suite = """
    - {tab: Secret, permission: staff, testcases: [{expression: f(True), return: 1, timeout: 1}]}
    - {tab: Open, testcases: [{expression: f(False), return: 1}]}
    """
    source = f"def f(secret):\n    if not secret: return 1\n    {code}\n"
    judged = judge_suite(suite, source)
    assert (judged.status, judged.summary) == ("wrong", "Tests that only teachers may see failed.")
    assert judged.annotations == []
    assert judged.testcases == [True, False]


def test_restricted_tabs_run_and_are_shown_last(judge_suite: Judge) -> None:
    suite = """
    - {tab: A, permission: zeus, testcases: [{expression: 1, return: 1}]}
    - {tab: B, permission: staff, testcases: [{expression: 1, return: 1}]}
    - {tab: C, testcases: [{expression: 1, return: 1}]}
    - {tab: D, permission: staff, testcases: [{expression: 1, return: 1}]}
    - {tab: E, permission: student, testcases: [{expression: 1, return: 1}]}
    """
    titles = [command["title"] for command in judge_suite(suite, "").named("start-tab")]
    assert titles == ["C", "E", "B", "D", "A"]


def test_students_learn_of_a_lack_of_time_caused_by_their_own_tabs(
    judge_suite: Judge,
) -> None:
    suite = """
    - {tab: Secret, permission: staff, testcases: [{expression: '1', return: 1}]}
    - {tab: Open, testcases: [{exit_code: 0}]}
    """
    source = (
        "import time\n"
        "if __name__ == '__main__':\n"
        "    until = time.process_time() + 0.9\n"
        "    while time.process_time() < until: pass\n"
    )
    judged = judge_suite(suite.replace("exit_code: 0", "exit_code: 0, timeout: 60"), source,
                         time_limit=1)  # fmt: skip
    assert judged.status == "time limit exceeded"
