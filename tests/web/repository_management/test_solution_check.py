"""Workers check a repository with its solutions, one exercise per task."""

import json
import shutil
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from django.test import Client
from django.utils import timezone

from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.finding import error
from kriterion.authoring.subject import SubjectKind
from kriterion.errors import MachineError
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog import repository_fetching
from kriterion.web.catalog.models import Activity
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management import check_work
from kriterion.web.repository_management.check_work import (
    CheckReaper,
    CheckResult,
    CheckTask,
    CheckWork,
    find_failures,
)
from kriterion.web.repository_management.models import (
    CheckState,
    ExerciseCheck,
    ExerciseCheckState,
    RepositoryCheck,
)
from kriterion.web.repository_management.services import solution_check
from kriterion.web.repository_management.services.solution_check import (
    cancel_check,
    claim_exercise,
    filter_claimable,
    start_check,
)
from kriterion.web.submissions.queue.attempt_conclusion import BACK_OFF, MAX_LOSSES
from kriterion.web.submissions.queue.inability import Exclusion
from tests.places import open_content_to_all
from tests.web.conftest import World
from tests.web.repository_management.conftest import make_repository, url

ANY = Exclusion()
EXAMPLES = Path(__file__).parents[3] / "examples" / "exercises"


@pytest.fixture
def mine(world: World) -> Repository:
    """A repository with three exercises: `riddle`, `second` and `third`."""
    made = make_repository(world.tina)
    for position, path in enumerate(("second", "third"), start=1):
        Activity.objects.create(repository=made, path=path, names={"en": path}, position=position)
    start_check(made, "tina")
    return made


