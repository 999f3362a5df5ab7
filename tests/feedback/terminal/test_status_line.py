import io

from rich.console import Console

from kriterion.feedback.terminal.status_line import StatusLine
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import Message, Permission, Testcase
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
