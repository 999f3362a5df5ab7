"""The record of a build in its output directory, for incremental builds."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from kriterion.authoring.building.builder_identity import identify_builder
from kriterion_tools.diagnostic import Diagnostic

STATE = ".kriterion-build.json"

_FINDING_KEYS = {field.name for field in fields(Diagnostic)}


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """A build: its `root`, its `options`, what it found and what it produced.

    `scan` covers the directories at or below its `roots`. `measured` are the maximum scores
    written, by exercise; `again` the exercises that are never skipped, because they have findings.
    `facts` and `findings` are its messages.
    """

    root: str
    options: Mapping[str, bool] = field(default_factory=dict)
    roots: Sequence[str] = ()
    scan: Mapping[str, str | None] = field(default_factory=dict)
    measured: Mapping[str, int] = field(default_factory=dict)
    again: Sequence[str] = ()
    facts: Sequence[str] = ()
    findings: Sequence[Mapping[str, str]] = ()
    program: str = field(default_factory=identify_builder)


def is_ours(directory: Path) -> bool:
    """Whether a build made this directory."""
    return (directory / STATE).is_file()


def load_state(directory: Path) -> State | None:
    """Load the state of the build in a directory; None if it is missing or unusable."""
    try:
        state = State(**json.loads((directory / STATE).read_bytes()))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return state if _is_valid(state) and state.program == identify_builder() else None


def _is_valid(state: State) -> bool:
    """Whether the types are right, since the file may not be ours."""
    mappings = (state.options, state.scan, state.measured)
    lists = (state.roots, state.again, state.facts, state.findings)
    return (
        all(isinstance(mapping, dict) for mapping in mappings)
        and all(isinstance(entries, list) for entries in lists)
        and all(isinstance(entry, str) for entry in (*state.roots, *state.again, *state.facts))
        and all(
            isinstance(finding, dict) and finding.keys() <= _FINDING_KEYS and "severity" in finding
            for finding in state.findings
        )
    )


def save_state(directory: Path, state: State) -> None:
    document = {field.name: getattr(state, field.name) for field in fields(state)}
    (directory / STATE).write_text(json.dumps(document))