class Trials:
    """Stands for the runs: what is found in each exercise, by its path."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.checked: list[str] = []
        self.outcomes: dict[str, Exception | CheckReport] = {}
        self.solutions: tuple[str, ...] = ()  # of every exercise
        monkeypatch.setattr(check_work, "check_activity", self.check)

    def check(self, activity: Activity, stopped: threading.Event) -> CheckResult:
        self.checked.append(activity.path)
        outcome = self.outcomes.get(activity.path, report(activity.path))
        if isinstance(outcome, Exception):
            raise outcome
        return CheckResult(outcome, 2, find_failures(self.solutions, outcome.findings))


def report(path: str, *whats: str, machine_failed: bool = False) -> CheckReport:
    code = "machine.failed" if machine_failed else "exercise.cannot-judge"
    return CheckReport(
        subject=path,
        kind=SubjectKind.EXERCISE,
        root=Path("/"),
        findings=tuple(error(f"{path}/solution.py", what, code=code) for what in whats),
        machine_failed=machine_failed,
    )


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> Trials:
    return Trials(monkeypatch)


def claim() -> ExerciseCheck | None:
    ExerciseCheck.objects.update(not_before=None)
    return claim_exercise("worker", suspects=True, exclude=ANY)


def find_path(exercise: ExerciseCheck | None) -> str:
    assert exercise is not None
    return Activity.objects.get(pk=exercise.activity_id).path


def reap_overdue() -> None:
    """Let the leases of all attempts expire, and reap them."""
    ExerciseCheck.objects.update(lease_until=timezone.now() - timedelta(hours=1))
    moments = iter([0.0, 1000.0, 1000.0])
    assert CheckReaper(lambda: next(moments)).reap() == 1


def run(exercise: ExerciseCheck) -> None:
    nothing = cast("Any", None)
    CheckTask(exercise).run(nothing, nothing, nothing)


def run_all() -> RepositoryCheck:
    while (exercise := claim()) is not None:
        run(exercise)
    return RepositoryCheck.objects.get()


def whats(check: RepositoryCheck) -> list[str]:
    return [finding["what"] for finding in check.findings]


def test_all_exercises_are_checked_in_order(mine: Repository, trials: Trials) -> None:
    trials.outcomes["second"] = report("second", "got wrong, not correct")
    check = run_all()
    assert trials.checked == ["riddle", "second", "third"]
    assert check.state == CheckState.DONE
    assert (check.done, check.total, check.judged) == (3, 3, 6)
    assert whats(check) == ["got wrong, not correct"]
    assert check.ended_at is not None
    assert not ExerciseCheck.objects.exists()


def test_several_exercises_of_a_repository_are_checked_at_once(
    mine: Repository, trials: Trials
) -> None:
    claimed = [claim() for _ in range(3)]
    assert [find_path(exercise) for exercise in claimed] == ["riddle", "second", "third"]
    assert claim() is None
    trials.outcomes["third"] = report("third", "got wrong, not correct")
    for exercise in reversed(claimed):
        assert RepositoryCheck.objects.get().is_under_way
        run(cast("ExerciseCheck", exercise))
    check = RepositoryCheck.objects.get()
    assert (check.state, check.done, check.judged) == (CheckState.DONE, 3, 6)
    assert whats(check) == ["got wrong, not correct"]


def test_a_small_repository_does_not_wait_for_a_large_one(world: World, mine: Repository) -> None:
    small = Repository.objects.create(name="small")
    Activity.objects.create(repository=small, path="only")
    start_check(small, "tina")
    assert [find_path(claim()) for _ in range(4)] == ["riddle", "only", "second", "third"]


def test_a_result_of_an_earlier_check_is_dropped(mine: Repository, trials: Trials) -> None:
    late = claim()
    assert late is not None
    assert cancel_check(mine)
    assert start_check(mine, "tina")
    trials.outcomes["riddle"] = report("riddle", "late")
    run(late)
    check = RepositoryCheck.objects.get()
    assert (check.done, check.findings) == (0, [])
    assert check.exercises.count() == 3


def test_a_repository_without_exercises_is_checked_at_once(world: World) -> None:
    empty = Repository.objects.create(name="empty")
    start_check(empty, "tina")
    assert RepositoryCheck.objects.get().state == CheckState.DONE


def test_a_failing_machine_is_retried_and_then_reported(mine: Repository, trials: Trials) -> None:
    trials.outcomes["riddle"] = MachineError("no space left")
    check = run_all()
    assert trials.checked == ["riddle"] * (len(BACK_OFF) + 1) + ["second", "third"]
    assert check.state == CheckState.DONE
    assert whats(check) == ["this machine failed: no space left"]
    assert check.findings[0]["file"] == "riddle"


def test_trials_that_the_machine_failed_are_retried(mine: Repository, trials: Trials) -> None:
    trials.outcomes["riddle"] = report("riddle", "this machine failed: x", machine_failed=True)
    exercise = claim()
    assert exercise is not None
    run(exercise)
    exercise.refresh_from_db()
    assert (exercise.state, exercise.failures) == (ExerciseCheckState.WAITING, 1)
    assert exercise.not_before is not None
    assert RepositoryCheck.objects.get().done == 0


def test_our_own_error_ends_only_its_exercise(mine: Repository, trials: Trials) -> None:
    trials.outcomes["second"] = ValueError("oops")
    check = run_all()
    assert check.state == CheckState.DONE
    assert "ValueError" in whats(check)[0]


def test_an_exercise_that_kills_its_workers_is_passed_over(
    mine: Repository, trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "kriterion.web.submissions.queue.lease_reaper.is_gone", lambda name: name == "worker"
    )
    for _ in range(MAX_LOSSES):
        assert find_path(claim()) == "riddle"
        assert CheckReaper(lambda: 0.0).reap() == 1
    check = RepositoryCheck.objects.get()
    assert check.done == 1
    last = "3 workers died while they ran this, the last was worker"
    assert whats(check) == [f"this machine failed: {last}"]
    assert run_all().state == CheckState.DONE
    assert trials.checked == ["second", "third"]


def test_an_exercise_that_silences_its_workers_is_passed_over(
    mine: Repository, trials: Trials
) -> None:
    """The death of a worker on another machine shows only by its expired lease."""
    for silences in range(1, MAX_LOSSES + 1):
        assert find_path(claim()) == "riddle"
        reap_overdue()
        # After two it is a suspect, and in the end it is not checked again.
        is_left = len(filter_claimable(suspects=False, exclude=ANY)) == 3
        assert is_left == (silences < MAX_LOSSES - 1)
    check = RepositoryCheck.objects.get()
    assert check.done == 1
    assert "3 workers died" in whats(check)[0]


def test_a_silent_worker_loses_its_attempt_and_its_late_result(
    mine: Repository, trials: Trials
) -> None:
    late = claim()
    assert late is not None
    reap_overdue()
    trials.outcomes["riddle"] = report("riddle", "late")
    newer = claim()
    run(late)
    assert newer is not None
    assert (newer.pk, newer.attempt) == (late.pk, late.attempt + 1)
    newer.refresh_from_db()
    assert newer.state == ExerciseCheckState.RUNNING
    assert RepositoryCheck.objects.get().findings == []


def test_a_stopped_exercise_is_checked_again(mine: Repository, trials: Trials) -> None:
    exercise = claim()
    assert exercise is not None
    task = CheckTask(exercise)
    task.stop()
    nothing = cast("Any", None)
    task.run(nothing, nothing, nothing)
    exercise.refresh_from_db()
    assert exercise.state == ExerciseCheckState.WAITING
    assert RepositoryCheck.objects.get().done == 0


def test_suspects_are_checked_alone(mine: Repository) -> None:
    ExerciseCheck.objects.update(losses=1)
    assert claim_exercise("worker", suspects=False, exclude=ANY) is None
    assert not CheckWork().has_work(suspects=False, exclude=ANY)
    assert CheckWork().has_work(suspects=True, exclude=ANY)


def test_a_cancelled_check_stays_cancelled(mine: Repository, trials: Trials) -> None:
    running = claim()
    assert running is not None
    assert cancel_check(mine)
    run(running)
    check = RepositoryCheck.objects.get()
    assert (check.state, check.done) == (CheckState.CANCELLED, 0)
    assert claim() is None
    assert not cancel_check(mine)
    work = CheckWork()
    task = CheckTask(running)
    work.do_duties("worker", cast("Any", None), [task])
    assert task.is_stopped


def test_one_check_at_a_time(world: World, tina: Client, mine: Repository) -> None:
    assert not start_check(mine, "root")
    page = tina.post(url("check-start", mine.pk), follow=True).content.decode()
    assert "A check is under way." in page
    tina.post(url("check-cancel", mine.pk))
    tina.post(url("check-start", mine.pk))
    check = RepositoryCheck.objects.get()
    assert (check.state, check.requested_by) == (CheckState.UNDER_WAY, "tina")
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["repository.check-cancel", "repository.check"]


def test_a_removed_activity_is_skipped(mine: Repository, trials: Trials) -> None:
    mine.activities.get(path="second").delete()
    assert run_all().state == CheckState.DONE
    assert trials.checked == ["riddle", "third"]


def test_findings_are_bounded(
    mine: Repository, trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solution_check, "MAX_FINDINGS", 3)
    for path in ("riddle", "second"):
        trials.outcomes[path] = report(path, "one", "two\0", "three")
    check = run_all()
    assert len(check.findings) == 3
    assert check.left_out == 3


def test_the_page_shows_what_was_found_with_file_and_remedy(
    world: World, tina: Client, mine: Repository, trials: Trials
) -> None:
    Repository.objects.update(read_at=timezone.now())
    page = tina.get(url("repository", mine.pk)).content.decode()
    assert "0 of 3 exercises checked" in page
    assert "data-refresh" in page
    trials.outcomes["second"] = report("second", "<b>got</b> wrong")
    run_all()
    page = tina.get(url("repository", mine.pk)).content.decode()
    assert "<code>second/solution.py</code>" in page
    assert "&lt;b&gt;got&lt;/b&gt; wrong" in page
    assert "6 submissions judged" in page
    assert "Check again" in page
    mine.grants.create(user=world.tina, right="use")
    Repository.objects.update(owner=None)
    page = tina.get(url("repository", mine.pk)).content.decode()
    assert "second/solution.py" not in page
    assert tina.post(url("check-start", mine.pk)).status_code == 404


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A repository whose exercise names a judge that is nowhere."""
    exercise = tmp_path / "course" / "double"
    (exercise / "solution").mkdir(parents=True)
    config = {
        "description": {"names": {"en": "Double"}},
        "programming_language": "python",
        "evaluation": {"handler": "nowhere"},
    }
    (exercise / "config.json").write_text(json.dumps(config))
    (exercise / "solution" / "solution.py").write_text("print(2)\n")
    return exercise.parent


