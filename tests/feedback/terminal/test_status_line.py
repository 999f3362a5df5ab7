import io

from rich.console import Console

from kriterion.feedback.terminal.status_line import StatusLine
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Permission,
    Test,
    Testcase,
)
from tests.feedback.sample import OUTPUT, list_changes


def format_line(changes: list[Change], width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, get_time=lambda: 5.0)
    status = StatusLine(console, Viewer())
    for change in changes:
        status.follow(change)
    with console.capture() as capture:
        console.print(status)
    return capture.get()


def test_it_shows_the_current_test_and_the_counts_so_far() -> None:
    changes = list(list_changes(OUTPUT))
    second = next(index for index, change in enumerate(changes) if change.path == (0, 1, 0))
    text = format_line(changes[: second + 1])
    assert "testing › output › #2 › countdown(3)" in text
    assert "✓ 1  ✗ 0  0 s" in text


def test_it_never_shows_hidden_parts() -> None:
    secret = Message(description="secret", permission=Permission.STAFF)
    opened = Testcase(accepted=True, description=secret)
    assert "secret" not in format_line([Change(ChangeKind.STARTED, (0, 0, 0), opened)])


def test_it_always_fits_one_line() -> None:
    long = Testcase(accepted=True, description=Message(description="wörd\n" * 100))
    assert format_line([Change(ChangeKind.STARTED, (0, 0, 0), long)], width=40).count("\n") == 1


def test_the_finished_tests_of_the_open_context_are_above_it() -> None:
    described = Message(description="f(1)\x1b[2J")
    secret = Message(description="secret", permission=Permission.STAFF)
    changes = [
        Change(ChangeKind.STARTED, (0, 0), Context(accepted=True)),
        Change(ChangeKind.FINISHED, (0, 0, 0, 0), Test(accepted=True, description=described)),
        Change(ChangeKind.FINISHED, (0, 0, 0, 1), Test(accepted=False, channel="stdout")),
        Change(ChangeKind.FINISHED, (0, 0, 0, 2), Test(accepted=True, description=secret)),
    ]
    lines = format_line(changes).splitlines()
    assert lines[0].startswith("  ✓ f(1)")
    assert "\x1b[2J" not in lines[0]
    assert lines[1].rstrip() == "  ✗ stdout"
    assert lines[2].rstrip() == "  ✓"
    assert "secret" not in "".join(lines)
    ended = Change(ChangeKind.FINISHED, (0, 0), Context(accepted=False))
    assert len(format_line([*changes, ended]).splitlines()) == 1


def test_tests_of_a_hidden_tab_are_not_shown() -> None:
    test = Test(accepted=True, description=Message(description="hidden"))
    change = Change(ChangeKind.FINISHED, (0, 0, 0, 0), test, hidden=True)
    assert "hidden" not in format_line([change])


def test_only_the_last_tests_are_shown() -> None:
    changes = [
        Change(ChangeKind.FINISHED, (0, 0, 0, n), Test(accepted=True, channel=f"test {n}"))
        for n in range(20)
    ]
    lines = format_line(changes).splitlines()
    assert len(lines) == 9
    assert "test 12" in lines[0]
