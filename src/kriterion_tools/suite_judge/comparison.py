"""Comparing texts, and naming what alone makes them differ."""

import math

from kriterion_tools.suite_judge.suite import Comparison, Whitespace


def same_text(expected: str, generated: str, comparison: Comparison) -> bool:
    """Tell whether the texts are equal as far as the comparison matters."""
    wanted, found = _relevant(expected, comparison), _relevant(generated, comparison)
    if wanted == found:
        return True
    if comparison.tolerance is None or len(wanted) != len(found):
        return False
    tolerance = comparison.tolerance
    return all(
        _same_words(one.split(), other.split(), tolerance)
        for one, other in zip(wanted, found, strict=True)
    )


def only_difference(expected: str, generated: str, comparison: Comparison) -> str | None:
    """Return the name of a text (`texts.py`) if only white space or capitals differ."""
    if same_text(expected, generated, comparison._replace(whitespace=Whitespace.WORDS)):
        return "only whitespace differs"
    if same_text(expected, generated, comparison._replace(ignore_case=True)):
        return "only capitals differ"
    return None


def _relevant(text: str, comparison: Comparison) -> list[str]:
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


def _same_words(expected: list[str], generated: list[str], tolerance: float) -> bool:
    return len(expected) == len(generated) and all(
        one == other or _close(one, other, tolerance)
        for one, other in zip(expected, generated, strict=True)
    )


def _close(expected: str, generated: str, tolerance: float) -> bool:
    try:
        return math.isclose(float(expected), float(generated), rel_tol=tolerance, abs_tol=tolerance)
    except ValueError:
        return False