def test_a_missing_judge_is_reported_without_a_run(
    world: World, course: Path, tina: Client
) -> None:
    made = Repository.objects.create(name="c", owner=world.tina, directory=str(course))
    repository_fetching.fetch(made)
    tina.post(url("check-start", made.pk))
    check = run_all()
    assert check.state == CheckState.DONE
    assert "nowhere" in whats(check)[0]
    assert check.judged == 0


@pytest.mark.long(reason="judges a repository")
@pytest.mark.machine
def test_a_wrong_solution_is_found_by_really_judging_it(world: World, tmp_path: Path) -> None:
    for name in ("barcode", "tides"):
        shutil.copytree(EXAMPLES / name, tmp_path / "course" / name)
    shutil.copy(EXAMPLES / "dirconfig.json", tmp_path / "course")
    solution = tmp_path / "course" / "barcode" / "solution" / "solution.py"
    solution.write_text("print(1)\n")
    open_content_to_all(tmp_path / "course")
    made = Repository.objects.create(name="c", directory=str(tmp_path / "course"))
    repository_fetching.fetch(made)
    start_check(made, "tina")
    check = run_all()
    assert check.state == CheckState.DONE
    errors = [finding for finding in check.findings if finding["severity"] == "error"]
    assert [finding["file"] for finding in errors] == ["barcode/solution/solution.py"], errors
    assert check.judged > 5
    held_back = {row.path: row.is_held_back for row in made.activities.filter(type="exercise")}
    assert held_back == {"barcode": True, "tides": False}
