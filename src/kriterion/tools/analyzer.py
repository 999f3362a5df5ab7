"""How an Exercism analyzer is run on a solution, and how what it wrote is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kriterion.contracts.exercism_analyzer import files as names
from kriterion.contracts.exercism_analyzer.analysis import Analysis
from kriterion.contracts.exercism_analyzer.reading import read_output
from kriterion.errors import ContractViolation
from kriterion.exercises.exercism import TrackExercise
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Outcome, Run
from kriterion.tools import exercism_tool
from kriterion.tools.exercism_tool import ExercismTool, ToolEnding, Wanted

PLACE = "/opt/analyzer"  # where Exercism's images have it

WANTED = Wanted(
    required=names.REQUIRED,
    optional=names.OPTIONAL,
    debugging=(names.DEBUG,),
    maximum_characters=names.MAXIMUM_CHARACTERS,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Analyzed:
    """What an analyzer found.

    `analysis` is None when the tool failed. `debugging` is what it wrote for its author, whether
    it failed or not.
    """

    ending: ToolEnding
    analysis: Analysis | None
    tags: tuple[str, ...]
    debugging: bytes
    violations: tuple[ContractViolation, ...]
    outcome: Outcome


def load_analyzer(directory: Path, *, script: str = "bin/run.sh") -> ExercismTool:
    """The analyzer in a directory. Raises OperatorError when it cannot be run."""
    return exercism_tool.load_tool(directory, place=PLACE, script=script)


def plan(
    analyzer: ExercismTool,
    exercise: TrackExercise,
    solution: Mapping[str, bytes],
    images: Mapping[str, Image],
    new_root: Callable[[Image], str],
) -> Run:
    """The run of an analyzer on the files of a solution."""
    return exercism_tool.plan(
        analyzer, exercise, solution, wanted=WANTED, images=images, new_root=new_root
    )


def read(outcome: Outcome) -> Analyzed:
    """What the analyzer found. Raises MachineError when its run was cancelled."""
    output = exercism_tool.read(outcome, WANTED)
    reading = read_output(output.files)
    # A fault in a comment costs that comment, and one in the tags only those.
    unusable = {names.ANALYSIS} if reading.analysis is None else set()
    output = exercism_tool.interpreted(output, reading.violations, unusable=unusable, wanted=WANTED)
    succeeded = output.ending.succeeded
    return Analyzed(
        ending=output.ending,
        analysis=reading.analysis if succeeded else None,
        tags=reading.tags if succeeded else (),
        debugging=output.files.get(names.DEBUG, b""),
        violations=output.violations,
        outcome=outcome,
    )
