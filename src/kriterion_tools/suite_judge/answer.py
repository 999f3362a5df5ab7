"""The outcome of one step of a student process, and which of the process's claims are believed."""

import json
import signal
from collections.abc import Mapping
from enum import StrEnum, unique
from types import MappingProxyType
from typing import Any, NamedTuple

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@unique
class StepEnding(StrEnum):
    """How a step ended. A student process may report only the endings above the dashed line."""

    DONE = "done"
    REFUSED = "refused"  # by the compiler
    RAISED = "raised"
    EXITED = "exited"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    # ---
    TOO_MUCH_OUTPUT = "too much output"
    KILLED = "killed"  # by a signal
    BROKEN = "broken"  # it sent an invalid answer


_CLAIMABLE = tuple(StepEnding)[: tuple(StepEnding).index(StepEnding.TOO_MUCH_OUTPUT)]


class Answer(NamedTuple):
    """The outcome of one step. `claims` is the student process's own account, not to be trusted."""

    ending: StepEnding
    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0
    signal_number: int = 0
    claims: Mapping[str, Any] = _NOTHING


def read_answer(answer: bytes) -> tuple[StepEnding, Mapping[str, Any]]:
    """Read the student process's account of the step, as far as it is well-formed."""
    try:
        claims = json.loads(answer)
        ending = StepEnding(claims["ending"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return StepEnding.BROKEN, {}
    return (ending, claims) if ending in _CLAIMABLE else (StepEnding.BROKEN, {})


def describe_signal(number: int) -> str:
    """Return the name of a signal: SIGSEGV for 11."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
