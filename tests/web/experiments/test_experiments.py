"""Programs are tried by workers: in order, one of a user at a time, without a submission."""

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from django.urls import reverse
from django.utils import timezone

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import ContentUnavailable, ImageNotInstalled, MachineError
from kriterion.exercises.exercise import EditorFile, Exercise
from kriterion.sandbox.run import Ending
from kriterion.tools.programs.program_run import ProgramOutput
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.courses.exam_scope import ExamScope, RunningExam, limit_by_exams
from kriterion.web.experiments import experiment_work
from kriterion.web.experiments.experiment_work import ExperimentTask, ExperimentWork
from kriterion.web.experiments.models import Experiment, ExperimentState
from kriterion.web.experiments.services import experiment_queue, request_experiment
from kriterion.web.experiments.services.request_experiment import KEPT, RequestFault
from kriterion.web.learning.workspace import try_pages
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.engines.local_engine import LocalEngine
from kriterion.web.submissions.models import Draft, Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.inability import MACHINE, NOTHING, Exclusion
from kriterion.web.submissions.worker.background_share import EVERY, Share
from kriterion.web.submissions.worker.background_work import BackgroundSlots
from kriterion.web.submissions.worker.job import Assess
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from tests.web.conftest import World, client_for

Run = Callable[..., ProgramOutput]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> ExperimentWork:
    """A worker that runs a waiting program while a page sleeps."""
    monkeypatch.setattr(experiment_work, "run_program", echo)
    return ExperimentWork()


def echo(experiment: Experiment, stopped: threading.Event) -> ProgramOutput:
    text = "".join(experiment.files[name] for name in experiment.file_names)
    return ProgramOutput(output=f"{text}|{experiment.phrase}|{experiment.stdin}")


def do_next(work: ExperimentWork) -> bool:
    task = work.take("worker", suspects=True, exclude=NOTHING)
    if task is None:
        return False
    task.run(None, None, None)  # type: ignore[arg-type]  # an experiment uses none of them
    return True


def request(world: World, code: str = "x", phrase: str = "") -> Experiment | RequestFault:
    return request_experiment.request_experiment(
        world.ada, world.exercise, {"a.py": code}, phrase=phrase, stdin="", course=None
    )


def run(world: World, work: ExperimentWork) -> Experiment | RequestFault:
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += 1.0
        do_next(work)

    return request_experiment.run_experiment(
        world.ada,
        world.exercise,
        {"a.py": "x"},
        phrase="p",
        stdin="i",
        course=None,
        sleep=sleep,
        monotonic=lambda: now,
    )


def test_a_page_gets_the_output_of_its_program(world: World, work: ExperimentWork) -> None:
    experiment = run(world, work)
    assert isinstance(experiment, Experiment)
    assert (experiment.state, experiment.output) == (ExperimentState.FINISHED, "x|p|i")
    assert experiment.files == {}
    assert Submission.objects.count() == 1  # the world's


def test_experiments_are_claimed_in_the_order_of_requests(
    world: World, work: ExperimentWork
) -> None:
    first = request(world)
    second = request_experiment.request_experiment(
        world.ben, world.exercise, {"a.py": "y"}, phrase="", stdin="", course=None
    )
    assert isinstance(first, Experiment) and isinstance(second, Experiment)
    assert do_next(work)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (ExperimentState.FINISHED, ExperimentState.QUEUED)
    assert do_next(work) and not do_next(work)


def test_a_user_has_one_experiment_at_a_time(world: World, work: ExperimentWork) -> None:
    assert isinstance(request(world), Experiment)
    assert request(world) is RequestFault.UNDER_WAY
    assert do_next(work)
    assert isinstance(request(world), Experiment)


def test_too_long_code_is_not_run(world: World) -> None:
    assert request(world, code="x" * 70_000) is RequestFault.TOO_LONG
    assert request(world, phrase="x" * 20_000) is RequestFault.TOO_LONG
    assert not Experiment.objects.exists()


def test_the_limit_holds_for_all_files_together(world: World) -> None:
    half = "x" * 40_000
    fault = request_experiment.request_experiment(
        world.ada, world.exercise, {"a.py": half, "b.py": half}, phrase="", stdin="", course=None
    )
    assert fault is RequestFault.TOO_LONG


