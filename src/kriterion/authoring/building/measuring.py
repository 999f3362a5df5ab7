"""Measure the maximum scores of a course by grading the exercises' own solutions.

Source: learn-ocaml's builder, which grades each solution like a student's, and refuses one with any
failure.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from kriterion.assessment.assess import assess
from kriterion.assessment.context import ToolContext
from kriterion.assessment.grading import read_graded
from kriterion.assessment.maxima import Maxima, Measurement, SolutionGrade, set_grading_seed
from kriterion.assessment.request import AssessmentRequest
from kriterion.authoring.author_places import inside
from kriterion.authoring.finding import error, warning
from kriterion.authoring.staff_words import format_for_staff
from kriterion.errors import SandboxUnavailable
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.refusals import Refusal
from kriterion.submissions.intake import accept_file
from kriterion.tools.judge_run import Judge
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.diagnostic import Diagnostic
from kriterion_tools.errors import KriterionError

_SOLUTION = "solution.ml"


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasuredPoints:
    """Points by the id of the exercise, if the solution earns them without failures, for any
    samples.
    """

    points: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Diagnostic, ...] = ()


Measure = Callable[[Sequence[Exercise]], MeasuredPoints]


def measure_nothing(_: Sequence[Exercise]) -> MeasuredPoints:
    """Measure nothing, for builds without grading."""
    return MeasuredPoints()


@dataclass(frozen=True, kw_only=True, slots=True)
class SolutionGrading:
    """Grades with a judge on a context; `maxima` caches earlier measurements.

    `watch` receives how many solutions are done, and of how many. With `strict`, a failing solution
    is an error, as learn-ocaml's builder refuses it. Raises SandboxUnavailable.
    """

    judge: Judge
    context: ToolContext
    maxima: Maxima
    watch: Callable[[int, int], None]
    strict: bool = False

    def __call__(self, exercises: Sequence[Exercise]) -> MeasuredPoints:
        """Return the points of all exercises that can be graded."""
        graded = [
            candidate
            for candidate in exercises
            if candidate.kind is ActivityKind.EXERCISE and candidate.solutions
        ]
        points: dict[str, int] = {}
        findings: list[Diagnostic] = []
        with ThreadPoolExecutor(self.context.jobs) as pool:
            for done, (exercise, found) in enumerate(
                zip(graded, pool.map(self._measure, graded), strict=True), start=1
            ):
                if isinstance(found, int):
                    points[exercise.id] = found
                else:
                    findings.append(found)
                self.watch(done, len(graded))
        return MeasuredPoints(points=points, findings=tuple(findings))

    def _measure(self, exercise: Exercise) -> int | Diagnostic:
        file = inside(exercise, exercise.solutions_directory, _SOLUTION)
        findings: list[Diagnostic] = []

        def grade(solution: str, seed: int | None) -> SolutionGrade | None:
            measured, finding = self._grade(set_grading_seed(exercise, seed), solution, file)
            if finding is not None:
                findings.append(finding)
            return measured

        measured = self.maxima.find_or_measure(exercise, grade)
        if measured is not None:
            return _decide_maximum(measured, exercise, file)
        return (
            findings[0]
            if findings
            else warning(
                file,
                "was not graded, so the exercise has no maximum score",
                code="build.not-graded",
            )
        )

    def _grade(
        self, exercise: Exercise, solution: str, file: str
    ) -> tuple[SolutionGrade | None, Diagnostic | None]:
        submitted = accept_file(_SOLUTION, solution.encode())
        if isinstance(submitted, Refusal):
            return None, warning(
                file, f"cannot be graded: {submitted.reason}", code="build.cannot-grade"
            )
        try:
            assessment = assess(
                AssessmentRequest(exercise=exercise, submission=submitted, judge=self.judge),
                ToolContext(
                    images=self.context.images,
                    sandbox=self.context.sandbox,
                    make_root=self.context.make_root,
                ),
            )
        except SandboxUnavailable:
            raise
        except KriterionError as fault:
            return None, warning(file, f"cannot be graded: {fault}", code="build.cannot-grade")
        if (measured := read_graded(self.judge, assessment)) is not None:
            return measured, None
        judged = assessment.judge
        if judged is None or judged.status is Status.INTERNAL_ERROR:
            reason = format_for_staff(judged.feedback) if judged else "no judge was run"
            return None, warning(file, f"cannot be graded: {reason}", code="build.cannot-grade")
        what = f"fails the exercise's own tests ({judged.status}: {judged.summary})"
        fix = "fix the solution or the tests; until then there is no maximum score"
        add = error if self.strict else warning
        return None, add(file, what, fix=fix, code="build.solution-fails")


def _decide_maximum(measured: Measurement, exercise: Exercise, file: str) -> int | Diagnostic:
    """Return the maximum that holds for every submission, or why there is none."""
    least, most = measured.range
    declared = exercise.declared_maximum
    if not measured.varies or (declared is not None and declared <= least):
        return measured.points
    return warning(
        file,
        f"earns {least} to {most} points, depending on random samples, so no max-score is stored",
        fix="make test.ml give the same number of points for any samples; otherwise a submission is"
        " compared with what the solution earns for the same samples",
        code="build.random-points",
    )
