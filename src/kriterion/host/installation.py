"""Compose the sandbox, images and judges of this machine from its settings."""

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from pathlib import Path

from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.grading import read_graded
from kriterion.assessment.maxima import UNKNOWN, Maxima, Maximum, SolutionGrade, set_grading_seed
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.errors import JudgeNotInstalled, OperatorError
from kriterion.exercises.exercise import Exercise
from kriterion.host.exercise_tools import ExerciseTools
from kriterion.host.settings import JudgeSettings, Settings, load_settings
from kriterion.host.settings.locations import expand_home
from kriterion.refusals import Refusal
from kriterion.sandbox import ContainerEngine
from kriterion.sandbox.choice import SandboxByImage
from kriterion.sandbox.image import (
    HOST,
    Image,
    ImageKind,
    add_relaxations,
    has_only_relaxations,
)
from kriterion.sandbox.registry import (
    Backend,
    BackendOptions,
    BackendSandbox,
    create_backend,
    is_confining,
)
from kriterion.sandbox.session import SessionSandbox
from kriterion.submissions.intake import accept_file
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.built_images import ensure_built_image, is_built, name_built_image
from kriterion.tools.catalog import SHIPPED_JUDGES
from kriterion.tools.images import Images
from kriterion.tools.judge_run import Judge, load_judge
from kriterion.tools.runtime import IMAGE_NAME, ensure_kriterion_image
from kriterion.tools.staging import compute_directory_fingerprint
from kriterion_tools.contracts.dodona_judge.live_changes import Change

_SOME_MINUTES = 600.0  # a busy machine may be idle by then; a changed solution is measured at once