def test_a_program_finds_the_files_that_the_exercise_provides(tmp_path: Path) -> None:
    texts = {"given.py": "G", "a.py": "theirs", "lib": "", "b.py/c.py": "", "../x.py": ""}
    provided = [EditorFile(name=name, text=texts[name], is_read_only=True) for name in texts]
    exercise = Exercise(
        id="a",
        directory=tmp_path,
        repository=tmp_path,
        editor_files=(EditorFile(name="a.py", text="template"), *provided),
    )
    files = {"a.py": "mine", "lib/words.py": "words", "b.py": ""}
    found = experiment_work.add_provided_files(exercise, files)
    assert found == {**files, "given.py": "G"}
    assert next(iter(found)) == "a.py"


def test_only_the_latest_experiments_are_kept(world: World) -> None:
    over = ExperimentState.FINISHED
    Experiment.objects.bulk_create(
        Experiment(user=world.ada, activity=world.exercise, state=over, phrase=str(number))
        for number in range(KEPT + 5)
    )
    request(world)
    phrases = Experiment.objects.filter(state=over).values_list("phrase", flat=True)
    assert len(phrases) == KEPT - 1
    assert "0" not in phrases and str(KEPT + 4) in phrases


def test_no_worker_with_time_means_busy_and_leaves_nothing(world: World) -> None:
    class Idle(ExperimentWork):
        def take(self, *_: object, **__: object) -> None:
            return None

    assert run(world, Idle()) is RequestFault.BUSY
    assert not Experiment.objects.exists()


