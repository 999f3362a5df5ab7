import pytest
from msgspec.structs import replace
from rich.console import Console

from kriterion.feedback.allowance import ALLOWANCE, Allowance
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from tests.feedback.rendered import render_page, render_terminal
from tests.feedback.sample import ASSESSMENT, OUTPUT

LEFT_OUT = "There is too much feedback to show all of it: this part is left out."
HEAVY = Message(description="a\n" * 32_000)


def make_failing(test: Test) -> Context:
    return Context(accepted=False, groups=(Testcase(accepted=False, tests=(test,)),))


def test_ordinary_feedback_is_shown_unchanged() -> None:
    allowance = Allowance(Viewer())
    assert allowance.limit_messages(OUTPUT.messages) == OUTPUT.messages
    assert tuple(allowance.limit_tabs(OUTPUT.groups)) == OUTPUT.groups


@pytest.mark.parametrize("format_", ["html", "md", "python", "plain"])
@pytest.mark.parametrize("text", ["x" * 10**7, "<b>x" * 10**6], ids=["text", "tags"])
def test_a_single_message_is_cut_instead_of_dropped(format_: str, text: str) -> None:
    message = Message(format=format_, description=text)
    assert Allowance(Viewer()).limit_messages((message,)) == (message,)


def test_omissions_are_mentioned_once_where_they_occur() -> None:
    allowance = Allowance(Viewer())
    visible = allowance.limit_messages((HEAVY,) * 80)
    assert visible[0] is HEAVY
    assert visible[-1].description == LEFT_OUT
    assert 5 < len(visible) < 40
    assert allowance.limit_messages((HEAVY,)) == ()
    assert list(allowance.limit_tabs(OUTPUT.groups)) == []


@pytest.mark.parametrize(
    "context",
    [
        Context(accepted=False),
        Context(accepted=True, messages=(HEAVY,)),
        make_failing(Test(accepted=False, generated="\n" * 2_000, expected="x")),
        make_failing(
            Test(accepted=False, messages=(Message(format="html", description="<b>x" * 200),))
        ),
        make_failing(Test(accepted=True, generated="a\n" * 30_000)),
        make_failing(Test(accepted=False, data={"diff": [[1, 1, "a", "b", False]] * 100})),
        Context(accepted=True, data={"stdin": "x" * 60_000}),
    ],
    ids=["empty", "message", "rows", "html", "lines", "Pythia's difference", "input"],
)
def test_contexts_of_any_kind_are_limited(context: Context) -> None:
    (visible,) = Allowance(Viewer()).limit_tabs((Tab(groups=(context,) * 20_000),))
    assert len(visible.groups) < 20_000
    assert visible.groups[0] is context
    assert [message.description for message in visible.groups[-1].messages] == [LEFT_OUT]
    assert visible.groups[-1].accepted is context.accepted


def test_verdicts_of_omitted_parts_count() -> None:
    assert ASSESSMENT.judge is not None
    contexts = (Context(accepted=True),) * (ALLOWANCE // 1_000) + (Context(accepted=False),) * 3
    output = replace(OUTPUT, groups=(Tab(groups=contexts),))
    assessment = replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))
    html = render_page(assessment, role=Permission.STUDENT, language="en", title="x")
    assert f"{ALLOWANCE // 1_000}/{len(contexts)} correct" in html
    assert html.count('<details id="tab-1-context') < len(contexts)
    assert LEFT_OUT in html


def test_a_terminal_shows_no_more_than_a_page() -> None:
    assert ASSESSMENT.judge is not None
    output = replace(OUTPUT, messages=(HEAVY,) * 80, groups=())
    assessment = replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))
    console = Console(width=200)
    with console.capture() as capture:
        console.print(render_terminal(assessment, role=Permission.ZEUS, language="en"))
    assert capture.get().count(LEFT_OUT) == 1
