"""Experiments as workers see them: work besides submissions, which makes way for these."""

import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from django.db import DatabaseError

from kriterion.errors import ContentUnavailable, ImageNotInstalled, OperatorError
from kriterion.exercises.exercise import Exercise, RepositoryFormat
from kriterion.exercises.learn_ocaml.repository_layout import PREPARE
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion.sandbox.image import HOST
from kriterion.sandbox.stoppable import Stop, StoppableSandbox
from kriterion.submissions.file_names import find_name_fault
from kriterion.tools.images import find_image
from kriterion.tools.programs.program_run import (
    Program,
    ProgramOutput,
    plan_program,
    read_program,
)
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.content.content_access import hold_content
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.experiments.models import Experiment
from kriterion.web.experiments.services.experiment_queue import (
    claim_experiment,
    fail_expired,
    has_claimable,
    mark_failed,
    requeue_experiment,
    store_output,
)
from kriterion.web.submissions.queue.inability import (
    Exclusion,
    Inabilities,
    NeededPart,
    Subject,
)
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask, StoppableTask
from kriterion.web.submissions.worker.job import Assess, JobWorker
from kriterion.web.tools.machine import this_machine
from kriterion_tools.errors import KriterionError

_POLL_SECONDS = 30.0
_MISSING_SECONDS = 60.0  # before an image or a repository that was not here is tried again
_MAXIMUM_PREPARATION = 1024 * 1024

_log = logging.getLogger(__name__)


class ExperimentTask(StoppableTask):
    """One run of a program."""

    is_suspect = False

    def __init__(self, experiment: Experiment, record_missing: Callable[[Subject], None]) -> None:
        super().__init__()
        self.experiment = experiment
        self.label = f"of experiment {experiment.pk}"
        self._record_missing = record_missing

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        experiment = self.experiment
        try:
            output = run_program(experiment, self._stopped)
        except (ImageNotInstalled, ContentUnavailable) as error:
            _log.info("experiment %d: %s", experiment.pk, error)
            self._record_missing(_find_missing_part(experiment, error))
            # Another worker may have what is missing.
            requeue_experiment(experiment, is_unavailable=True)
        except DatabaseError:
            raise
        except Exception as error:
            if self._stopped.is_set():
                requeue_experiment(experiment)
                return
            unexpected = None if isinstance(error, KriterionError) else error
            _log.error("experiment %d: %s", experiment.pk, error, exc_info=unexpected)
            mark_failed(experiment, is_unavailable=isinstance(error, OperatorError))
        else:
            store_output(experiment, output)


def _find_missing_part(
    experiment: Experiment, error: ImageNotInstalled | ContentUnavailable
) -> Subject:
    if isinstance(error, ImageNotInstalled):
        return Subject(part=NeededPart.IMAGE, name=experiment.image)
    return Subject(part=NeededPart.REPOSITORY, name=str(experiment.activity.repository_id))


def run_program(experiment: Experiment, stopped: Stop) -> ProgramOutput:
    """Run the program of an experiment. Raises as a sandbox does, and if `stopped` is set."""
    installation = this_machine()
    exercise = load_activity_exercise(experiment.activity)
    program = Program(
        language=experiment.activity.programming_language,
        files=add_provided_files(
            exercise, {name: experiment.files[name] for name in experiment.file_names}
        ),
        phrase=experiment.phrase,
        stdin=experiment.stdin,
        prelude=exercise.prelude,
        preparation=_read_preparation(exercise),
        workdir=exercise.workdir,
    )
    image = find_image(experiment.image or HOST.name, installation.images)
    root = installation.make_root(image)
    with hold_content((exercise.directory,)):
        run = plan_program(program, image, root)
        sandbox = StoppableSandbox(installation.sandbox, stopped, str(experiment.user_id))
        release_connection()
        outcome = sandbox.run(run)
    return read_program(program, outcome, root)


def add_provided_files(exercise: Exercise, files: Mapping[str, str]) -> Mapping[str, str]:
    """Return a student's files, then those that the exercise provides, unless they conflict."""
    provided = {
        file.name: file.text
        for file in exercise.editor_files
        if file.is_read_only and find_name_fault(file.name) is None
    }
    return {**files, **{name: provided[name] for name in provided if _is_free(name, files)}}


def _is_free(name: str, files: Mapping[str, str]) -> bool:
    """Whether a file can lie beside the others: no name is a directory of another."""
    return not any(
        f"{name}/".startswith(f"{other}/") or other.startswith(f"{name}/") for other in files
    )


def _read_preparation(exercise: Exercise) -> str:
    """Return learn-ocaml's hidden code, whose names the program may use; usually ""."""
    if exercise.evaluation.get("handler") != RepositoryFormat.LEARN_OCAML:
        return ""
    below = exercise.directory.relative_to(exercise.repository) / PREPARE
    try:
        content = Files(exercise.repository).load_below(below, at_most=_MAXIMUM_PREPARATION)
    except Unreadable:
        return ""
    return content.decode(errors="replace")


class ExperimentWork:
    """The source of these tasks for one process. Implements BackgroundWork."""

    is_awaited = True

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._missing: dict[Subject, float] = {}  # when something was found to be missing here
        self._next_look_at = float("-inf")

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        return has_claimable(
            exclude=self._extend(exclude), without_images=self._list_missing(NeededPart.IMAGE)
        )

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        experiment = claim_experiment(
            exclude=self._extend(exclude), without_images=self._list_missing(NeededPart.IMAGE)
        )
        return None if experiment is None else ExperimentTask(experiment, self._record_missing)

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        now = self._monotonic()
        if now >= self._next_look_at:
            self._next_look_at = now + _POLL_SECONDS
            fail_expired()

    def _record_missing(self, subject: Subject) -> None:
        self._missing[subject] = self._monotonic()

    def _extend(self, exclude: Exclusion) -> Exclusion:
        """Exclude the repositories that are not here, too."""
        missing = frozenset(map(int, self._list_missing(NeededPart.REPOSITORY)))
        return replace(exclude, repositories=exclude.repositories | missing)

    def _list_missing(self, part: NeededPart) -> list[str]:
        now = self._monotonic()
        return [
            subject.name
            for subject, at in tuple(self._missing.items())
            if subject.part is part and now - at < _MISSING_SECONDS
        ]
