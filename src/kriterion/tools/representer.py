"""How an Exercism representer is run on a solution, and how what it wrote is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kriterion.contracts.exercism_representer import files as names
from kriterion.contracts.exercism_representer.consistency import inconsistencies
from kriterion.contracts.exercism_representer.reading import read_representation
from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.errors import ContractViolation
from kriterion.exercises.exercism import TrackExercise
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Outcome, Run
from kriterion.submissions.file_names import filter_files
from kriterion.tools import exercism_tool
from kriterion.tools.exercism_tool import ExercismTool, ToolEnding, Wanted

PLACE = "/opt/representer"  # where Exercism's images have it

_MAXIMUM_REASON_BYTES = 1000

WANTED = Wanted(
    required=names.REQUIRED,
    optional=names.OPTIONAL,
    debugging=(names.DEBUG,),
    maximum_characters=names.MAXIMUM_CHARACTERS,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Represented:
    """What a representer found.

    `representation` is None when the tool failed, and also when it worked and had none to give:
    then `reason` is what it said of that.
    """

    ending: ToolEnding
    representation: Representation | None
    reason: str
    violations: tuple[ContractViolation, ...]
    outcome: Outcome


def load_representer(directory: Path, *, script: str = "bin/run.sh") -> ExercismTool:
    """The representer in a directory. Raises OperatorError when it cannot be run."""
    return exercism_tool.load_tool(directory, place=PLACE, script=script)


def plan(
    representer: ExercismTool,
    exercise: TrackExercise,
    solution: Mapping[str, bytes],
    images: Mapping[str, Image],
    new_root: Callable[[Image], str],
) -> Run:
    """The run of a representer on the files of a solution.

    The student's files come before the exercise's own of the same name, as far as they may be.
    """
    said = exercise.configuration
    kept = filter_files(solution, solution=said.solution, tests=said.test, editor=said.editor).kept
    return exercism_tool.plan(
        representer,
        exercise.slug,
        {**exercise.material, **kept},
        wanted=WANTED,
        images=images,
        new_root=new_root,
    )


def read(outcome: Outcome) -> Represented:
    """What the representer found. Raises MachineError when its run was cancelled."""
    output = exercism_tool.read(outcome, WANTED)
    reading = read_representation(output.files)
    told = {violation.document for violation in output.violations}
    found = tuple(violation for violation in reading.violations if violation.document not in told)
    ending = _ending(output.ending, {violation.document for violation in found})
    representation = reading.representation if ending.succeeded else None
    return Represented(
        ending=ending,
        representation=representation,
        reason=_reason(output.files) if ending.succeeded and representation is None else "",
        # What a tool that failed would have written, had it not, is no fault of its output.
        violations=(
            *output.violations,
            *(found if output.ending in _WROTE else ()),
            *(() if representation is None else inconsistencies(representation)),
        ),
        outcome=outcome,
    )


_WROTE = (ToolEnding.FINISHED, ToolEnding.COMPLETE, ToolEnding.MISSING)


def _ending(ending: ToolEnding, wrong: set[str]) -> ToolEnding:
    """How it ended, given which documents are against the contract."""
    if ending is ToolEnding.COMPLETE and wrong:  # it was stopped while it wrote
        return ToolEnding.TIMEOUT
    if ending is ToolEnding.FINISHED and names.REPRESENTATION in wrong:
        return ToolEnding.INVALID
    return ending


def _reason(files: Mapping[str, bytes]) -> str:
    said = files.get(names.DEBUG, b"")[:_MAXIMUM_REASON_BYTES]
    return said.decode(errors="replace").strip()
