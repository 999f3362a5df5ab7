"""Turn the answer to a step into tests, or into the trouble to report."""

import signal
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.suite_judge import values
from kriterion_tools.suite_judge.answer import Answer, StepEnding, describe_signal
from kriterion_tools.suite_judge.comparison import find_only_difference, is_same_text
from kriterion_tools.suite_judge.judge_phrases import translate_phrase
from kriterion_tools.suite_judge.student_process import MAX_OUTPUT_BYTES
from kriterion_tools.suite_judge.suite import Action, Comparison, Raises, SuiteTestcase, Value

_TOLERANCE = 1e-9

_NOTHING: Mapping[str, int] = MappingProxyType({})


class StepTrouble(NamedTuple):
    """Why the code did not finish. `remark` is the annotation at `line`."""

    status: Status
    summary: str
    traceback: str = ""
    message: str = ""
    line: int | None = None
    remark: str = ""


class CompileFailure(NamedTuple):
    """Why the submission does not compile. `place` is the annotation's column, rows and columns."""

    message: str
    excerpt: str = ""
    line: int | None = None
    place: Mapping[str, int] = _NOTHING


class StepTest(NamedTuple):
    """The result of one comparison."""

    channel: str
    expected: str
    generated: str
    accepted: bool
    hint: str = ""


def find_trouble(answer: Answer, language: str, *, seconds: float) -> StepTrouble | None:
    """Return why the code did not finish, or None if it did."""
    if answer.ending is StepEnding.DONE:
        return None
    if answer.ending is StepEnding.RAISED:
        return _make_exception_trouble(answer, language)
    if answer.ending is StepEnding.TIMED_OUT:
        return _make_timeout_trouble(answer, language, seconds)
    if answer.ending is StepEnding.OUT_OF_MEMORY or answer.signal_number == signal.SIGKILL:
        message = translate_phrase(language, "out of memory")
        return StepTrouble(status=Status.MEMORY_LIMIT_EXCEEDED, summary=message, message=message)
    if answer.ending is StepEnding.TOO_MUCH_OUTPUT:
        message = translate_phrase(language, "too much output", most=MAX_OUTPUT_BYTES >> 10)
        return StepTrouble(status=Status.OUTPUT_LIMIT_EXCEEDED, summary=message, message=message)
    if answer.ending is StepEnding.EXITED:
        message = translate_phrase(language, "unexpected exit", code=answer.exit_code)
    elif answer.ending is StepEnding.KILLED:
        message = translate_phrase(language, "killed", signal=describe_signal(answer.signal_number))
    else:
        message = translate_phrase(language, "broken")
    return StepTrouble(status=Status.RUNTIME_ERROR, summary=message, message=message)


def make_interference_trouble(language: str) -> StepTrouble:
    """Return the trouble of code that interfered with the judge."""
    message = translate_phrase(language, "broken")
    return StepTrouble(status=Status.RUNTIME_ERROR, summary=message, message=message)


def find_compile_failure(answer: Answer, default_message: str) -> CompileFailure:
    """Return the compiler's error; `default_message` stands in for a missing message."""
    fault = answer.claims.get("fault")
    if not isinstance(fault, dict):
        return CompileFailure(message=default_message)
    message = _read_text(fault.get("message")) or default_message
    line, column = _read_number(fault.get("line")), _read_number(fault.get("column"))
    if line is None or column is None:
        return CompileFailure(message=message, line=line)
    end_line, end_column = (
        _read_number(fault.get("end_line")),
        _read_number(fault.get("end_column")),
    )
    rows = (end_line or line) - line + 1
    columns = (end_column or column) - (column if rows == 1 else 1)
    code_line = _read_text(fault.get("text")).split("\n")[0]
    excerpt = (
        f"\n\n    {code_line}\n    {' ' * (column - 1)}^" if column <= len(code_line) + 1 else ""
    )
    return CompileFailure(
        message=message,
        excerpt=excerpt,
        line=line,
        place={"column": column - 1, "rows": max(rows, 1), "columns": max(columns, 1)},
    )


def find_warnings(answer: Answer) -> Iterator[tuple[int | None, str]]:
    """Return the compiler's warnings and their lines."""
    claims = answer.claims.get("warnings")
    for warning in claims if isinstance(claims, list) else ():
        if isinstance(warning, dict):
            yield _read_number(warning.get("line")), _read_text(warning.get("message"))


def is_expected_ending(testcase: SuiteTestcase, answer: Answer) -> bool:
    """Tell whether an ending is compared by a test instead of being reported as trouble."""
    if answer.ending is StepEnding.RAISED:
        return testcase.raises is not None and _read_exception(answer)[0] in testcase.raises.types
    if answer.ending is StepEnding.EXITED:
        return testcase.exit_code is not None or testcase.action is Action.RUN
    return answer.ending is StepEnding.DONE


