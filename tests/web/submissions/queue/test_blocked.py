"""A submission that cannot be judged waits until it can be, without a failed attempt."""

import json
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import (
    EngineUnavailable,
    JudgeNotInstalled,
    MachineError,
    OperatorError,
    SandboxUnavailable,
)
from kriterion.refusals import Refusal
from kriterion.web.accounts.models import User
from kriterion.web.catalog import repository_fetching as repositories
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, Series
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.queue.blocked import (
    is_for_operator,
    recheck,
    record_missing_part,
    release,
)
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.inability import Inabilities, NeededPart
from kriterion.web.submissions.services.cancel import cancel
from kriterion.web.submissions.services.submit import requeue_submission, submit_files
from kriterion.web.submissions.worker.job import Job
from kriterion.web.submissions.worker.live_writer import LiveWriter
from kriterion.web.tools import tool_fetching as tools
from kriterion.web.tools.missing_judges import find_missing_judges
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from kriterion.web.tools.tool_choice import choose_tools
from kriterion_tools.errors import ContractViolation
from tests.places import open_to_all
from tests.web.queue_fixtures import HandIn, Start
from tests.web.rehearsal import Watch, make_assessment, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

BLOCKED, QUEUED = SubmissionState.BLOCKED, SubmissionState.QUEUED
JUDGE = """#!/bin/sh
echo '{"command": "start-judgement"}{"command": "close-judgement"}'
"""


def state(submission: Submission) -> str:
    submission.refresh_from_db()
    return submission.state


def raise_judge_missing(
    submission: Submission, *, watch: Watch, stopped: threading.Event
) -> AssessmentRecord:
    raise JudgeNotInstalled("barcode: judge 'odd' is not installed", name="odd", fix="add it")


@pytest.fixture
def repository_with_unknown_judge(tmp_path: Path) -> Repository:
    """A repository with two exercises for a judge that is not here, and one for ours."""
    exercises = (("one", "odd"), ("two", "odd"), ("three", "suite"))
    for name, handler in exercises:
        directory = tmp_path / "repository" / name
        (directory / "description").mkdir(parents=True)
        (directory / "description" / "description.en.md").write_text("# Task\n")
        config = {"type": "exercise", "evaluation": {"handler": handler}}
        (directory / "config.json").write_text(json.dumps(config))
    repository = Repository.objects.create(
        name="strange", directory=str(tmp_path / "repository"), state=RepositoryState.NEW
    )
    repositories.fetch(repository)
    repository.refresh_from_db()
    assert repository.state == RepositoryState.READY, repository.failure
    return repository


def _judge(directory: Path) -> Tool:
    open_to_all(directory)
    (directory / "judge").mkdir()
    (directory / "judge" / "run").write_text(JUDGE)
    (directory / "judge" / "run").chmod(0o755)
    return Tool.objects.create(kind=ToolKind.JUDGE, name="odd", directory=str(directory / "judge"))


@pytest.mark.parametrize(
    ("error", "blocks"),
    [
        (JudgeNotInstalled("x", name="", fix=""), True),
        (OperatorError("image x is no directory"), True),
        (
            ContractViolation(
                "config.json", "", "is not valid JSON: …", code="judge.config.syntax"
            ),
            True,
        ),
        (SandboxUnavailable("no sandbox"), False),
        (EngineUnavailable("no podman"), True),
        (MachineError("the disk is full"), False),
        (ZeroDivisionError(), False),
    ],
)
def test_only_faults_an_operator_can_fix_block(error: Exception, blocks: bool) -> None:
    assert is_for_operator(error) is blocks


def test_a_missing_judge_blocks_the_submission_without_counting_a_failure(
    start: Start, submit: HandIn, anna: User
) -> None:
    start(raise_judge_missing)
    given = submit(anna)
    wait_until(lambda: state(given) == BLOCKED)
    assert (given.attempt, given.failures, given.summary) == (1, 0, "odd")
    assert given.failure == (
        "barcode: judge 'odd' is not installed\n"
        "add it under Administration, Tools, with the name odd\n"
        "or add [judges.odd] with its directory to kriterion.toml, and restart the site"
    )
    assert (given.worker, given.lease_until, given.finished_at) == ("", None, None)
    assert not given.is_over
    assert not hasattr(given, "assessment")


