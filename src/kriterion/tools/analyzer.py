"""Run an Exercism analyzer on a solution, and read its output."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.exercises.exercism import TrackExercise
from kriterion.sandbox.run import Outcome
from kriterion.tools import exercism_tool
from kriterion.tools.exercism_tool import OutputFiles, ToolEnding
from kriterion_tools.contracts.exercism_analyzer import analyzer_files as names
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import read_output
from kriterion_tools.errors import ContractViolation
from kriterion_tools.tool_documents import MAXIMUM_CHARACTERS

PLACE = "/opt/analyzer"  # as in Exercism's images

WANTED = OutputFiles(
    required=names.REQUIRED,
    optional=names.OPTIONAL,
    debugging=(names.DEBUG,),
    maximum_characters=MAXIMUM_CHARACTERS,
)

load_analyzer = partial(exercism_tool.load_tool, place=PLACE)
plan = partial(exercism_tool.plan, wanted=WANTED)


# Only ours reads it: docs/author/analyzer.md.
_RULES = ".meta/analyzer/shared"
_EARLIER = ".meta/earlier.json"
_RULE_SUFFIXES = (".yaml", ".yml")
_MAXIMUM_RULE_BYTES = 1_000_000  # per file
_MAXIMUM_RULE_FILES = 200  # per directory


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalyzerResult:
    """What an analyzer found.

    `analysis` is None if the tool failed. `debugging` is its output for its author, in any case.
    """

    ending: ToolEnding
    analysis: Analysis | None
    tags: tuple[str, ...]
    debugging: bytes
    violations: tuple[ContractViolation, ...]
    outcome: Outcome


def add_analyzer_input(
    exercise: TrackExercise, *, rules: Sequence[Path], earlier: Sequence[str]
) -> TrackExercise:
    """Return the exercise with the analyzer's further input, in files that students cannot submit.

    Raises OperatorError if a file with rules cannot be read.
    """
    material = dict(exercise.material)
    for number, directory in enumerate(rules):
        for name, content in _load_rules(directory):
            material[f"{_RULES}/{number}/{name}"] = content
    if earlier:
        material[_EARLIER] = json.dumps({"comments": list(earlier)}).encode()
    return replace(exercise, material=material)


def read(outcome: Outcome) -> AnalyzerResult:
    """Read what the analyzer found. Raises MachineError if its run was cancelled."""
    output = exercism_tool.read(outcome, WANTED)
    reading = read_output(output.files)
    # An invalid comment costs only itself, and an invalid tag only the tags.
    unusable = {names.ANALYSIS} if reading.analysis is None else set()
    output = exercism_tool.add_file_violations(
        output, reading.violations, unusable=unusable, wanted=WANTED
    )
    succeeded = output.ending.succeeded
    return AnalyzerResult(
        ending=output.ending,
        analysis=reading.analysis if succeeded else None,
        tags=reading.tags if succeeded else (),
        debugging=output.files.get(names.DEBUG, b""),
        violations=output.violations,
        outcome=outcome,
    )


def _load_rules(directory: Path) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file with rules in a directory."""
    paths = sorted(path for path in directory.rglob("*") if path.suffix in _RULE_SUFFIXES)
    for path in paths[:_MAXIMUM_RULE_FILES]:
        if not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                content = file.read(_MAXIMUM_RULE_BYTES + 1)
        except OSError as error:
            raise OperatorError(
                f"{path}: cannot be read: {error.strerror}",
                fix="make it readable for the user that runs Kriterion, or remove it",
            ) from error
        yield path.relative_to(directory).as_posix(), content
