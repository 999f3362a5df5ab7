import io

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.feedback.terminal.terminal_output import TerminalFeedback
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.feedback.golden import assert_golden
from tests.feedback.rendered import make_terminal_feedback, render_terminal
from tests.feedback.sample import ASSESSMENT, OUTPUT, list_changes

CORRECT, WRONG = OUTPUT.groups[0].groups[0], OUTPUT.groups[0].groups[3]
HIDDEN_TAB = Tab(description="Secret")


class Screen:
    """A console whose text can be read."""

    def __init__(self, width: int = 80, *, terminal: bool = False) -> None:
        self._file = io.StringIO()
        self.console = Console(
            file=self._file, width=width, force_terminal=terminal, highlight=False, _environ={}
        )

    @property
    def text(self) -> str:
        return self._file.getvalue()


def make_live_feedback(screen: Screen, role: Permission = Permission.STUDENT) -> TerminalFeedback:
    return make_terminal_feedback(screen.console, role=role, language="en")


def make_assessed(output: FullOutput) -> AssessmentRecord:
    assert ASSESSMENT.judge is not None
    return replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))


@pytest.mark.parametrize(
    ("width", "role", "language"), [(80, "zeus", "en"), (140, "student", "nl")]
)
def test_the_terminal_output_of_a_rich_assessment_matches_its_golden_file(
    pytestconfig: pytest.Config, width: int, role: str, language: str
) -> None:
    screen = Screen(width)
    screen.console.print(render_terminal(ASSESSMENT, role=Permission(role), language=language))
    text = "\n".join(line.rstrip() for line in screen.text.split("\n"))
    assert_golden(pytestconfig, f"terminal-{width}-{role}-{language}.txt", text)


def test_live_output_equals_final_output_except_for_early_annotations() -> None:
    followed, whole = Screen(), Screen()
    with make_live_feedback(followed) as feedback:
        for change in list_changes(OUTPUT):
            feedback.show(change)
        feedback.finish(ASSESSMENT)
    whole.console.print(render_terminal(ASSESSMENT, role=Permission.STUDENT, language="en"))
    rest = followed.text
    for line in whole.text.split("\n"):
        assert line in rest
        rest = rest[rest.index(line) :]


def test_a_context_is_printed_when_it_ends() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        feedback.show(Change(ChangeKind.STARTED, (0,), Tab(description="output")))
        feedback.show(Change(ChangeKind.STARTED, (0, 0), Context(accepted=True)))
        assert "#1" not in screen.text
        feedback.show(Change(ChangeKind.FINISHED, (0, 0), CORRECT))
        assert "✓ #1 Correct  greet('')" in screen.text
        feedback.show(Change(ChangeKind.FINISHED, (0, 1), WRONG))
        assert "✗ #2 Wrong" in screen.text
        assert "'Hello, Zoë!'" in screen.text


def test_nothing_is_printed_twice() -> None:
    screen = Screen()
    with make_live_feedback(screen, Permission.ZEUS) as feedback:
        for change in list_changes(OUTPUT):
            feedback.show(change)
        feedback.finish(ASSESSMENT)
    for once in ("Python 3.11", "worker 3", "no likeness found", "greet('Ann')", "triangle'"):
        assert screen.text.count(once) == 1, once


def test_parts_without_changes_are_printed_at_the_end() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        for change in list(list_changes(OUTPUT))[:6]:
            feedback.show(change)
        feedback.finish(ASSESSMENT)
    assert screen.text.count("Output ──") == 1
    assert "#5 Correct" in screen.text
    assert "Drawing ──" in screen.text


def test_a_hidden_tab_without_failures_is_not_printed() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        feedback.show(Change(ChangeKind.STARTED, (0,), HIDDEN_TAB, hidden=True))
        feedback.show(Change(ChangeKind.FINISHED, (0, 0), CORRECT, hidden=True))
        feedback.show(Change(ChangeKind.FINISHED, (0,), HIDDEN_TAB, hidden=True))
        feedback.show(Change(ChangeKind.STARTED, (1,), Tab(description="Shown")))
        feedback.show(Change(ChangeKind.FINISHED, (1, 0), CORRECT))
        feedback.finish(
            make_assessed(replace(OUTPUT, groups=(Tab(description="Shown", groups=(CORRECT,)),)))
        )
    assert "Secret" not in screen.text
    assert screen.text.count("Shown") == 1
    assert screen.text.count("#1 Correct") == 1


def test_a_hidden_tab_is_printed_completely_when_it_fails() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        feedback.show(Change(ChangeKind.STARTED, (0,), HIDDEN_TAB, hidden=True))
        feedback.show(Change(ChangeKind.FINISHED, (0, 0), CORRECT, hidden=True))
        assert screen.text == ""
        feedback.show(Change(ChangeKind.FINISHED, (0, 1), WRONG))
    assert screen.text.index("Secret") < screen.text.index("#1") < screen.text.index("#2")


