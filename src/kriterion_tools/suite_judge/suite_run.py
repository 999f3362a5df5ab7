"""The judge: reads the suite, runs the submission on it, and reports the results."""

import math
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kriterion_tools.contracts.dodona_judge.machine_failure import (
    MachineFailure,
    is_machine_failure,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.suite_judge.answer import Answer, StepEnding
from kriterion_tools.suite_judge.budget import Budget
from kriterion_tools.suite_judge.judge_phrases import choose_text, translate_phrase
from kriterion_tools.suite_judge.leftovers import SHARED_PLACES, Leftovers
from kriterion_tools.suite_judge.notations import NOTATIONS
from kriterion_tools.suite_judge.own_copies import has_own_copies, remove_own_copies
from kriterion_tools.suite_judge.scratch import Scratch, WorkDirectoryUnusable, read_output_file
from kriterion_tools.suite_judge.step_verdict import (
    StepTest,
    StepTrouble,
    find_compile_failure,
    find_trouble,
    find_warnings,
    is_expected_ending,
    make_interference_trouble,
    make_tests,
)
from kriterion_tools.suite_judge.student_process import Nursery, StudentProcess
from kriterion_tools.suite_judge.suite import (
    PERMISSIONS,
    Action,
    Suite,
    SuiteContext,
    SuiteFaults,
    SuiteTab,
    SuiteTestcase,
)
from kriterion_tools.suite_judge.suite_configuration import (
    ConfigurationFault,
    SuiteConfiguration,
    read_configuration,
)
from kriterion_tools.suite_judge.suite_feedback import FeedbackLevel, SuiteReport
from kriterion_tools.suite_judge.suite_reader import read_suite

_FILE_BYTES = 64 << 20
_OWN_MEMORY_BYTES = 30_000_000  # for the judge and the nursery, which were measured at 26 MB
_COMPILE_SECONDS = 5.0
# The kernel kills a process at this many times the time limit, well after the judge's clock should
# have stopped it: a process that the kernel kills is reported as having used too much memory.
_KERNEL_LIMIT_FACTOR = 2
_LONGEST_EXTRA = 2_000


def judge(document: bytes, nursery: Nursery, report: SuiteReport) -> None:
    """Judge the submission that this configuration names."""
    with report.judgement():
        try:
            configuration = read_configuration(document)
        except ConfigurationFault as fault:
            _report_internal_error(report, "en", "judge has failed", str(fault))
            return
        language = configuration.natural_language
        try:
            suite = _load_suite(configuration)
            source = Path(configuration.source).read_bytes()
            remove_own_copies(configuration)
            workdir = Path(configuration.workdir)
            scratch = Scratch(workdir, _record_leftovers(configuration))
            budget = Budget(nursery.clock, configuration.time_limit_seconds)
            _SuiteRun(configuration, nursery, report, scratch, source, budget).judge(suite)
        except SuiteFaults as faults:
            heading = translate_phrase("en", "faults", file=configuration.suite)
            explanation = "\n".join([heading, *map(str, faults.faults)])
            _report_internal_error(report, language, "exercise is faulty", explanation)
        except (ConfigurationFault, OSError) as error:
            if isinstance(error, OSError) and is_machine_failure(error):
                raise MachineFailure(str(error)) from error
            _report_internal_error(report, language, "judge has failed", str(error))


def _record_leftovers(configuration: SuiteConfiguration) -> Leftovers:
    """Record which files exist now, to remove new ones later.

    In directories that other programs may use, nothing is recorded, and so nothing removed.
    """
    if not has_own_copies(configuration):
        return Leftovers()
    run, workdir = Path(configuration.resources).parent, Path(configuration.workdir)
    temporary = os.environ.get("TMPDIR", "/tmp")  # noqa: S108
    home = Path(os.environ.get("HOME", workdir))
    places = {*map(Path, (*SHARED_PLACES, temporary)), run, run.parent}
    places |= {workdir, home, home.parent}
    return Leftovers(places, preserved=(home, *(() if home in workdir.parents else (workdir,))))


def _load_suite(configuration: SuiteConfiguration) -> Suite:
    notation = NOTATIONS.get(configuration.programming_language.lower())
    if notation is None:
        raise ConfigurationFault(
            f"programming_language: {configuration.programming_language!r:.60} is not one of "
            + ", ".join(NOTATIONS)
        )
    resources = Path(configuration.resources)
    document = (resources / configuration.suite).read_bytes()
    return read_suite(document, notation, lambda path: (resources / path).read_bytes())


def _report_internal_error(report: SuiteReport, language: str, name: str, why: str) -> None:
    """Report that the submission cannot be judged: a phrase to students, the reason to staff."""
    report.escalate(Status.INTERNAL_ERROR, translate_phrase(language, name))
    report.message(translate_phrase(language, name))
    report.message(why, "code", permission="staff")


class _SuiteRun:
    """Runs one submission on the suite."""

    def __init__(
        self,
        configuration: SuiteConfiguration,
        nursery: Nursery,
        report: SuiteReport,
        scratch: Scratch,
        source: bytes,
        budget: Budget,
    ) -> None:
        self._configuration = configuration
        self._language = configuration.natural_language
        self._nursery = nursery
        self._report = report
        self._scratch = scratch
        self._source = source
        self._last_row = source.count(b"\n")
        self._budget = budget

    def judge(self, suite: Suite) -> None:
        """Judge all tabs, unless the submission does not compile.

        Tabs that fewer people may see come later, because a context can always pass information to
        the next ones, by how long it takes or how much memory it uses.
        """
        if not self._compile_submission():
            return
        tabs = sorted(suite.tabs, key=_rank)
        left = sum(len(tab.contexts) for tab in tabs)
        rank = 0
        for tab in tabs:
            if _rank(tab) > rank == 0 and not self._budget.has_time_left():
                # Visible to students: their own tabs used all the time.
                self._report_exhausted_time()
            rank = _rank(tab)
            title = choose_text(tab.title, self._language) or self._translate("default tab")
            with self._report.tab(title, hidden=tab.hidden, permission=tab.permission):
                for context in tab.contexts:
                    left -= 1
                    self._judge_context(context, is_last=left == 0)
        failed = self._report.failed
        if self._report.status is Status.WRONG:
            name = "tests failed" if failed else "unseen tests failed"
            self._report.summary = self._translate(name, count=failed)

    # --- before the tests

    def _compile_submission(self) -> bool:
        seconds = self._budget.seconds_for(_COMPILE_SECONDS, is_last=False) or _COMPILE_SECONDS
        with (
            self._scratch.work_directory({}) as directory,
            self._start_process(directory) as process,
        ):
            if process.missing:
                missing = " and no ".join(process.missing)
                self._report.message(
                    self._translate("no fence", missing=missing), permission="staff"
                )
            answer = process.do("compile", until=self._nursery.clock.after(seconds))
        if answer.ending is StepEnding.DONE:
            for line, message in find_warnings(answer):
                self._annotate(line, message, "warning")
            return True
        # No student code has run yet, so the judge itself must have failed.
        if answer.ending in (StepEnding.EXITED, StepEnding.BROKEN):
            why = f"the submission was not even compiled: {answer.stderr or answer.ending}"
            _report_internal_error(self._report, self._language, "judge has failed", why)
            return False
        refusal = find_compile_failure(answer, self._translate("no python"))
        message = refusal.message
        if refusal.line is not None:
            message = f"{self._configuration.filename}:{refusal.line}: {message}"
        self._report.escalate(Status.COMPILATION_ERROR, message)
        self._report.message(message + refusal.excerpt, "code")
        self._annotate(refusal.line, refusal.message, "error", **refusal.place)
        return False

    # --- a context

    def _judge_context(self, context: SuiteContext, *, is_last: bool) -> None:
        description = choose_text(context.description, self._language)
        if _is_named_by_testcase(context):
            description = choose_text(context.testcases[0].description, self._language)
        with self._report.context(description, _make_debugger_data(context)) as level:
            seconds = self._budget.seconds_for(context.timeout_seconds, is_last=is_last)
            if seconds is None:
                self._report_exhausted_time()
                self._report_skipped(context, "no time left")
                return
            try:
                with (
                    self._scratch.work_directory(context.files) as directory,
                    self._start_process(directory) as process,
                ):
                    self._run_testcases(context, process, directory, seconds, level)
            except WorkDirectoryUnusable:  # by an earlier context: compiling had a work directory
                level.fail()
                self._report_trouble(make_interference_trouble(self._language))
                self._report_skipped(context, "not executed")

    def _run_testcases(
        self,
        context: SuiteContext,
        process: StudentProcess,
        directory: Path,
        seconds: float,
        level: FeedbackLevel,
    ) -> None:
        """Run the context's testcases in order, as long as the process lives."""
        until = self._nursery.clock.after(seconds)
        if context.testcases[0].action is not Action.RUN:
            answer = process.do("load", until=until)
            if answer.stdout:
                self._report_extra_output("printed while loading", answer.stdout)
            trouble = find_trouble(answer, self._language, seconds=seconds)
            if trouble:
                level.fail()
                self._report_trouble(trouble)
                self._report_skipped(context, "not executed")
                return
        for number, testcase in enumerate(context.testcases, start=1):
            with self._open_testcase(testcase, context) as level:
                answer = process.do(
                    testcase.action.value,
                    until=until,
                    code=testcase.code,
                    arguments=testcase.arguments,
                    stdin=testcase.stdin,
                )
                self._judge_testcase(testcase, answer, directory, seconds, level)
            if answer.ending not in (StepEnding.DONE, StepEnding.RAISED):
                self._report_skipped(context, "not executed", after=number)
                return

    def _judge_testcase(
        self,
        testcase: SuiteTestcase,
        answer: Answer,
        directory: Path,
        seconds: float,
        level: FeedbackLevel,
    ) -> None:
        trouble = None
        if not is_expected_ending(testcase, answer):
            trouble = find_trouble(answer, self._language, seconds=seconds)
        if trouble:
            level.fail()
            self._report.escalate(trouble.status, trouble.summary)
        for test in make_tests(
            testcase, answer, self._language, lambda name: read_output_file(directory, name)
        ):
            if not test.accepted:
                level.fail()
            self._report_test(test, trouble.status if trouble else Status.WRONG)
        for name, expected, written in (
            ("also on stdout", testcase.stdout, answer.stdout),
            ("also on stderr", testcase.stderr, answer.stderr),
        ):
            if expected is None and written:
                self._report_extra_output(name, written)
        if trouble:
            self._report_trouble(trouble)

    def _report_skipped(self, context: SuiteContext, why: str, *, after: int = 0) -> None:
        """Report testcases that were not executed as failed: all but the first `after`.

        `why` names a phrase.
        """
        for testcase in context.testcases[after:]:
            with self._open_testcase(testcase, context) as level:
                level.fail()
                self._report.message(self._translate(why))

    def _start_process(self, directory: Path) -> StudentProcess:
        memory_bytes = self._configuration.memory_limit_bytes
        return self._nursery.open(
            source=self._source.decode("latin-1"),
            filename=self._configuration.filename,
            directory=str(directory),
            memory_bytes=max(memory_bytes - _OWN_MEMORY_BYTES, memory_bytes // 2),
            file_bytes=_FILE_BYTES,
            cpu_seconds=_KERNEL_LIMIT_FACTOR * math.ceil(self._configuration.time_limit_seconds),
            hidden=(self._configuration.resources,),
            network=self._configuration.network,
        )

    # --- the report

    @contextmanager
    def _open_testcase(
        self, testcase: SuiteTestcase, context: SuiteContext
    ) -> Iterator[FeedbackLevel]:
        """Open a testcase that shows its call, below the author's description if there is one."""
        description = choose_text(testcase.description, self._language)
        call, kind = self._describe_call(testcase)
        if not description or _is_named_by_testcase(context):
            with self._report.testcase(call, kind) as level:
                yield level
            return
        with self._report.testcase(description, "plain") as level:
            self._report.message(call, kind)
            yield level

    def _describe_call(self, testcase: SuiteTestcase) -> tuple[str, str]:
        """Return a testcase's code or command line, and its format."""
        if testcase.action is not Action.RUN:
            return testcase.code, self._configuration.programming_language
        command = shlex.join(("python3", self._configuration.filename, *testcase.arguments))
        return f"$ {command}\n{testcase.stdin}".rstrip("\n"), "console"

    def _report_test(self, test: StepTest, status: Status) -> None:
        generated = self._report.truncate_output(test.generated, beside=test.expected)
        messages = [test.hint] if test.hint else []
        if len(generated) < len(test.generated):
            messages.append(self._translate("cut", shown=len(generated), total=len(test.generated)))
        self._report.test(
            test.channel,
            expected=test.expected,
            generated=generated,
            status=Status.CORRECT if test.accepted else status,
            messages=tuple(messages),
        )

    def _report_trouble(self, trouble: StepTrouble) -> None:
        self._report.escalate(trouble.status, trouble.summary)
        if trouble.traceback:
            self._report.message(trouble.traceback.rstrip("\n"), "code")
        if trouble.message:
            self._report.message(trouble.message)
        self._annotate(trouble.line, trouble.remark, "error")

    def _report_exhausted_time(self) -> None:
        self._report.escalate(Status.TIME_LIMIT_EXCEEDED, self._translate("no time left"))

    def _report_extra_output(self, name: str, written: str) -> None:
        text = self._report.truncate_output(written)[:_LONGEST_EXTRA]
        ellipsis = "\n…" if len(text) < len(written) else ""
        self._report.message(self._translate(name))
        self._report.message(text + ellipsis, "code")

    def _annotate(self, line: int | None, message: str, kind: str, **place: int | None) -> None:
        """Annotate a line. The student process chose it, so ignore one that does not exist."""
        if line is not None and line <= self._last_row + 1:
            self._report.annotate(line - 1, message, kind, **place)

    def _translate(self, name: str, **values: object) -> str:
        return translate_phrase(self._language, name, **values)


def _rank(tab: SuiteTab) -> int:
    """Return a number that is higher the fewer people may see the tab."""
    return PERMISSIONS.index(tab.permission or PERMISSIONS[0])


def _is_named_by_testcase(context: SuiteContext) -> bool:
    """Whether the description of a context's only testcase becomes that of the context."""
    return not context.description and len(context.testcases) == 1


def _make_debugger_data(context: SuiteContext) -> dict[str, str]:
    """Return the statements and the input with which a step debugger starts the context."""
    statements = [testcase.code for testcase in context.testcases if testcase.code]
    data = {"statements": "\n".join(statements), "stdin": context.testcases[0].stdin}
    return {key: value for key, value in data.items() if value}
