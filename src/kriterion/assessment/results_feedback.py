"""The verdict and the feedback that a test runner's results give.

The results of Exercism's contract become the records that a judge's output becomes, so everything
that stores and shows feedback knows only these.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from kriterion.exercises.exercise import Exercise
from kriterion.tools.exercism_tool import ToolEnding
from kriterion.tools.test_runner import TestRunnerResult
from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.outcome import Verdict
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.staff_report import report_excerpt, report_sentences
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_test_runner.solution_results import (
    ResultStatus,
    SolutionResults,
    TestResult,
)
from kriterion_tools.translation.translator import Phrase, Translator

_TESTS = Phrase("Tests")
_TASK = Phrase("Task {number}")
_TITLED_TASK = Phrase("Task {number}: {title}")
_OUTPUT = Phrase("Your code printed:")
_NOT_TESTED = Phrase("The tests could not be run.")
_ENDED = Phrase("The test runner ended with: {value}.")
_VIOLATIONS = Phrase("What the test runner should not have written:")
_TOOL_OUTPUT = "code"
_PRINTED = "console"  # may contain the escape sequences of colours

# A student's code can cause these, so they are results.
_LIMITS: Mapping[ToolEnding, Status] = {
    ToolEnding.OUTPUT_LIMIT: Status.OUTPUT_LIMIT_EXCEEDED,
    ToolEnding.FILE_LIMIT: Status.OUTPUT_LIMIT_EXCEEDED,
    ToolEnding.MEMORY_LIMIT: Status.MEMORY_LIMIT_EXCEEDED,
    ToolEnding.TIMEOUT: Status.TIME_LIMIT_EXCEEDED,
}
# Source: exercism/docs 19e037f, building/tooling/test-runners/interface.md, "Task ID".
_TASK_HEADING = re.compile(r"^##\s+(\d{1,4})\.\s+(\S.*)$", re.MULTILINE)


def make_verdict(tested: TestRunnerResult, exercise: Exercise, translator: Translator) -> Verdict:
    """Return the verdict on a submission. Its output has a tab with a context for each test or
    task.
    """
    if tested.results is None:
        output = _build_failed_output(tested, translator)
    else:
        output = _build_output(tested.results, exercise, translator)
    messages = _report_violations(tested, translator)
    output = FullOutput(
        accepted=output.accepted,
        status=output.status,
        description=output.description,
        messages=output.messages + messages,
        groups=output.groups,
    )
    return Verdict(
        output=output,
        status=output.status,
        accepted=output.accepted,
        summary=output.description,
        violations=(),
    )


def _build_failed_output(tested: TestRunnerResult, translator: Translator) -> FullOutput:
    status = _LIMITS.get(tested.ending, Status.INTERNAL_ERROR)
    failed = status is Status.INTERNAL_ERROR
    phrase = host_phrases.JUDGE_FAILED if failed else host_phrases.name_status(status)
    outcome = tested.outcome
    reasons: list[tuple[Phrase, object]] = [(_ENDED, tested.ending.value)]
    if outcome.exit_status is not None:
        reasons.append((host_phrases.EXITED, outcome.exit_status))
    return FullOutput(
        accepted=False,
        status=status,
        description=translator.translate(phrase),
        messages=(
            report_sentences(reasons, translator),
            *report_excerpt(host_phrases.STANDARD_ERROR, outcome.stderr, translator),
            *report_excerpt(host_phrases.STANDARD_OUTPUT, outcome.stdout, translator),
        ),
    )


def _build_output(
    results: SolutionResults, exercise: Exercise, translator: Translator
) -> FullOutput:
    status = _choose_status(results)
    accepted = status is Status.CORRECT
    messages: tuple[Message, ...] = ()
    if results.message is not None and not accepted:
        messages = (Message(format=_PRINTED, description=results.message),)
    description = None
    if results.status is ResultStatus.ERROR:
        description = translator.translate(_NOT_TESTED)
    elif accepted:
        description = translator.translate(host_phrases.name_status(status))
    contexts = tuple(_build_contexts(results, exercise, translator))
    tab = Tab(
        description=translator.translate(_TESTS),
        badge_count=sum(test.status is not ResultStatus.PASS for test in results.tests),
        groups=contexts,
    )
    return FullOutput(
        accepted=accepted,
        status=status,
        description=description,
        messages=messages,
        groups=(tab,) if contexts else (),
    )


def _choose_status(results: SolutionResults) -> Status:
    """Return CORRECT if the results passed, otherwise the status of the worst test."""
    if results.status is ResultStatus.PASS:
        return Status.CORRECT
    statuses = {test.status for test in results.tests}
    if results.status is ResultStatus.ERROR:
        return Status.RUNTIME_ERROR if statuses else Status.COMPILATION_ERROR
    return Status.RUNTIME_ERROR if ResultStatus.ERROR in statuses else Status.WRONG


def _build_contexts(
    results: SolutionResults, exercise: Exercise, translator: Translator
) -> Iterator[Context]:
    """Yield a context for each test, or for consecutive ones of the same task."""
    language = exercise.programming_language or _TOOL_OUTPUT
    titles = _find_task_titles(exercise)
    for task, group in groupby(results.tests, key=lambda test: test.task_id):
        testcases = [_build_testcase(test, language, translator) for test in group]
        if task is None:
            for testcase in testcases:
                yield Context(accepted=testcase.accepted, groups=(testcase,))
            continue
        heading = (
            translator.translate(_TITLED_TASK, number=task, title=titles[task])
            if task in titles
            else translator.translate(_TASK, number=task)
        )
        yield Context(
            accepted=all(testcase.accepted for testcase in testcases),
            description=Message(description=heading),
            groups=tuple(testcases),
        )


def _find_task_titles(exercise: Exercise) -> dict[int, str]:
    """Return the titles of the tasks in the exercise's instructions by number."""
    description = exercise.description()
    if description is None:
        return {}
    return {int(number): title.strip() for number, title in _TASK_HEADING.findall(description.text)}


def _build_testcase(test: TestResult, language: str, translator: Translator) -> Testcase:
    messages: list[Message] = []
    if test.code is not None:
        messages.append(Message(format=language, description=test.code))
    if test.message is not None:
        messages.append(Message(format=_PRINTED, description=test.message))
    if test.output is not None:
        messages.append(Message(description=translator.translate(_OUTPUT)))
        messages.append(Message(format=_PRINTED, description=test.output))
    return Testcase(
        accepted=test.status is ResultStatus.PASS,
        description=Message(description=test.name),
        messages=tuple(messages),
    )


def _report_violations(tested: TestRunnerResult, translator: Translator) -> tuple[Message, ...]:
    """Return a message for staff about violations of the contract, or no message."""
    if not tested.violations:
        return ()
    lines = [translator.translate(_VIOLATIONS), *map(str, tested.violations)]
    description = "\n".join(lines)
    return (Message(format=_TOOL_OUTPUT, description=description, permission=Permission.STAFF),)
