"""An assessment with every kind of content, and the changes that produce it."""

from collections.abc import Iterator

from kriterion.assessment.assessment_record import (
    AssessmentRecord,
    Environment,
    JudgeRecord,
    SubmissionRecord,
    ToolViolation,
)
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status

SOURCE = '''\
"""Turtles all the way down."""
import sys


def countdown(start):
    for number in range(start):
        print(number , end=" ")
    unused = sys.argv


def greet(name: str) -> str:
    # TODO: be friendlier
    return f"Hello {name}"
'''

PICTURE = (
    '<svg viewBox="0 0 120 60" width="240" height="120"><defs><linearGradient id="sky">'
    '<stop offset="0" stop-color="#7fb8ff"/><stop offset="1" stop-color="#fff"/>'
    '</linearGradient></defs><rect width="120" height="60" fill="url(#sky)"/>'
    '<path d="M10 50 L60 10 L110 50 Z" fill="none" stroke="#b0241a" stroke-width="3"/></svg>'
)


def _make_code(text: str) -> Message:
    return Message(format="python", description=text)


def _make_passing(call: str, value: str) -> Context:
    test = Test(accepted=True, generated=value, expected=value, channel="return")
    return Context(
        accepted=True,
        groups=(Testcase(accepted=True, description=_make_code(call), tests=(test,)),),
    )


_FAILING_OUTPUT = Context(
    accepted=False,
    description=Message(description="A countdown goes down."),
    groups=(
        Testcase(
            accepted=False,
            description=_make_code("countdown(3)"),
            tests=(
                Test(
                    accepted=False,
                    generated="0\n1 \n2\nliftoff",
                    expected="3\n2\n1\nliftoff!\n",
                    channel="stdout",
                ),
                Test(accepted=True, generated="", expected="", channel="stderr"),
            ),
            messages=(
                Message(
                    format="callout-warning",
                    description="Did you *reverse* the `range`?",
                ),
            ),
        ),
        Testcase(
            accepted=True,
            description=_make_code("countdown(0)"),
            tests=(Test(accepted=True, generated="liftoff!\n", expected="liftoff!\n"),),
        ),
    ),
)

_FAILING_RETURN = Context(
    accepted=False,
    groups=(
        Testcase(
            accepted=False,
            description=_make_code("greet('Zoë')"),
            tests=(
                Test(
                    accepted=False,
                    generated="'Hello Zoë'",
                    expected="'Hello, Zoë!'",
                    channel="return",
                ),
            ),
            messages=(
                Message(
                    format="html",
                    description='<p>See <a href="#" class="tab-link" data-tab="code" '
                    'data-line="13">line 13</a> of your <strong>code</strong>.</p>',
                ),
                Message(
                    format="code",
                    description="judge: compared with ==",
                    permission=Permission.STAFF,
                ),
            ),
        ),
    ),
)

OUTPUT = FullOutput(
    accepted=False,
    status=Status.WRONG,
    description="2 of 6 tests failed",
    messages=(
        Message(format="markdown", description="Your code was run with **Python 3.11**."),
        Message(description="worker 3, 0.8 s in the queue", permission=Permission.ZEUS),
    ),
    groups=(
        Tab(
            description="output",
            badge_count=2,
            groups=(
                _make_passing("greet('')", "'Hello '"),
                _FAILING_OUTPUT,
                _make_passing("greet('Ann')", "'Hello Ann'"),
                _FAILING_RETURN,
                _make_passing("greet('名前')", "'Hello 名前'"),
            ),
        ),
        Tab(
            description="drawing",
            badge_count=0,
            messages=(
                Message(format="html", description=f"<p>What you drew:</p>{PICTURE}"),
                Message(
                    format="console",
                    description="$ ./draw\n\x1b[32m✓ triangle\x1b[0m\n\x1b[1;31m✗ square\x1b[0m",
                ),
            ),
            groups=(_make_passing("draw('triangle', sides=3, colour='red')", "None"),),
        ),
        Tab(
            description="Plagiarism",
            permission=Permission.STAFF,
            messages=(Message(description="no likeness found"),),
        ),
    ),
    annotations=(
        Annotation(
            row=6,
            column=20,
            columns=1,
            text="E203 whitespace before ','",
            type=AnnotationSeverity.WARNING,
            external_url="https://www.flake8rules.com/rules/E203.html",
        ),
        Annotation(
            row=4,
            rows=4,
            column=0,
            columns=21,
            text="countdown goes up",
            type=AnnotationSeverity.ERROR,
        ),
        Annotation(row=99, text="no newline\n------\nat the end", type=AnnotationSeverity.INFO),
    ),
)

ASSESSMENT = AssessmentRecord(
    submission=SubmissionRecord(
        exercise="countdown", file_name="countdown.py", source=SOURCE, language="en"
    ),
    judge=JudgeRecord(
        status=Status.WRONG,
        accepted=False,
        summary="2 of 6 tests failed",
        ending="exited",
        wall_seconds=0.8371,
        cpu_seconds=0.5,
        peak_memory_bytes=36_700_160,
        feedback=OUTPUT,
        violations=(
            ToolViolation(
                document="judge output",
                where="byte 120",
                what="not JSON",
                code="judge-output.not-json",
                excerpt="DEBUG:root:starting",
            ),
        ),
        backend="bubblewrap",
        enforced={"memory": "nothing", "cpu time": "rlimit"},
        environment=Environment(kind="host", image="dodona-python", root="/", system="Debian"),
    ),
)


def list_changes(output: FullOutput) -> Iterator[Change]:
    """Return the changes by which a judge's stream produces this output."""
    for message in output.messages:
        yield Change(ChangeKind.ADDED, (), message)
    for index, tab in enumerate(output.groups):
        yield from _list_tab_changes(tab, (index,))
    for annotation in output.annotations:
        yield Change(ChangeKind.ADDED, (), annotation)
    yield Change(ChangeKind.STATUS, (), output.status)


def _list_tab_changes(tab: Tab, path: tuple[int, ...]) -> Iterator[Change]:
    started = Tab(description=tab.description, permission=tab.permission)
    yield Change(ChangeKind.STARTED, path, started, tab.permission)
    for message in tab.messages:
        yield Change(ChangeKind.ADDED, path, message, tab.permission)
    for index, context in enumerate(tab.groups):
        place = (*path, index)
        yield Change(ChangeKind.STARTED, place, Context(accepted=True), tab.permission)
        for number, testcase in enumerate(context.groups):
            opened = Testcase(accepted=True, description=testcase.description)
            yield Change(ChangeKind.STARTED, (*place, number), opened, tab.permission)
            for message in testcase.messages:
                yield Change(ChangeKind.ADDED, (*place, number), message, tab.permission)
            yield Change(ChangeKind.FINISHED, (*place, number), testcase, tab.permission)
        yield Change(ChangeKind.FINISHED, place, context, tab.permission)
    yield Change(ChangeKind.FINISHED, path, tab, tab.permission)
