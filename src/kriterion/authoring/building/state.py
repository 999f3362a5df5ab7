"""What an output directory tells of the build that made it, so that the next one can be short."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from kriterion.authoring.building.program import program
from kriterion.authoring.finding import Finding

STATE = ".kriterion-build.json"

_FINDING_KEYS = {one.name for one in fields(Finding)}


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A build: of which `root`, with which `options`, what it found there, and what came of it.

    `scan` has the directories at or below its `roots`. `measured` are the maximum scores that were
    written, by exercise; `again` the exercises of which there is something to tell when they are
    built. `facts` and `findings` are what was told of it all.
    """

    root: str
    options: Mapping[str, bool] = field(default_factory=dict)
    roots: Sequence[str] = ()
    scan: Mapping[str, str | None] = field(default_factory=dict)
    measured: Mapping[str, int] = field(default_factory=dict)
    again: Sequence[str] = ()
    facts: Sequence[str] = ()
    findings: Sequence[Mapping[str, str]] = ()
    program: str = field(default_factory=program)


def is_ours(directory: Path) -> bool:
    """Whether a build made this directory."""
    return (directory / STATE).is_file()


def load_state(directory: Path) -> State | None:
    """The state of the build in a directory; None when it has none that this program could use."""
    try:
        state = State(**json.loads((directory / STATE).read_bytes()))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return state if _is_sound(state) and state.program == program() else None


def _is_sound(state: State) -> bool:
    """Whether everything in it is what it should be: anybody may have written it."""
    mappings = (state.options, state.scan, state.measured)
    lists = (state.roots, state.again, state.facts, state.findings)
    return (
        all(isinstance(one, dict) for one in mappings)
        and all(isinstance(one, list) for one in lists)
        and all(isinstance(one, str) for one in (*state.roots, *state.again, *state.facts))
        and all(
            isinstance(one, dict) and one.keys() <= _FINDING_KEYS and "severity" in one
            for one in state.findings
        )
    )


def save_state(directory: Path, state: State) -> None:
    """Leave the state in a directory."""
    document = {one.name: getattr(state, one.name) for one in fields(state)}
    (directory / STATE).write_text(json.dumps(document))
