"""Run an Exercism test runner on a solution, and read its results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from kriterion.exercises.exercism import TrackExercise
from kriterion.sandbox.image import Image
from kriterion.sandbox.run import Outcome, Run
from kriterion.tools import exercism_tool
from kriterion.tools.exercism_tool import ExercismTool, OutputFiles, ToolEnding
from kriterion_tools.contracts.exercism_test_runner import test_runner_files as names
from kriterion_tools.contracts.exercism_test_runner.results_reader import read_output
from kriterion_tools.contracts.exercism_test_runner.solution_results import SolutionResults
from kriterion_tools.errors import ContractViolation
from kriterion_tools.tool_documents import MAXIMUM_CHARACTERS

PLACE = "/opt/test-runner"  # as in Exercism's images

WANTED = OutputFiles(
    required=names.REQUIRED,
    optional=(),
    debugging=(names.DEBUG,),
    maximum_characters=MAXIMUM_CHARACTERS,
)

load_test_runner = partial(exercism_tool.load_tool, place=PLACE)


@dataclass(frozen=True, kw_only=True, slots=True)
class TestRunnerResult:
    """What a test runner found.

    `results` is None if the tool failed. `debugging` is its output for its author, in any case.
    """

    __test__ = False  # pytest would collect it

    ending: ToolEnding
    results: SolutionResults | None
    debugging: bytes
    violations: tuple[ContractViolation, ...]
    outcome: Outcome


def plan(
    tool: ExercismTool,
    exercise: TrackExercise,
    solution: Mapping[str, bytes],
    images: Mapping[str, Image],
    make_root: Callable[[Image], str],
) -> Run:
    """Plan a run on the files of a solution, without the exercise's own solution."""
    configuration = exercise.configuration
    hidden = {*configuration.example, *configuration.exemplar} - {*configuration.solution}
    material = {name: file for name, file in exercise.material.items() if name not in hidden}
    return exercism_tool.plan(
        tool, replace(exercise, material=material), solution, images, make_root, wanted=WANTED
    )


def read(outcome: Outcome) -> TestRunnerResult:
    """Read what the test runner found. Raises MachineError if its run was cancelled."""
    output = exercism_tool.read(outcome, WANTED)
    reading = read_output(output.files)
    unusable = {names.RESULTS} if reading.results is None else set()
    output = exercism_tool.add_file_violations(
        output, reading.violations, unusable=unusable, wanted=WANTED
    )
    return TestRunnerResult(
        ending=output.ending,
        results=reading.results if output.ending.succeeded else None,
        debugging=output.files.get(names.DEBUG, b""),
        violations=output.violations,
        outcome=outcome,
    )
