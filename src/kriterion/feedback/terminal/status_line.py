"""The current test and those before it in its context, for terminals that can redraw lines."""

from collections import deque

from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from kriterion.feedback import phrases
from kriterion.feedback.icons import CHECK, CROSS, choose_verdict_icon
from kriterion.feedback.titles import find_channel
from kriterion.feedback.viewer import Viewer
from kriterion.markup.message_text import make_safe, render_message_text
from kriterion.markup.visible_text import make_visible, shorten
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import Context, Tab, Test, Testcase

_MAXIMUM_LENGTH = 200
_MAXIMUM_TESTS = 8


class StatusLine:
    """Tracks the changes of a judgement and shows the current test.

    Above it are the last tests of the open context, until the context itself is printed. Nothing is
    drawn if the output is not a terminal, or if NO_COLOR is set.
    """

    def __init__(self, console: Console, viewer: Viewer) -> None:
        self._viewer = viewer
        self._tab: Tab | None = None
        self._testcase: Testcase | None = None
        self._tests: deque[Text] = deque(maxlen=_MAXIMUM_TESTS)
        self._number = 0
        self._correct = self._wrong = 0
        self._console = console
        self._began = console.get_time()
        self._spinner = Spinner("dots", style="cyan")
        can_draw = console.is_terminal and not console.is_dumb_terminal and not console.no_color
        self._live = (
            Live(get_renderable=self.__rich__, console=console, transient=True)
            if can_draw
            else None
        )

    def start(self) -> None:
        """Start drawing the line."""
        if self._live:
            self._live.start()

    def stop(self) -> None:
        """Remove the line. It may be called twice."""
        if self._live:
            self._live.stop()

    def follow(self, change: Change) -> None:
        """Update the line with a change."""
        record = change.record
        if isinstance(record, Tab | Context):
            self._tests.clear()
        if change.kind is ChangeKind.STARTED:
            if isinstance(record, Tab):
                self._tab, self._testcase = record, None
            elif isinstance(record, Context):
                self._number, self._testcase = change.path[-1] + 1, None
            elif isinstance(record, Testcase):
                self._testcase = record
        elif change.kind is ChangeKind.FINISHED and isinstance(record, Context):
            self._correct += record.accepted
            self._wrong += not record.accepted
        elif change.kind is ChangeKind.FINISHED and isinstance(record, Test) and not change.hidden:
            self._tests.append(self._describe_test(record))

    def __rich__(self) -> Group:
        seconds = self._console.get_time() - self._began
        counts = Text(f"{CHECK.character} {self._correct}", style="green")
        counts.append(f"  {CROSS.character} {self._wrong}", "red" if self._wrong else "dim")
        counts.append(f"  {seconds:.0f} s", "dim")
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column()
        table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        table.add_column(no_wrap=True)
        table.add_row(self._spinner, Text(self._describe_position(), style="dim"), counts)
        return Group(*self._tests, table)

    def _describe_test(self, test: Test) -> Text:
        """Return a line for a test: its verdict, and its description or that of its testcase."""
        icon = choose_verdict_icon(test.accepted)
        descriptions = (test.description, self._testcase.description if self._testcase else None)
        title = next(
            (
                render_message_text(description).plain
                for description in descriptions
                if description and self._viewer.role.may_see(description.permission)
            ),
            find_channel(test),
        )
        line = Text(f"  {icon.character} ", "green" if test.accepted else "red")
        line.append(shorten(make_safe(title).replace("\n", " "), _MAXIMUM_LENGTH), "dim")
        line.no_wrap, line.overflow = True, "ellipsis"
        return line

    def _describe_position(self) -> str:
        words = [self._viewer.translate(phrases.TESTING)]
        if self._tab:
            words.append(make_visible(self._tab.description))
        if self._number:
            words.append(f"#{self._number}")
        description = self._testcase.description if self._testcase else None
        if description and self._viewer.role.may_see(description.permission):
            words.append(render_message_text(description).plain)
        return shorten(" › ".join(words).replace("\n", " "), _MAXIMUM_LENGTH)