class Installation:
    """This machine's settings with everything derived from them; each part is made on first use."""

    def __init__(self, config: Path | None = None, *, unsafe: bool = False) -> None:
        """`unsafe` selects plain processes, overriding the settings.

        Raises OperatorError if the settings are invalid, or select plain processes by themselves.
        """
        self.settings: Settings = load_settings(config)
        # By the course's id and the name that its exercises use; only these exercises get them.
        self.course_judges: Mapping[tuple[int, str], JudgeSettings] = {}
        self._backend = Backend.PROCESS if unsafe else self.settings.sandbox_backend
        if not (is_confining(self._backend) or unsafe or self.settings.sandbox_unsafe):
            raise OperatorError(
                f"{self.settings.file} sandbox.backend: a plain process confines nothing",
                fix="remove it, or pass --unsafe\n"
                "or add unsafe = true, if everybody on this machine may do everything anyway",
            )

    @cached_property
    def sandbox(self) -> SessionSandbox:
        """The sandbox for runs here."""
        return SandboxByImage(self._backend_sandbox, self.engine)

    def make_root(self, image: Image) -> str:
        """Return the root directory of a run in that image."""
        return "" if image.kind is ImageKind.ENGINE else self._backend_sandbox.make_root()

    def make_context(self, jobs: int = 1) -> ToolContext:
        """Return the context in which tools run on this machine, at most `jobs` runs at a time."""
        return ToolContext(
            sandbox=self.sandbox, images=self.images, make_root=self.make_root, jobs=jobs
        )

    @cached_property
    def _backend_sandbox(self) -> BackendSandbox:
        options = BackendOptions(uids=self.settings.sandbox_uids, warn=_warn)
        return create_backend(self._backend, options)

    @cached_property
    def engine(self) -> ContainerEngine:
        """The container engine."""
        return ContainerEngine(self.settings.sandbox_engine, uids=self.settings.sandbox_uids)

    @cached_property
    def images(self) -> Mapping[str, Image]:
        """All images by name: those of the tools we ship, and the operator's, which take
        precedence.

        For ours, an operator may only set permissions; otherwise it is another image.
        """
        shipped = self._shipped_images
        settled: dict[str, Callable[[], Image]] = {}
        for name, image in self.settings.images.items():
            if name in shipped and has_only_relaxations(image):
                settled[name] = partial(_make_with_permissions, shipped[name], image)
            else:
                settled[name] = partial(_return_unchanged, image)
        return Images({**shipped, **settled}, unknown=self.settings.unknown_images)

    @property
    def shipped_image_names(self) -> tuple[str, ...]:
        """The names of the shipped tools' images."""
        return tuple(self._shipped_images)

    @property
    def image_names(self) -> Mapping[str, Image]:
        """All images, as in `images`, but none is built: the shipped ones have only names."""
        shipped = {name: Image(name=name) for name in self._shipped_images}
        known = {**shipped, **self.settings.images}
        return Images(
            {name: partial(_return_unchanged, image) for name, image in known.items()},
            unknown=self.settings.unknown_images,
        )

    @property
    def _shipped_images(self) -> dict[str, Callable[[], Image]]:
        data = self.settings.data
        makers: dict[str, Callable[[], Image]] = {IMAGE_NAME: partial(ensure_kriterion_image, data)}
        for name, tool in SHIPPED_JUDGES.items():
            if is_built(tool):
                makers[name_built_image(name)] = partial(self._make_built_image, name, tool)
        return makers

    def _make_built_image(self, name: str, tool: Path) -> Image:
        base = add_relaxations(self.images[IMAGE_NAME], HOST)  # it has its own, by name
        return ensure_built_image(name, tool, base, self.settings.data)

    @cached_property
    def judges(self) -> Mapping[str, JudgeSettings]:
        """All judges by the name exercises use: the shipped ones, and the operator's, which take
        precedence.
        """
        shipped = {
            name: JudgeSettings(name=name, directory=directory)
            for name, directory in SHIPPED_JUDGES.items()
        }
        return {**shipped, **self.settings.judges}

    def judge(self, exercise: Exercise, named: str | None) -> Judge:
        """Return the named judge (a directory or a name of the settings), else the exercise's.

        Raises JudgeNotInstalled if there is none, otherwise as `load_judge` does.
        """
        if named is not None:
            return self.named(named)
        return self.find_judge(exercise.evaluation.get("handler"), exercise.id)

    def find_judge(self, handler: str | None, exercise_id: str) -> Judge:
        """Return the judge for a `handler`, or the default if it is None. Raises as `judge`
        does.
        """
        known = handler if handler in self.judges else self.settings.default_judge
        if known is None:
            requested = f"judge {handler!r}, which is not installed"
            if not handler:
                requested = "a judge without a name, and there is no default_judge"
            names = ", ".join(self.judges)
            raise JudgeNotInstalled(
                f"{exercise_id}: the exercise asks for {requested} here; installed: {names}",
                name=str(handler or ""),
                fix="name its directory with --judge DIR\n"
                f"or add [judges.{handler or 'NAME'}] with its directory to kriterion.toml",
            )
        return self.load(known)

    def make_request(self, tools: ExerciseTools, submission: SubmittedFiles) -> AssessmentRequest:
        """Return the request to assess a submission with the tools of its exercise.

        If the judge gives points, this grades the exercise's own solution unless that has been
        done. Raises as `assess` does.
        """
        return AssessmentRequest(
            exercise=tools.exercise,
            submission=submission,
            judge=tools.judge,
            analyzer=tools.analyzer,
            representer=tools.representer,
            maximum=self._find_maximum(tools.exercise, submission, tools.judge),
        )

    def assess(
        self, request: AssessmentRequest, watch: Callable[[Change], None] | None = None
    ) -> AssessmentRecord:
        """Assess a submission here. Raises as `assessment.assess` does."""
        return assess(request, self.make_context(), watch)

    def _find_maximum(
        self, exercise: Exercise, submission: SubmittedFiles, judge: Judge | TestRunnerRun | None
    ) -> Maximum:
        """Return the maximum for a submission; unknown for judges without points."""
        if not isinstance(judge, Judge) or not judge.reports_points:
            return UNKNOWN

        def measure(solution: str, seed: int | None) -> SolutionGrade | None:
            submitted = accept_file("solution.ml", solution.encode())
            if isinstance(submitted, Refusal):
                return None
            graded = AssessmentRequest(
                exercise=set_grading_seed(exercise, seed), submission=submitted, judge=judge
            )
            return read_graded(judge, self.assess(graded))

        return self.maxima(judge).find_for_submission(
            exercise, submission, measure, again_after_seconds=_SOME_MINUTES
        )

    def maxima(self, judge: Judge) -> Maxima:
        """Return the measured maxima for the judge's present version."""
        image = self.images.get(judge.image or "", HOST)
        version = [compute_directory_fingerprint(judge.directory)]
        version += [built.name for built in image.mounts.values()]  # their names are fingerprints
        return Maxima(self.settings.data / "maxima", " ".join(version))

    def named(self, judge: str) -> Judge:
        """Load the judge in a directory, or of a name. Raises as `load_judge` does."""
        return load_configured_judge(self.find_judge_settings(judge))

    def load(self, name: str) -> Judge:
        """Load a judge by name. Raises as `load_judge` does."""
        return load_configured_judge(self.judges[name])

    def load_of_course(self, name: str, courses: Iterable[int]) -> Judge | None:
        """Load the judge of that name that belongs to one of the courses, or None.

        Raises as `load_judge` does.
        """
        keys = ((course, name) for course in courses)
        judge_key = next((key for key in keys if key in self.course_judges), None)
        return None if judge_key is None else load_configured_judge(self.course_judges[judge_key])

    def find_judge_settings(self, judge: str) -> JudgeSettings:
        """Return the settings of a judge, given its name or its directory.

        For a directory, these are the settings that name it, the operator's first; if none do, the
        defaults.
        """
        directory = expand_home(judge)  # not every shell expands ~ after =
        if judge in self.judges and not directory.is_dir():
            return self.judges[judge]
        places = {judge.directory.resolve(): judge for judge in self.judges.values()}
        return places.get(directory.resolve()) or JudgeSettings(name=judge, directory=directory)


def load_configured_judge(judge: JudgeSettings) -> Judge:
    """Load the judge of a record. Raises as `load_judge` does."""
    return load_judge(
        judge.directory, image=judge.image, languages=judge.languages, dialect=judge.dialect
    )


def _warn(text: str) -> None:
    print(text, file=sys.stderr)


def _make_with_permissions(make: Callable[[], Image], as_in: Image) -> Image:
    return add_relaxations(make(), as_in)


def _return_unchanged(image: Image) -> Image:
    return image