def make_tests(
    testcase: SuiteTestcase, answer: Answer, language: str, read_file: Callable[[str], str | None]
) -> list[StepTest]:
    """Make all comparisons of a testcase, in the order in which they are shown."""
    comparison = testcase.comparison
    written = [
        ("stdout", testcase.stdout, answer.stdout),
        ("stderr", testcase.stderr, answer.stderr),
        *((name, content, read_file(name)) for name, content in testcase.output_files.items()),
    ]
    tests = [
        _make_text_test(channel, expected, generated, comparison, language)
        for channel, expected, generated in written
        if expected is not None
    ]
    if testcase.raises is not None:
        tests.append(_make_exception_test(testcase.raises, answer, language))
    if testcase.value is not None:
        tests.append(_make_value_test(testcase.value, answer, comparison, language))
    if testcase.exit_code is not None:
        tests.append(_make_exit_test(testcase.exit_code, answer))
    elif testcase.action is Action.RUN and answer.ending is StepEnding.EXITED and answer.exit_code:
        tests.append(_make_exit_test(0, answer))  # only a code other than 0 gets a test
    return tests


def _make_text_test(
    channel: str, expected: str, generated: str | None, comparison: Comparison, language: str
) -> StepTest:
    """Compare a text; `generated` is None for a missing file."""
    accepted = generated is not None and is_same_text(expected, generated, comparison)
    if generated is None:
        hint = translate_phrase(language, "missing file", file=channel)
    elif not accepted and (name := find_only_difference(expected, generated, comparison)):
        hint = translate_phrase(language, name)
    else:
        hint = ""
    return StepTest(
        channel=channel,
        expected=expected,
        generated=generated or "",
        accepted=accepted,
        hint=hint,
    )


def _make_exception_test(expected: Raises, answer: Answer, language: str) -> StepTest:
    wanted = " / ".join(expected.types)
    if expected.message is not None:
        wanted += f": {expected.message}"
    if answer.ending is not StepEnding.RAISED:
        hint = translate_phrase(language, "not raised") if answer.ending is StepEnding.DONE else ""
        return StepTest(
            channel="exception", expected=wanted, generated="", accepted=False, hint=hint
        )
    type_name, message, _, _ = _read_exception(answer)
    # The exact name: what a process claims about the bases of its exceptions cannot be trusted.
    accepted = type_name in expected.types and expected.message in (None, message)
    generated = f"{type_name}: {message}" if message else type_name
    return StepTest(channel="exception", expected=wanted, generated=generated, accepted=accepted)


def _make_value_test(
    expected: Value, answer: Answer, comparison: Comparison, language: str
) -> StepTest:
    if answer.ending is not StepEnding.DONE:
        return StepTest(channel="return", expected=expected.notation, generated="", accepted=False)
    actual = answer.claims.get("value")
    tolerance = _TOLERANCE if comparison.tolerance is None else comparison.tolerance
    accepted = values.are_equal(expected.description, actual, tolerance=tolerance)
    hint = ""
    if not accepted:
        kinds = values.find_type_difference(expected.description, actual)
        if actual is None:
            hint = translate_phrase(language, "value too large")
        elif kinds:
            hint = translate_phrase(language, "other type", expected=kinds[0], generated=kinds[1])
    return StepTest(
        channel="return",
        expected=expected.notation,
        generated=expected.notation if accepted else _read_text(answer.claims.get("notation")),
        accepted=accepted,
        hint=hint,
    )


def _make_exit_test(expected: int, answer: Answer) -> StepTest:
    code = ""
    if answer.ending in (StepEnding.DONE, StepEnding.EXITED):
        code = str(answer.exit_code)
    return StepTest(
        channel="exit code", expected=str(expected), generated=code, accepted=code == str(expected)
    )


def _make_exception_trouble(answer: Answer, language: str) -> StepTrouble:
    type_name, message, traceback, line = _read_exception(answer)
    summary = f"{type_name}: {message}" if message else type_name
    return StepTrouble(
        status=Status.RUNTIME_ERROR,
        summary=summary.splitlines()[0],
        traceback=traceback,
        message=translate_phrase(language, "no more input") if type_name == "EOFError" else "",
        line=line,
        remark=summary,
    )


def _make_timeout_trouble(answer: Answer, language: str, seconds: float) -> StepTrouble:
    line = _read_number(answer.claims.get("line"))
    rounded = f"{seconds:.1f}" if seconds >= 0.1 else f"{seconds:.2f}"
    name = "timed out" if line is None else "timed out at"
    message = translate_phrase(language, name, seconds=rounded, line=line)
    return StepTrouble(
        status=Status.TIME_LIMIT_EXCEEDED,
        summary=message,
        message=message,
        line=line,
        remark=translate_phrase(language, "busy here"),
    )


def _read_exception(answer: Answer) -> tuple[str, str, str, int | None]:
    """Return type, message, traceback and line, as far as the process's answer is well-formed."""
    claims = answer.claims.get("exception")
    if not isinstance(claims, dict):
        claims = {}
    return (
        _read_text(claims.get("type")) or "Exception",
        _read_text(claims.get("message")),
        _read_text(claims.get("traceback")),
        _read_number(claims.get("line")),
    )


def _read_text(claims: Any) -> str:
    return claims if isinstance(claims, str) else ""


def _read_number(claims: Any) -> int | None:
    return claims if type(claims) is int and claims > 0 else None