def test_other_submissions_are_assessed_meanwhile(
    start: Start, submit: HandIn, anna: User, exercise: Activity
) -> None:
    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.activity_id != exercise.pk:
            return raise_judge_missing(submission, watch=watch, stopped=stopped)
        return make_assessment(submission)

    other = Activity.objects.create(repository=exercise.repository, path="rain")
    kept = submit_files(anna, other, {"a.py": "x"}, language="en")
    assert not isinstance(kept, Refusal)
    start(assess)
    others = [submit(anna) for _ in range(3)]
    wait_until(lambda: all(state(other) == SubmissionState.FINISHED for other in others))
    wait_until(lambda: state(kept) == BLOCKED)


def test_a_missing_judge_blocks_every_exercise_that_names_it(
    repository_with_unknown_judge: Repository, anna: User, start: Start
) -> None:
    """One shows it; submissions to the other go back before anything is run."""
    ran: list[str] = []

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        ran.append(submission.activity.path)
        choose_tools(submission.activity)
        return make_assessment(submission)

    def submit(path: str) -> Submission:
        activity = Activity.objects.get(repository=repository_with_unknown_judge, path=path)
        given = submit_files(anna, activity, {"a.py": "x"}, language="en")
        assert not isinstance(given, Refusal)
        return given

    start(assess, 2)
    first = submit("one")
    wait_until(lambda: state(first) == BLOCKED)
    second, third = submit("two"), submit("three")
    wait_until(lambda: state(second) == BLOCKED)
    wait_until(lambda: state(third) == SubmissionState.FINISHED)
    assert ran == ["one", "three"]
    assert second.attempt <= 2  # each slot may have claimed it before the other knew
    assert (second.failures, second.summary) == (0, "odd")


def test_one_unassessable_submission_does_not_block_others_for_its_exercise(
    start: Start, submit: HandIn, anna: User
) -> None:
    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.files["a.py"] == "odd":
            raise OperatorError("the run cannot be made")
        return make_assessment(submission)

    first = submit(anna)
    start(assess)
    wait_until(lambda: state(first) == SubmissionState.FINISHED)
    odd, others = submit(anna, "odd"), [submit(anna) for _ in range(3)]
    wait_until(lambda: state(odd) == BLOCKED)
    wait_until(lambda: all(state(other) == SubmissionState.FINISHED for other in others))
    assert state(odd) == BLOCKED
    assert (odd.attempt, odd.failures, odd.failure) == (1, 0, "the run cannot be made")
    assert odd.not_before is not None  # it is tried again then
    assert release(Inabilities()) == 0


def _block(submission: Submission) -> None:
    Submission.objects.filter(pk=submission.pk).update(
        state=BLOCKED, summary="odd", failure="no judge"
    )


def test_a_submission_that_can_be_judged_now_is_released_and_keeps_its_turn(
    submit: HandIn, anna: User
) -> None:
    given = submit(anna)
    _block(given)
    assert release(Inabilities()) == 1
    assert state(given) == QUEUED
    assert (given.failure, given.summary, given.not_before) == ("", "", None)


def test_a_submission_whose_judge_is_still_missing_is_not_tried(
    repository_with_unknown_judge: Repository, anna: User
) -> None:
    activity = Activity.objects.get(repository=repository_with_unknown_judge, path="one")
    given = submit_files(anna, activity, {"a.py": "x"}, language="en")
    assert not isinstance(given, Refusal)
    _block(given)
    inabilities = Inabilities()
    assert release(inabilities) == 0
    assert state(given) == BLOCKED
    assert [inability.subject.name for inability in inabilities.list_partial()] == ["odd"]
    recheck(inabilities)
    assert inabilities.list_partial()  # it still is not there


def test_a_blocked_submission_can_be_cancelled_and_retried_by_hand(
    submit: HandIn, anna: User
) -> None:
    one, other = submit(anna), submit(anna)
    _block(one)
    _block(other)
    assert cancel(one, anna)
    assert state(one) == SubmissionState.CANCELLED
    assert requeue_submission(other)
    assert state(other) == QUEUED


