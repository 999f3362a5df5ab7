"""Run an Exercism representer on a solution, and read its output."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from kriterion.exercises.exercism import TrackExercise
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Outcome
from kriterion.sandbox.session import SessionSandbox
from kriterion.tools import exercism_tool
from kriterion.tools.exercism_tool import ExercismTool, OutputFiles, ToolEnding
from kriterion.tools.resident_tool import can_stay, open_tool
from kriterion_tools.contracts.exercism_representer import representer_files as names
from kriterion_tools.contracts.exercism_representer.consistency import find_inconsistencies
from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.contracts.exercism_representer.representation_reader import read_representation
from kriterion_tools.errors import ContractViolation

PLACE = "/opt/representer"  # as in Exercism's images

_MAXIMUM_REASON_BYTES = 1000

WANTED = OutputFiles(
    required=names.REQUIRED,
    optional=names.OPTIONAL,
    debugging=(names.DEBUG,),
    maximum_characters=names.MAXIMUM_CHARACTERS,
)

load_representer = partial(exercism_tool.load_tool, place=PLACE)
plan = partial(exercism_tool.plan, wanted=WANTED)


@dataclass(frozen=True, kw_only=True, slots=True)
class RepresenterResult:
    """What a representer found.

    `representation` is None if the tool failed, and also if it succeeded without one: then `reason`
    is its explanation. `debugging` is its output for its author, in any case.
    """

    ending: ToolEnding
    representation: Representation | None
    reason: str
    debugging: bytes
    violations: tuple[ContractViolation, ...]
    outcome: Outcome


Represent = Callable[[TrackExercise, Mapping[str, bytes]], RepresenterResult]


def read(outcome: Outcome) -> RepresenterResult:
    """Read what the representer found. Raises MachineError if its run was cancelled."""
    output = exercism_tool.read(outcome, WANTED)
    reading = read_representation(output.files)
    wrong = {violation.document for violation in reading.violations}
    output = exercism_tool.add_file_violations(
        output, reading.violations, unusable=wrong, wanted=WANTED
    )
    representation = reading.representation if output.ending.succeeded else None
    return RepresenterResult(
        ending=output.ending,
        representation=representation,
        reason=_read_reason(output.files)
        if output.ending.succeeded and representation is None
        else "",
        debugging=output.files.get(names.DEBUG, b""),
        violations=(
            *output.violations,
            *(() if representation is None else find_inconsistencies(representation)),
        ),
        outcome=outcome,
    )


@contextmanager
def open_representer(
    representer: ExercismTool,
    *,
    images: Mapping[str, Image],
    sandbox: SessionSandbox,
    make_root: Callable[[Image], str],
    at_once: int = 1,
) -> Iterator[Represent]:
    """Open a representer for many solutions and `at_once` threads: one process for all if it can
    stay, else a run for each. Raises as Sandbox.run does.
    """
    if can_stay(representer, images):
        with open_tool(
            representer, wanted=WANTED, images=images, sandbox=sandbox, at_once=at_once
        ) as ask:
            yield lambda exercise, solution: read(ask(exercise, solution))
    else:
        yield lambda exercise, solution: read(
            sandbox.run(plan(representer, exercise, solution, images, make_root))
        )


def _read_reason(files: Mapping[str, bytes]) -> str:
    debug_output = files.get(names.DEBUG, b"")[:_MAXIMUM_REASON_BYTES]
    return debug_output.decode(errors="replace").strip()
