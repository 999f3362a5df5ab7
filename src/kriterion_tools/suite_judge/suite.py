"""The records of a test suite; `suite_reader.py` reads them from a suite.yaml.

The records are named tuples: the judge starts for every submission, and defining dataclasses
instead would take 10 ms each time.
"""

from collections.abc import Mapping
from enum import StrEnum, unique
from types import MappingProxyType
from typing import NamedTuple

from kriterion_tools.suite_judge.values import Description

Texts = Mapping[str, str]
"""Texts by natural language; the key "" holds a text for all languages."""

PERMISSIONS = ("student", "staff", "zeus")  # each sees what the previous ones see

_NOTHING: Mapping[str, str] = MappingProxyType({})


@unique
class Whitespace(StrEnum):
    """Which white space matters when texts are compared."""

    EXACT = "exact"  # all of it
    TRAILING = "trailing"  # not at the end of lines, nor empty lines at the end
    WORDS = "words"  # only as a separator of words


class Comparison(NamedTuple):
    """How actual and expected results are compared.

    `tolerance` is relative and absolute. None compares numbers in texts as texts, and floats to
    within 1e-9.
    """

    whitespace: Whitespace = Whitespace.TRAILING
    ignore_case: bool = False
    tolerance: float | None = None


class Value(NamedTuple):
    """An expected value: described for the comparison, written out for the reader."""

    description: Description
    notation: str


class Raises(NamedTuple):
    """An expected exception: one of these types, with this message unless that is None."""

    types: tuple[str, ...]
    message: str | None = None


@unique
class Action(StrEnum):
    """What a testcase does; the value is the name of the student process's step."""

    RUN = "run"
    STATEMENT = "statement"
    EXPRESSION = "expression"


class SuiteTestcase(NamedTuple):
    """One action and its expected results; a result that is None is not compared."""

    action: Action
    code: str = ""
    arguments: tuple[str, ...] = ()
    stdin: str = ""
    description: Texts = _NOTHING
    stdout: str | None = None
    stderr: str | None = None
    output_files: Mapping[str, str] = _NOTHING
    exit_code: int | None = None
    raises: Raises | None = None
    value: Value | None = None
    comparison: Comparison = Comparison()


class SuiteContext(NamedTuple):
    """Testcases that share a process and a work directory, to which `files` are added."""

    testcases: tuple[SuiteTestcase, ...]
    description: Texts = _NOTHING
    files: Mapping[str, str] = _NOTHING
    timeout_seconds: float | None = None


class SuiteTab(NamedTuple):
    """A tab of the feedback; a hidden one is shown only if something in it fails."""

    title: Texts
    contexts: tuple[SuiteContext, ...]
    hidden: bool = False
    permission: str | None = None


class Suite(NamedTuple):
    """All tests of an exercise."""

    tabs: tuple[SuiteTab, ...]


class SuiteFault(NamedTuple):
    """One thing for the author to fix. `line` counts from 1."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class SuiteFaults(Exception):
    """All faults of a suite, by line."""

    def __init__(self, faults: tuple[SuiteFault, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults
