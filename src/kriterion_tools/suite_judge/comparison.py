"""Compare texts, and find out whether they differ only in white space or in capitals."""

import math

from kriterion_tools.suite_judge.suite import Comparison, Whitespace


def is_same_text(expected: str, generated: str, comparison: Comparison) -> bool:
    """Tell whether the texts are equal under the comparison's settings."""
    wanted, actual = (
        _list_relevant_lines(expected, comparison),
        _list_relevant_lines(generated, comparison),
    )
    if wanted == actual:
        return True
    if comparison.tolerance is None or len(wanted) != len(actual):
        return False
    tolerance = comparison.tolerance
    return all(
        _has_same_words(wanted_line.split(), actual_line.split(), tolerance)
        for wanted_line, actual_line in zip(wanted, actual, strict=True)
    )


def find_only_difference(expected: str, generated: str, comparison: Comparison) -> str | None:
    """Return the phrase (`judge_phrases.py`) that says that only white space or capitals differ."""
    if is_same_text(expected, generated, comparison._replace(whitespace=Whitespace.WORDS)):
        return "only whitespace differs"
    if is_same_text(expected, generated, comparison._replace(ignore_case=True)):
        return "only capitals differ"
    return None


def _list_relevant_lines(text: str, comparison: Comparison) -> list[str]:
    """Return the lines of the text without what the comparison ignores."""
    if comparison.ignore_case:
        text = text.casefold()
    if comparison.whitespace is Whitespace.EXACT:
        return text.split("\n")
    if comparison.whitespace is Whitespace.WORDS:
        return text.split()
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _has_same_words(expected: list[str], generated: list[str], tolerance: float) -> bool:
    return len(expected) == len(generated) and all(
        first == second or _is_close(first, second, tolerance)
        for first, second in zip(expected, generated, strict=True)
    )


def _is_close(expected: str, generated: str, tolerance: float) -> bool:
    try:
        return math.isclose(float(expected), float(generated), rel_tol=tolerance, abs_tol=tolerance)
    except ValueError:
        return False
