"""Fold commands into a judgement: which command is allowed when, and what follows from it.

Source: dodona-edu/dodona e7be6f0d2, app/runners/result_constructor.rb.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from kriterion_tools.contracts.dodona_judge.commands import (
    Annotate,
    AnnotateCode,
    AppendMessage,
    CloseContext,
    CloseJudgement,
    CloseTab,
    CloseTest,
    CloseTestcase,
    Command,
    EscalateStatus,
    StartContext,
    StartJudgement,
    StartTab,
    StartTest,
    StartTestcase,
    StatusReport,
)
from kriterion_tools.contracts.dodona_judge.dialect import DODONAS, Dialect
from kriterion_tools.contracts.dodona_judge.levels import (
    Level,
    OpenContext,
    OpenJudgement,
    OpenTab,
    OpenTest,
    OpenTestcase,
    fork_level,
)
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status, is_worse
from kriterion_tools.contracts.dodona_judge.wire import (
    STATUS_OF,
    to_annotation,
    to_message,
    to_optional_message,
    to_whole_number,
)

Watch = Callable[[Change], None]


class MisplacedCommand(Exception):
    """A command came when it was not allowed; the judgement is unchanged.

    `belongs` says where it is allowed: "in a tab", "outside a judgement".
    """

    def __init__(self, belongs: str) -> None:
        super().__init__(f"it belongs {belongs}")
        self.belongs = belongs


class Judgement:
    """A judgement under construction.

    `level` is the innermost open level. `completed` is the last closed judgement or the last full
    output, whichever is later. `watch` receives each change.
    """

    __slots__ = (
        "_context",
        "_dialect",
        "_judgement",
        "_tab",
        "_test",
        "_testcase",
        "_watch",
        "completed",
        "level",
    )
    _judgement: OpenJudgement
    _tab: OpenTab
    _context: OpenContext
    _testcase: OpenTestcase
    _test: OpenTest

    def __init__(self, watch: Watch | None = None, dialect: Dialect = DODONAS) -> None:
        self.level = Level.NONE
        self.completed: FullOutput | None = None
        self._watch = watch
        self._dialect = dialect

    def apply(self, command: Command) -> None:
        """Apply one command. Raises MisplacedCommand if it is not allowed at this level."""
        required, act = _TRANSITIONS[type(command)]
        if self.level is not required and (required is not None or self.level is Level.NONE):
            belongs = "inside a judgement" if required is None else required.inside
            raise MisplacedCommand(belongs)
        act(self, command)

    def complete(self, output: FullOutput) -> None:
        """Apply a full output. An open judgement stays open, and will replace it."""
        self.completed = self._dialect.read_output(output)

    def snapshot(self) -> FullOutput | None:
        """Return the judgement so far with the status "running"; None before it starts.

        It leaves out the open test, and hidden tabs that may still disappear.
        """
        if self.level is Level.NONE:
            return self.completed
        fork = self._fork()
        if fork.level is Level.TEST:
            fork.level = Level.TESTCASE
        return replace(fork._close_all_levels(_CLOSE_AS_IS), status=Status.RUNNING, accepted=False)

    def end_as_failed(self, status: Status, description: str) -> FullOutput | None:
        """Return the judgement with every open level closed as failed, and this status.

        Without an open level, return the completed judgement, or None.
        """
        if self.level is Level.NONE:
            return self.completed
        report = StatusReport(enum=status.value, human=description)  # type: ignore[arg-type]
        closings: dict[Level, Command] = {
            Level.TEST: CloseTest(generated="", accepted=False, status=report),
            Level.TESTCASE: CloseTestcase(accepted=False),
            Level.CONTEXT: CloseContext(accepted=False),
            Level.TAB: CloseTab(),
            Level.JUDGEMENT: CloseJudgement(accepted=False, status=report),
        }
        return self._fork()._close_all_levels(closings)

    def _fork(self) -> "Judgement":
        fork = Judgement()
        fork.level = self.level
        for name in _ATTRIBUTES[: self.level]:
            setattr(fork, name, fork_level(getattr(self, name)))
        return fork

    def _close_all_levels(self, closings: Mapping[Level, Command]) -> FullOutput:
        while self.level is not Level.NONE:
            self.apply(closings[self.level])
        assert self.completed is not None
        return self.completed

    # The commands, in the contract's order.

    def _start_judgement(self, _: StartJudgement) -> None:
        self._judgement = OpenJudgement()
        self.level = Level.JUDGEMENT
        if self._watch:
            self._notify_of_status(Status.RUNNING)

    def _start_tab(self, command: StartTab) -> None:
        self._tab = OpenTab(
            title=command.title,
            index=self._judgement.begun,
            hidden=command.hidden,
            permission=command.permission,
        )
        self._judgement.begun += 1
        self.level = Level.TAB
        if self._watch:
            self._notify(ChangeKind.STARTED, self._tab.to_record())

    def _start_context(self, command: StartContext) -> None:
        self._context = OpenContext(to_optional_message(command.description))
        self.level = Level.CONTEXT
        if self._watch:
            self._notify(ChangeKind.STARTED, self._context.to_record())

    def _start_testcase(self, command: StartTestcase) -> None:
        self._testcase = OpenTestcase(to_optional_message(command.description))
        self.level = Level.TESTCASE
        if self._watch:
            self._notify(ChangeKind.STARTED, self._testcase.to_record())

    def _start_test(self, command: StartTest) -> None:
        self._test = OpenTest(
            expected=command.expected,
            description=to_optional_message(command.description),
            channel=None if isinstance(command.channel, UnsetType) else command.channel,
            format=command.format,
        )
        self.level = Level.TEST
        if self._watch:
            self._notify(ChangeKind.STARTED, self._test.to_record(accepted=False))

    def _append_message(self, command: AppendMessage) -> None:
        message = to_message(command.message)
        getattr(self, _ATTRIBUTES[self.level - 1]).messages.append(message)
        if self._watch:
            self._notify(ChangeKind.ADDED, message)

    def _annotate_code(self, command: AnnotateCode) -> None:
        annotation = to_annotation(command, command.type)
        annotation = self._dialect.read_annotation(annotation)
        self._judgement.annotations.append(annotation)
        if self._watch:
            self._watch(Change(ChangeKind.ADDED, (), annotation))

    def _escalate_status(self, command: EscalateStatus) -> None:
        self._escalate(command.status)

    def _close_test(self, command: CloseTest) -> None:
        self._escalate(command.status)
        accepted = command.accepted
        if accepted is UNSET:
            accepted = STATUS_OF[command.status.enum] is Status.CORRECT
        test = self._test.to_record(accepted=accepted, generated=command.generated)
        if self._watch:
            self._notify(ChangeKind.FINISHED, test)
        self._testcase.accepted = self._testcase.accepted and accepted
        self._testcase.tests.append(test)
        self.level = Level.TESTCASE

    def _close_testcase(self, command: CloseTestcase) -> None:
        if command.accepted is not UNSET:
            self._testcase.accepted = command.accepted
        testcase = self._testcase.to_record()
        if self._watch:
            self._notify(ChangeKind.FINISHED, testcase)
        self._tab.badge_count += not testcase.accepted
        self._context.accepted = self._context.accepted and testcase.accepted
        self._context.groups.append(testcase)
        self.level = Level.CONTEXT

    def _close_context(self, command: CloseContext) -> None:
        if command.accepted is not UNSET:
            self._context.accepted = command.accepted
        if command.data is not UNSET:
            self._context.data = command.data
        context = self._context.to_record()
        self._judgement.accepted = self._judgement.accepted and context.accepted
        self._tab.hidden = self._tab.hidden and context.accepted
        if self._watch:
            self._notify(ChangeKind.FINISHED, context)
        self._tab.groups.append(context)
        self.level = Level.TAB

    def _close_tab(self, command: CloseTab) -> None:
        if command.badge_count is not UNSET:
            self._tab.badge_count = to_whole_number(command.badge_count)
        tab = self._tab.to_record()
        if self._watch:
            self._notify(ChangeKind.FINISHED, tab)
        if not self._tab.hidden:
            self._judgement.groups.append(tab)
        self.level = Level.JUDGEMENT

    def _close_judgement(self, command: CloseJudgement) -> None:
        if command.accepted is not UNSET:
            self._judgement.accepted = command.accepted
        if command.status is not UNSET:
            self._set_status(command.status)
        self.completed = self._judgement.to_record()
        self.level = Level.NONE
        if self._watch:
            self._notify_of_status(self.completed.status)

    def _escalate(self, report: StatusReport) -> None:
        """Worsen the status, never improve it: of equally bad ones the first counts."""
        if is_worse(STATUS_OF[report.enum], self._judgement.status):
            self._set_status(report)
            if self._watch:
                self._notify_of_status(self._judgement.status)

    def _set_status(self, report: StatusReport) -> None:
        self._judgement.status = STATUS_OF[report.enum]
        self._judgement.description = None if report.human is UNSET else report.human

    # Notify watchers.

    def _notify(self, kind: ChangeKind, record: Tab | Context | Testcase | Test | Message) -> None:
        assert self._watch is not None
        in_tab = self.level >= Level.TAB
        permission = self._tab.permission if in_tab else Permission.STUDENT
        hidden = in_tab and self._tab.hidden
        self._watch(Change(kind, self._find_path(), record, permission, hidden))

    def _notify_of_status(self, status: Status) -> None:
        assert self._watch is not None
        self._watch(Change(ChangeKind.STATUS, (), status))

    def _find_path(self) -> tuple[int, ...]:
        """Return the path of the innermost open level, as in `Change`."""
        path: tuple[int, ...] = ()
        if self.level >= Level.TAB:
            path += (self._tab.index,)
        if self.level >= Level.CONTEXT:
            path += (len(self._tab.groups),)
        if self.level >= Level.TESTCASE:
            path += (len(self._context.groups),)
        if self.level >= Level.TEST:
            path += (len(self._testcase.tests),)
        return path


_ATTRIBUTES = ("_judgement", "_tab", "_context", "_testcase", "_test")

_CLOSE_AS_IS: dict[Level, Command] = {
    Level.TESTCASE: CloseTestcase(),
    Level.CONTEXT: CloseContext(),
    Level.TAB: CloseTab(),
    Level.JUDGEMENT: CloseJudgement(),
}

# The innermost level that a command requires (None: any, within a judgement), and its handler.
_TRANSITIONS: dict[type[Command], tuple[Level | None, Callable[[Judgement, Any], None]]] = {
    StartJudgement: (Level.NONE, Judgement._start_judgement),
    StartTab: (Level.JUDGEMENT, Judgement._start_tab),
    StartContext: (Level.TAB, Judgement._start_context),
    StartTestcase: (Level.CONTEXT, Judgement._start_testcase),
    StartTest: (Level.TESTCASE, Judgement._start_test),
    AppendMessage: (None, Judgement._append_message),
    AnnotateCode: (None, Judgement._annotate_code),
    Annotate: (None, Judgement._annotate_code),
    EscalateStatus: (None, Judgement._escalate_status),
    CloseTest: (Level.TEST, Judgement._close_test),
    CloseTestcase: (Level.TESTCASE, Judgement._close_testcase),
    CloseContext: (Level.CONTEXT, Judgement._close_context),
    CloseTab: (Level.TAB, Judgement._close_tab),
    CloseJudgement: (Level.JUDGEMENT, Judgement._close_judgement),
}