def test_reading_a_repository_reports_each_missing_judge_once(
    repository_with_unknown_judge: Repository,
) -> None:
    (finding,) = find_missing_judges(repository_with_unknown_judge)
    assert finding.severity == "error"
    assert finding.file == "one/config.json"
    assert finding.where.startswith("evaluation.handler, line 1, column ")
    assert finding.what == (
        "judge 'odd' is not installed on this site: submissions to 2 exercises are kept until then"
    )
    assert "add it under Tools with the name odd" in finding.fix


def test_reading_a_repository_reports_missing_parts_of_images(
    repository_with_unknown_judge: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "kriterion.toml"
    settings.write_text('[images.broken]\nreadable = ["/nowhere/at/all"]\n')
    monkeypatch.setenv("KRITERION_CONFIG", str(settings))
    monkeypatch.setattr("kriterion.web.tools.machine._made", None)
    file = tmp_path / "repository" / "three" / "config.json"
    for image, expected in (
        ("broken", "image 'broken' needs /nowhere/at/all, which is not a directory"),
        (
            "unknown",
            "image 'unknown' is not on this machine: submissions to three are kept until then",
        ),
    ):
        evaluation = {"handler": "suite", "image": image}
        file.write_text(json.dumps({"type": "exercise", "evaluation": evaluation}))
        repositories.fetch(repository_with_unknown_judge)
        repository_with_unknown_judge.refresh_from_db()
        assert expected in [
            finding.what for finding in find_missing_judges(repository_with_unknown_judge)
        ]


@pytest.mark.machine
def test_adding_the_judge_has_everything_assessed(
    repository_with_unknown_judge: Repository, anna: User, start: Start, tmp_path: Path
) -> None:
    start(assess_submission)
    activity = Activity.objects.get(repository=repository_with_unknown_judge, path="one")
    given = submit_files(anna, activity, {"a.py": "x"}, language="en")
    assert not isinstance(given, Refusal)
    wait_until(lambda: state(given) == BLOCKED)
    assert given.summary == "odd"
    tools.fetch(_judge(tmp_path))
    assert not list(find_missing_judges(repository_with_unknown_judge))
    wait_until(lambda: state(given) == SubmissionState.FINISHED)
    assert given.accepted
    assert given.failures == 0


def _configure_images(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a kriterion.toml with these images, as a process does that has just started."""
    settings = tmp_path / "kriterion.toml"
    settings.write_text(text)
    monkeypatch.setenv("KRITERION_CONFIG", str(settings))
    monkeypatch.setattr("kriterion.web.tools.machine._made", None)


def _use_missing_image(repository_with_unknown_judge: Repository) -> Activity:
    """The exercise of our own judge, which now names an image that is not here."""
    file = Path(repository_with_unknown_judge.directory) / "three" / "config.json"
    evaluation = {"handler": "suite", "image": "special"}
    file.write_text(json.dumps({"type": "exercise", "evaluation": evaluation}))
    repositories.fetch(repository_with_unknown_judge)
    return Activity.objects.select_related("repository").get(
        repository=repository_with_unknown_judge, path="three"
    )


def test_a_missing_image_blocks_its_exercises_until_it_exists(
    repository_with_unknown_judge: Repository,
    anna: User,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    start: Start,
) -> None:
    _configure_images("", tmp_path, monkeypatch)
    activity = _use_missing_image(repository_with_unknown_judge)
    engine = start(assess_submission)
    given = submit_files(anna, activity, {"a.py": "x"}, language="en")
    assert not isinstance(given, Refusal)
    wait_until(lambda: state(given) == BLOCKED)
    engine.stop()  # it would release the submission, too
    assert "image 'special' is not on this machine" in given.failure
    assert '[images."special"]' in given.failure
    assert (given.failures, given.summary) == (0, "")
    inabilities = Inabilities()
    assert release(inabilities) == 0
    (missing,) = inabilities.list_partial()
    assert (missing.subject.part, missing.label, missing.needs_run) == (
        NeededPart.IMAGE,
        "special",
        False,
    )

    _configure_images('[images."special"]\nkind = "host"\n', tmp_path, monkeypatch)
    recheck(inabilities)
    assert not inabilities.list_partial()
    assert release(inabilities) == 1
    assert state(given) != BLOCKED


def test_a_fixed_exercise_no_longer_waits_for_what_another_one_still_needs(
    repository_with_unknown_judge: Repository,
    anna: User,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _configure_images("", tmp_path, monkeypatch)

    def configure(path: str, **evaluation: str) -> None:
        file = Path(repository_with_unknown_judge.directory) / path / "config.json"
        file.write_text(json.dumps({"type": "exercise", "evaluation": evaluation}))

    for path in ("one", "two"):
        configure(path, handler="suite", image="special")
    repositories.fetch(repository_with_unknown_judge)
    fixed, other = (
        submit_files(
            anna,
            repository_with_unknown_judge.activities.get(path=path),
            {"a.py": "x"},
            language="en",
        )
        for path in ("one", "two")
    )
    assert isinstance(fixed, Submission)
    assert isinstance(other, Submission)
    _block(fixed)
    _block(other)
    inabilities = Inabilities()
    assert release(inabilities) == 0
    configure("one", handler="suite")
    repositories.fetch(repository_with_unknown_judge)
    recheck(inabilities)
    assert release(inabilities) == 1
    assert (state(fixed), state(other)) == (QUEUED, BLOCKED)


def test_an_unavailable_engine_counts_no_failure_and_delays_no_others(
    repository_with_unknown_judge: Repository,
    anna: User,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    start: Start,
    submit: HandIn,
) -> None:
    _configure_images('[images."special"]\nkind = "engine"\n', tmp_path, monkeypatch)
    activity = _use_missing_image(repository_with_unknown_judge)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.activity_id == activity.pk:
            return assess_submission(submission, watch=watch, stopped=stopped)
        return make_assessment(submission)

    with monkeypatch.context() as away:
        away.setattr(
            "kriterion.sandbox.backends.containers.container_engine.find_program", lambda name: None
        )
        engine = start(assess)
        given = [submit_files(anna, activity, {"a.py": "x"}, language="en") for _ in range(3)]
        kept = [row for row in given if not isinstance(row, Refusal)]
        wait_until(lambda: [state(row) for row in kept] == [BLOCKED] * 3)
        for row in kept:
            assert "there is no podman or docker" in row.failure
            assert row.failures == 0
        assert engine.fault == ""
        (missing,) = engine.inabilities.list_partial()
        assert (missing.subject.part, missing.label, missing.needs_run) == (
            NeededPart.IMAGE,
            "special",
            True,
        )
        other = submit(anna)
        wait_until(lambda: state(other) == SubmissionState.FINISHED)


def test_a_submission_set_aside_is_not_claimed_again(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise nobody would run it until its lease expires."""
    given = submit(anna)
    taken = claim_next("w")
    assert taken
    inabilities = Inabilities()
    inabilities.record_success(given.activity_id)
    worker = SimpleNamespace(
        inabilities=inabilities,
        machine=SimpleNamespace(excuse=lambda *_: False),
        publish=lambda: None,
    )
    job = Job(taken, cast("LiveWriter", None), cast("Any", worker))
    job._fail(OperatorError("the run cannot be made"))
    assert state(given) == BLOCKED
    assert not job.reclaim()  # the keeper after a gap, while the job ends
    assert state(given) == BLOCKED


def test_what_goes_back_before_its_run_is_reported_at_once(
    repository_with_unknown_judge: Repository, anna: User
) -> None:
    """Another slot may have recorded the missing judge while this submission was claimed."""
    one, two = (
        Activity.objects.get(repository=repository_with_unknown_judge, path=path)
        for path in ("one", "two")
    )
    inabilities = Inabilities()
    assert record_missing_part(inabilities, one, JudgeNotInstalled("x", name="odd", fix=""))
    given = submit_files(anna, two, {"a.py": "x"}, language="en")
    assert not isinstance(given, Refusal)
    taken = claim_next("w")
    assert taken
    states: list[str] = []  # when the worker publishes what it lacks, and blocks what nobody can do
    worker = SimpleNamespace(inabilities=inabilities, publish=lambda: states.append(state(given)))

    def fail(*_: object, **__: object) -> AssessmentRecord:
        raise AssertionError("it is run")

    Job(taken, cast("LiveWriter", None), cast("Any", worker)).run(fail)
    assert states == [QUEUED]
    assert two.pk in inabilities.make_exclusion().activities


@pytest.mark.parametrize("unknown", ["host", "engine"])
def test_an_unknown_image_blocks_nothing_where_the_name_is_defined(
    repository_with_unknown_judge: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    unknown: str,
) -> None:
    _configure_images(f'[images]\nunknown = "{unknown}"\n', tmp_path, monkeypatch)
    assert choose_tools(_use_missing_image(repository_with_unknown_judge)).judge is not None


# --- Judges of courses


@pytest.fixture
def courses(
    repository_with_unknown_judge: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[Series]:
    """Series of two courses that list the same exercise, whose judge the site lacks."""
    _configure_images("teachers_add_judges = true\n", tmp_path, monkeypatch)
    listed = []
    for slug in ("first", "second"):
        course = Course.objects.create(slug=slug, name=slug)
        series = Series.objects.create(course=course, name="S")
        Listing.objects.create(
            series=series, activity=repository_with_unknown_judge.activities.get(path="one")
        )
        listed.append(series)
    return listed


def _submit_in(user: User, series: Series) -> Submission:
    (listing,) = series.listings.all()
    files = {"a.py": "x"}
    activity, course = listing.activity, series.course
    given = submit_files(user, activity, files, language="en", course=course, series=series)
    assert isinstance(given, Submission)
    return given


def _create_course_judge(course: Course, directory: Path) -> Tool:
    judge = _judge(directory)
    Tool.objects.filter(pk=judge.pk).update(course=course, state=ToolState.READY)
    judge.refresh_from_db()
    return judge


def test_a_course_judge_never_gets_submissions_for_another_course(
    courses: list[Series], repository_with_unknown_judge: Repository, anna: User, tmp_path: Path
) -> None:
    _create_course_judge(courses[0].course, tmp_path)
    activity = repository_with_unknown_judge.activities.get(path="one")
    assert choose_tools(activity, course=courses[0].course_id).judge is not None
    for course in (courses[1].course_id, None):
        with pytest.raises(JudgeNotInstalled):
            choose_tools(activity, course=course)
    with pytest.raises(JudgeNotInstalled):
        submission = _submit_in(anna, courses[1])
        assess_submission(submission, watch=lambda _: None, stopped=threading.Event())


@pytest.mark.parametrize("broken", [0, 1])
def test_a_course_with_a_broken_judge_delays_no_other(
    courses: list[Series], anna: User, tmp_path: Path, start: Start, broken: int
) -> None:
    """Whichever course is looked at first."""
    (tmp_path / "working").mkdir()
    _create_course_judge(courses[1 - broken].course, tmp_path / "working")
    (tmp_path / "broken").mkdir()
    faulty = _create_course_judge(courses[broken].course, tmp_path / "broken")
    (Path(faulty.directory) / "config.json").write_text("{")

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        assert choose_tools(submission.activity, course=submission.course_id).judge is not None
        return make_assessment(submission)

    waits = _submit_in(anna, courses[broken])
    start(assess)
    wait_until(lambda: state(waits) == BLOCKED)
    assert waits.not_before is not None  # it is aside, and nothing else is
    others = [_submit_in(anna, courses[1 - broken]) for _ in range(2)]
    wait_until(lambda: all(state(other) == SubmissionState.FINISHED for other in others))
    assert state(waits) == BLOCKED

    (Path(faulty.directory) / "config.json").write_text("{}")
    tools.fetch(faulty)
    wait_until(lambda: state(waits) == SubmissionState.FINISHED)


def test_a_submission_waits_until_some_course_has_its_judge(
    courses: list[Series], anna: User, tmp_path: Path, start: Start
) -> None:
    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        assert choose_tools(submission.activity, course=submission.course_id).judge is not None
        return make_assessment(submission)

    given = _submit_in(anna, courses[0])
    start(assess)
    wait_until(lambda: state(given) == BLOCKED)
    (tmp_path / "later").mkdir()
    tools.fetch(_create_course_judge(courses[0].course, tmp_path / "later"))
    wait_until(lambda: state(given) == SubmissionState.FINISHED)