def test_a_stopped_run_starts_again(
    world: World, work: ExperimentWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    request(world)

    def stop(experiment: Experiment, stopped: threading.Event) -> ProgramOutput:
        stopped.set()
        raise MachineError("the run was stopped")

    monkeypatch.setattr(experiment_work, "run_program", stop)
    assert do_next(work)
    assert Experiment.objects.get().state == ExperimentState.QUEUED
    monkeypatch.setattr(experiment_work, "run_program", echo)
    assert do_next(work)
    assert Experiment.objects.get().state == ExperimentState.FINISHED


def test_what_a_worker_lacks_is_left_to_others(
    world: World, work: ExperimentWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(experiment: Experiment, stopped: threading.Event) -> ProgramOutput:
        raise ImageNotInstalled("not here", name="x", fix="")

    monkeypatch.setattr(experiment_work, "run_program", fail)
    request(world)
    assert do_next(work)
    assert not do_next(work)  # not again at once
    monkeypatch.setattr(experiment_work, "run_program", echo)
    assert do_next(ExperimentWork())
    monkeypatch.setattr(experiment_work, "run_program", fail)
    experiment = run(world, ExperimentWork())
    assert isinstance(experiment, Experiment)
    assert (experiment.state, experiment.is_unavailable) == (ExperimentState.FAILED, True)
    assert experiment.files == {}


def test_content_that_is_not_here_keeps_no_other_program_waiting(
    world: World, work: ExperimentWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lack(experiment: Experiment, stopped: threading.Event) -> ProgramOutput:
        raise ContentUnavailable("not here", fix="")

    monkeypatch.setattr(experiment_work, "run_program", lack)
    request(world)
    assert do_next(work)
    assert not do_next(work)
    monkeypatch.setattr(experiment_work, "run_program", echo)
    other = Activity.objects.create(repository=Repository.objects.create(name="o"), path="x")
    request_experiment.request_experiment(
        world.ben, other, {"a.py": "y"}, phrase="", stdin="", course=None
    )
    assert do_next(work)
    assert Experiment.objects.get(user=world.ben).state == ExperimentState.FINISHED
    assert Experiment.objects.get(user=world.ada).state == ExperimentState.QUEUED


def test_a_page_does_not_wait_for_a_worker_that_died(world: World) -> None:
    class Died(ExperimentWork):
        def take(self, *_: object, **__: object) -> None:
            Experiment.objects.update(state=ExperimentState.RUNNING)

    assert run(world, Died()) is RequestFault.UNDER_WAY


def test_an_exercise_may_be_removed_while_its_program_waits(world: World) -> None:
    class Removed(ExperimentWork):
        def take(self, *_: object, **__: object) -> None:
            Experiment.objects.all().delete()

    assert run(world, Removed()) is RequestFault.BUSY


def test_a_failure_of_the_machine_is_not_the_students(
    world: World, work: ExperimentWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(experiment: Experiment, stopped: threading.Event) -> ProgramOutput:
        raise MachineError("the disk is full")

    monkeypatch.setattr(experiment_work, "run_program", fail)
    experiment = run(world, work)
    assert isinstance(experiment, Experiment)
    assert (experiment.state, experiment.is_unavailable) == (ExperimentState.FAILED, False)


def test_what_a_worker_died_with_is_given_up(world: World, work: ExperimentWork) -> None:
    request(world)
    assert work.take("worker", suspects=True, exclude=NOTHING) is not None
    experiment_queue.fail_expired()
    assert Experiment.objects.get().state == ExperimentState.RUNNING
    long_ago = timezone.now() - timedelta(minutes=10)
    Experiment.objects.update(started_at=long_ago)
    experiment_queue.fail_expired()
    assert Experiment.objects.get().state == ExperimentState.FAILED


def test_a_worker_that_cannot_use_an_activity_claims_none_of_its_experiments(
    world: World, work: ExperimentWork
) -> None:
    request(world)
    excluded = Exclusion(activities=frozenset({world.exercise.pk}))
    assert not work.has_work(suspects=True, exclude=excluded)
    assert work.take("worker", suspects=True, exclude=excluded) is None
    assert work.has_work(suspects=True, exclude=NOTHING)


def make_worker(assess: Assess, slots: int = 2) -> SubmissionWorker:
    worker = SubmissionWorker(slots, assess=assess, engine=LocalEngine())
    worker.inabilities.clear(MACHINE)
    return worker


def queue_submission(world: World, priority: Priority) -> None:
    Submission.objects.update(state=SubmissionState.FINISHED)
    Submission.objects.create(
        user=world.ben,
        activity=world.exercise,
        number=7,
        priority=priority,
        files={"a.py": "x"},
        file_names=["a.py"],
    )


@pytest.mark.parametrize(
    ("priority", "first"),
    [(Priority.INTERACTIVE, "submission"), (Priority.BACKGROUND, "experiment")],
)
def test_experiments_come_between_interactive_and_background_submissions(
    world: World, work: ExperimentWork, priority: Priority, first: str
) -> None:
    request(world)
    queue_submission(world, priority)
    order = []

    def assess(submission: Submission, **_: object) -> AssessmentRecord:
        order.append("submission")
        raise MachineError("not assessed in this test")

    def run_here(experiment: Experiment, stopped: threading.Event) -> ProgramOutput:
        order.append("experiment")
        return ProgramOutput(output="")

    with patch.object(experiment_work, "run_program", run_here):
        worker = make_worker(assess)
        assert worker.take() and worker.take()
    assert order[0] == first
    assert len(order) == 2


def test_experiments_do_not_hold_up_background_work_for_ever(
    world: World, work: ExperimentWork
) -> None:
    """Not even on a worker with one slot, if somebody always tries something."""
    queue_submission(world, Priority.BACKGROUND)
    long_ago = timezone.now() - timedelta(minutes=2)
    Submission.objects.update(created_at=long_ago)
    order = []

    def assess(submission: Submission, **_: object) -> AssessmentRecord:
        order.append("submission")
        raise MachineError("not assessed in this test")

    def run_here(experiment: Experiment, stopped: threading.Event) -> ProgramOutput:
        order.append("experiment")
        return ProgramOutput(output="")

    with patch.object(experiment_work, "run_program", run_here):
        worker = make_worker(assess, slots=1)
        for _ in range(EVERY):
            request(world)
            assert worker.take()
    assert order == [*["experiment"] * (EVERY - 1), "submission"]


def test_half_of_the_slots_at_most_run_experiments(world: World, work: ExperimentWork) -> None:
    for user in (world.ada, world.ben):
        request_experiment.request_experiment(
            user, world.exercise, {"a.py": "x"}, phrase="", stdin="", course=None
        )
    slots = BackgroundSlots("worker", Share(2), 2)
    first = slots.take(suspects=True, exclude=NOTHING)
    assert first is not None
    assert not slots.has_awaited_work(suspects=True, exclude=NOTHING)
    other = slots.take(suspects=True, exclude=NOTHING)
    assert not isinstance(other, ExperimentTask)
    slots.release(first)
    assert isinstance(slots.take(suspects=True, exclude=NOTHING), ExperimentTask)


# --- The page


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, work: ExperimentWork) -> ExperimentWork:
    """Pages whose programs this worker runs."""
    real = request_experiment.run_experiment

    def run_here(*arguments: object, **named: object) -> object:
        return real(*arguments, **named, sleep=lambda _: do_next(work))  # type: ignore[arg-type]

    monkeypatch.setattr(try_pages, "run_experiment", run_here)
    return work


def post(world: World, *, part: bool, **data: object) -> str:
    address = reverse("try", args=[world.exercise.pk]) + ("?part" if part else "")
    form = {"name": "a.py", "text": "code", "phrase": "1 < 2", "stdin": "", **data}
    response = client_for(world.ada).post(address, form)
    assert response.status_code == 200
    return response.content.decode()


def test_a_script_gets_the_output_as_a_part_of_the_page(
    world: World, answers: ExperimentWork
) -> None:
    part = post(world, part=True)
    assert "code|1 &lt; 2|" in part
    assert "<html" not in part
    assert "1 &lt; 2</pre>" in post(world, part=True)  # in the history


def test_without_scripts_the_answer_is_a_page_and_the_code_is_the_draft(
    world: World, answers: ExperimentWork
) -> None:
    page = post(world, part=False)
    assert "code|1 &lt; 2|" in page
    assert reverse("activity", args=[world.exercise.pk]) in page
    assert Draft.objects.get().files == {"a.py": "code"}


def test_each_ending_is_said_in_words(
    world: World, answers: ExperimentWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    for output, words in (
        (ProgramOutput(output="", ending=Ending.CPU_LIMIT, exit_status=None), "time limit"),
        (ProgramOutput(output="", ending=Ending.OUTPUT_LIMIT, exit_status=None), "output limit"),
        (ProgramOutput(output="", exit_status=3), "status 3"),
        (ProgramOutput(output="", exit_status=127, is_found=False), "cannot be run here"),
        (ProgramOutput(output=""), "no output"),
    ):
        monkeypatch.setattr(experiment_work, "run_program", lambda *_, made=output: made)
        assert words in post(world, part=True)


@pytest.mark.parametrize(
    "names",
    [
        *([""], ["../a.py"], ["/a.py"], ["a//b.py"], ["-x.py"], ["x" * 300], ["a\nb"]),
        *(["\N{CJK UNIFIED IDEOGRAPH-4E00}" * 100], ["a.py", "a.py"], ["a", "a/b/c.py"]),
    ],
)
def test_odd_file_names_are_refused(world: World, names: list[str]) -> None:
    address = reverse("try", args=[world.exercise.pk])
    response = client_for(world.ada).post(address, {"name": names, "text": ["x"] * len(names)})
    assert response.status_code == 400


def test_only_what_takes_solutions_in_a_known_language_is_tried(world: World) -> None:
    address = reverse("try", args=[world.exercise.pk])
    form = {"name": "a.py", "text": "x"}
    for change in ({"programming_language": "sql"}, {"type": ActivityType.READING}):
        before = {name: getattr(world.exercise, name) for name in change}
        type(world.exercise).objects.filter(pk=world.exercise.pk).update(**change)
        assert client_for(world.ada).post(address, form).status_code == 404
        type(world.exercise).objects.filter(pk=world.exercise.pk).update(**before)


def test_what_was_tried_before_an_exam_is_not_shown_in_it(world: World) -> None:
    Experiment.objects.create(
        user=world.ada, activity=world.exercise, phrase="old", state=ExperimentState.FINISHED
    )
    assert try_pages.find_tries(world.ada, world.exercise).earlier
    exam = RunningExam(
        course=world.course.pk,
        series=world.series.pk,
        name="Exam",
        address="/",
        entered_at=timezone.now(),
        is_open=True,
    )
    with limit_by_exams(ExamScope(user=world.ada.pk, running=exam)):
        assert not try_pages.find_tries(world.ada, world.exercise).earlier
