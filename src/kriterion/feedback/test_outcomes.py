"""The tests that a judge ran on a submission, each by its path of names, and which of them passed.

The path of a test is its tab, context, testcase and test. A level without a readable name has a
number. A testcase with at most one test is one row, and so is a context without testcases. If a
level fails although everything in it passes, all of its tests count as failed.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback.titles import find_channel, make_tab_title
from kriterion.feedback.visibility import filter_output
from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)

MAXIMUM_TESTS = 500  # of one submission
MAXIMUM_NAME = 150  # characters


class CheckedTest(NamedTuple):
    """Whether a test passed. `path` has the names of its tab, context, testcase and test."""

    path: tuple[str, ...]
    passed: bool


def list_test_outcomes(judge: JudgeRecord | None) -> list[CheckedTest]:
    """Return the first tests that staff see, in the judge's order; each path comes once."""
    if judge is None:
        return []
    found: list[CheckedTest] = []
    seen: Counter[tuple[str, ...]] = Counter()
    for tab in filter_output(judge.feedback, Permission.STAFF).groups:
        for path, passed in _read_tab(tab):
            seen[path] += 1
            number = seen[path]
            unique = path if number == 1 else (*path[:-1], f"{path[-1]} ({number})".strip())
            found.append(CheckedTest(unique, passed))
            if len(found) == MAXIMUM_TESTS:
                return found
    return found


def make_path_digest(path: tuple[str, ...]) -> str:
    """Return the digest that identifies a path."""
    return hashlib.sha256(json.dumps(path).encode()).hexdigest()


def _read_tab(tab: Tab) -> Iterator[CheckedTest]:
    title = make_tab_title(tab)
    for number, context in enumerate(tab.groups, 1):
        path = (title, _name_level(context.description, number))
        yield from _read_context(context, path)


def _read_context(context: Context, path: tuple[str, ...]) -> Iterator[CheckedTest]:
    passed = context.accepted or not all(testcase.accepted for testcase in context.groups)
    if not context.groups:
        yield CheckedTest((*path, "", ""), context.accepted)
    for number, testcase in enumerate(context.groups, 1):
        for inner, outcome in _read_testcase(testcase):
            name = _name_level(testcase.description, number)
            yield CheckedTest((*path, name, inner), outcome and passed)


def _read_testcase(testcase: Testcase) -> Iterator[tuple[str, bool]]:
    """Yield the name and the outcome of each test."""
    if len(testcase.tests) < 2:
        name = _name_test(testcase.tests[0], 1) if testcase.tests else ""
        yield name, testcase.accepted and all(test.accepted for test in testcase.tests)
        return
    passed = testcase.accepted or not all(test.accepted for test in testcase.tests)
    for number, test in enumerate(testcase.tests, 1):
        yield _name_test(test, number), test.accepted and passed


def _name_test(test: Test, number: int) -> str:
    return _read_text(test.description) or find_channel(test) or f"#{number}"


def _name_level(description: Message | None, number: int) -> str:
    return _read_text(description) or f"#{number}"


def _read_text(message: Message | None) -> str:
    """Return the beginning of a message on one line, or "" if it is markup."""
    if message is None or not _is_name(find_meaning(message.format)):
        return ""
    return " ".join(message.description[: 4 * MAXIMUM_NAME].split())[:MAXIMUM_NAME]


def _is_name(meaning: Meaning) -> bool:
    """Whether such a text, put on one line, can name a test."""
    match meaning:  # mypy rejects a meaning without an answer
        case Meaning.HTML | Meaning.DATA:
            return False
        case (
            Meaning.PLAIN
            | Meaning.MARKDOWN
            | Meaning.CALLOUT
            | Meaning.CODE
            | Meaning.CONSOLE
            | Meaning.TRACEBACK
            | Meaning.SOURCE
        ):
            return True