def test_a_restarting_judge_is_followed_again() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        for change in (*list_changes(OUTPUT), *list_changes(OUTPUT)):
            feedback.show(change)
        feedback.finish(ASSESSMENT)
    assert screen.text.count("#5 Correct") == 2


def test_a_full_object_with_other_tabs_replaces_live_output() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        for change in list_changes(OUTPUT):
            feedback.show(change)
        feedback.finish(
            make_assessed(replace(OUTPUT, groups=(Tab(description="new", groups=(WRONG,)),)))
        )
    assert "New ──" in screen.text


def test_without_code_annotations_are_printed_once() -> None:
    annotation, untold = Annotation(row=4, text="unused"), Annotation(row=5, text="unknown")
    assessment = make_assessed(replace(OUTPUT, annotations=(annotation, untold)))
    unknown = replace(assessment.submission, source=None)
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        feedback.show(Change(ChangeKind.ADDED, (), annotation))
        feedback.finish(replace(assessment, submission=unknown))
    assert (screen.text.count("unused"), screen.text.count("unknown")) == (1, 1)


def test_annotations_are_printed_at_once() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        feedback.show(Change(ChangeKind.ADDED, (0, 0), Annotation(row=4, text="unused")))
        assert "Line 5 Info: unused" in screen.text


@pytest.mark.parametrize("width", [40, 80, 140])
def test_nothing_exceeds_the_terminal_width(width: int) -> None:
    test = Test(accepted=False, generated="名前" * 200, expected="x" * 500 + "\n" + "👩‍💻" * 90)
    case = Testcase(
        accepted=False,
        description=Message(format="python", description="f(" + "1, " * 200 + ")"),
        tests=(test,),
        messages=(Message(description="word" * 300),),
    )
    output = replace(
        OUTPUT, groups=(Tab(groups=(Context(accepted=False, groups=(case,)), CORRECT)),)
    )
    screen = Screen(width)
    screen.console.print(
        render_terminal(make_assessed(output), role=Permission.ZEUS, language="en")
    )
    assert max(cell_len(line) for line in screen.text.split("\n")) <= width


def test_student_output_cannot_control_the_terminal() -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\b\0[link=http://x]:smile:"
    message = Message(format="text", description=evil)
    test = Test(accepted=False, description=message, generated=evil, expected="x\x1b[1m")
    case = Testcase(accepted=False, description=message, tests=(test,), messages=(message,))
    output = FullOutput(
        accepted=False,
        status=Status.WRONG,
        messages=(message,),
        groups=(Tab(description=evil, groups=(Context(accepted=False, groups=(case,)),)),),
        annotations=(Annotation(row=0, text=evil, external_url=evil),),
    )
    assessment = make_assessed(output)
    assessment = replace(
        assessment, submission=replace(assessment.submission, source=evil), judge=assessment.judge
    )
    screen = Screen()
    screen.console.print(render_terminal(assessment, role=Permission.ZEUS, language="en"))
    assert not {chr(code) for code in (*range(32), *range(127, 160))} - {"\n"} & set(screen.text)
    assert "[link=http://x]:smile:" in screen.text


def test_without_a_terminal_no_line_is_redrawn() -> None:
    screen = Screen()
    with make_live_feedback(screen) as feedback:
        for change in list_changes(OUTPUT):
            feedback.show(change)
    assert "\x1b" not in screen.text
    assert "testing" not in screen.text


def test_on_a_terminal_the_status_line_is_removed_at_the_end() -> None:
    screen = Screen(terminal=True)
    with make_live_feedback(screen) as feedback:
        for change in list_changes(OUTPUT):
            feedback.show(change)
        assert "testing" in screen.text
    assert screen.text.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")


def test_a_terminal_without_colours_has_no_status_line() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, no_color=True, color_system=None, width=80)
    with make_terminal_feedback(console, role=Permission.STUDENT, language="en") as feedback:
        for change in list_changes(OUTPUT):
            feedback.show(change)
        feedback.finish(ASSESSMENT)
    assert "\x1b" not in file.getvalue()


def _make_accepted_with_message() -> FullOutput:
    testcase = Testcase(
        accepted=True,
        tests=(Test(accepted=True, generated="seven"),),
        messages=(Message(description="Well done!"),),
    )
    context = Context(accepted=True, groups=(testcase,))
    return FullOutput(accepted=True, status=Status.CORRECT, groups=(Tab(groups=(context,)),))


@pytest.mark.parametrize("followed", [True, False])
@pytest.mark.parametrize("everything", [True, False])
def test_accepted_contexts_are_printed_on_request(followed: bool, everything: bool) -> None:
    screen, output = Screen(), _make_accepted_with_message()
    options = {"role": Permission.STUDENT, "language": "en", "everything": everything}
    if followed:
        with make_terminal_feedback(screen.console, **options) as feedback:  # type: ignore[arg-type]
            for change in list_changes(output):
                feedback.show(change)
            feedback.finish(make_assessed(output))
    else:
        screen.console.print(render_terminal(make_assessed(output), **options))  # type: ignore[arg-type]
    assert screen.text.count("Well done!") == everything
