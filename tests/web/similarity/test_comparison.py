"""Comparing the solutions to an exercise: what is compared, once, and who sees what."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from kriterion.similarity.similarity_process import do_task
from kriterion.similarity.similarity_tasks import ReadingTask, SimilarityAnswer, SimilarityTask
from kriterion.similarity.task_runner import TaskLostError, TaskStoppedError
from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.similarity.comparison_work import ComparisonTask
from kriterion.web.similarity.models import (
    ComparedChoice,
    ComparisonState,
    SimilarPair,
    SolutionComparison,
    StoredTokens,
)
from kriterion.web.similarity.services.comparison_request import request_comparison
from kriterion.web.similarity.services.comparison_run import (
    MAX_LOSSES,
    claim_comparison,
    make_comparison,
)
from kriterion.web.similarity.services.comparison_scope import ComparisonScope, select_pairs
from kriterion.web.similarity.services.pair_sources import MAX_LINES
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for
from tests.web.queue_fixtures import Start
from tests.web.rehearsal import assess_at_once, wait_until
from tests.web.similarity.similar_trial import (
    add_solution,
    compare_now,
    in_process,  # noqa: F401  a fixture
    write_solution,
)

OTHER_NAMES = ("total", "row", "line")


@pytest.fixture
def copies(world: World) -> tuple[Submission, Submission]:
    """Two students, among others, whose solutions differ only in names."""
    for number in range(4):
        add_solution(f"other{number}", world.course, world.exercise, write_solution(number + 1))
    first = add_solution("first", world.course, world.exercise, write_solution(8), hours_ago=5)
    later = add_solution("later", world.course, world.exercise, write_solution(8, OTHER_NAMES))
    return first, later


def find_best(comparison: SolutionComparison) -> tuple[int, int, float]:
    pair = select_pairs(comparison, 0.0)[0]
    return pair.left_id, pair.right_id, pair.similarity


def build_list_url(world: World, query: str = "") -> str:
    return f"/courses/{world.course.slug}/similarity/{world.exercise.pk}/{query}"


def build_pair_url(world: World, pair: tuple[Submission, Submission], query: str = "") -> str:
    return build_list_url(world, f"{pair[0].pk}/{pair[1].pk}/{query}")


@pytest.mark.usefixtures("in_process")
def test_a_renamed_copy_is_the_most_similar_pair(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    comparison = compare_now(world.exercise, world.course)
    assert comparison.state == ComparisonState.READY and comparison.compared == 6
    assert find_best(comparison) == (copies[0].pk, copies[1].pk, 1.0)


def test_tokens_are_read_once(
    world: World,
    copies: tuple[Submission, Submission],
    in_process: list[SimilarityTask],  # noqa: F811
) -> None:
    compare_now(world.exercise, world.course)
    add_solution("newest", world.course, world.exercise, write_solution(8))
    in_process.clear()
    compare_now(world.exercise, world.course)
    values = [task for task in in_process if isinstance(task, ReadingTask)]
    assert [len(task.solutions) for task in values] == [1]
    assert StoredTokens.objects.count() == 7


@pytest.mark.usefixtures("in_process")
def test_only_the_latest_of_each_student_counts(world: World) -> None:
    old = add_solution("first", world.course, world.exercise, write_solution(8))
    new = add_solution("first", world.course, world.exercise, write_solution(8), accepted=False)
    other = add_solution("later", world.course, world.exercise, write_solution(8))
    assert find_best(compare_now(world.exercise, world.course))[:2] == (new.pk, other.pk)
    accepted = compare_now(world.exercise, world.course, choice=ComparedChoice.ACCEPTED)
    assert find_best(accepted)[:2] == (old.pk, other.pk)


@pytest.mark.usefixtures("in_process")
def test_teachers_and_those_who_left_are_not_compared(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    add_solution("helper", world.course, world.exercise, write_solution(8))
    Membership.objects.filter(user__username="helper").update(role=MemberRole.ASSISTANT)
    comparison = compare_now(world.exercise, world.course)
    assert comparison.compared == 6
    Membership.objects.filter(user=copies[0].user).delete()
    assert not select_pairs(comparison, 0.9).exists()
    page = client_for(world.tina).get(build_list_url(world, "?threshold=90"))
    assert page.status_code == 200
    assert client_for(world.tina).get(build_pair_url(world, copies)).status_code == 404


@pytest.mark.usefixtures("in_process")
def test_a_removed_submission_takes_its_pairs_along(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    comparison = compare_now(world.exercise, world.course)
    copies[1].delete()
    assert not SimilarPair.objects.filter(comparison=comparison, similarity=1.0).exists()
    page = client_for(world.tina).get(build_list_url(world))
    assert page.context["is_outdated"]


def test_a_submission_that_is_removed_meanwhile_does_no_harm(
    world: World, copies: tuple[Submission, Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(task: SimilarityTask, stopped: threading.Event) -> SimilarityAnswer:
        Submission.objects.filter(pk=copies[isinstance(task, ReadingTask)].pk).delete()
        return do_task(task)

    monkeypatch.setattr("kriterion.web.similarity.services.comparison_run.run_task", run)
    assert compare_now(world.exercise, world.course).compared == 5


@pytest.mark.usefixtures("in_process")
def test_across_courses_only_those_of_the_teacher_count(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    own = Course.objects.create(slug="last-year", name="Last year")
    Membership.objects.create(user=world.tina, course=own, role=MemberRole.ASSISTANT)
    last_year = add_solution("veteran", own, world.exercise, write_solution(8))
    add_solution("stranger", world.secret_course, world.exercise, write_solution(8))
    client = client_for(world.tina)
    assert client.get(build_list_url(world)).context["course_count"] == 2
    client.post(build_list_url(world, "?across=1"))
    claimed = claim_comparison(suspects=False)
    assert claimed is not None and claimed.courses == sorted((world.course.pk, own.pk))
    make_comparison(claimed, threading.Event())
    response = client.get(build_list_url(world, "?across=1"))
    assert "veteran" in response.content.decode() and "stranger" not in response.content.decode()
    across = (copies[0], last_year)
    assert client.get(build_pair_url(world, across, "?across=1")).status_code == 200
    assert client.get(build_pair_url(world, across)).status_code == 404
    # Somebody who teaches one of the courses does not see the comparison of both.
    colleague = User.objects.create(username="colleague")
    Membership.objects.create(user=colleague, course=world.course, role=MemberRole.TEACHER)
    theirs = client_for(colleague).get(build_list_url(world, "?across=1"))
    assert theirs.context["comparison"] is None and "veteran" not in theirs.content.decode()
    assert client_for(colleague).get(build_pair_url(world, across, "?across=1")).status_code == 404


def test_pages_of_teachers_and_assistants_only(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    outsider = User.objects.create(username="outsider")
    Membership.objects.create(user=outsider, course=world.secret_course, role=MemberRole.TEACHER)
    overview = f"/courses/{world.course.slug}/similarity/"
    for user in (copies[0].user, outsider, world.cleo):
        client = client_for(user)
        for address in (overview, build_list_url(world), build_pair_url(world, copies)):
            assert client.get(address).status_code == 404
        assert client.post(build_list_url(world)).status_code == 404
    assert not SolutionComparison.objects.exists()
    page = client_for(world.tina).get(overview)
    assert "Barcode" in page.content.decode()


@pytest.mark.usefixtures("in_process")
def test_the_page_shows_pairs_and_what_chance_explains(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    for each in copies:
        key = {"digest": "abc", "representer_version": 1, "exercise_version": 1}
        Submission.objects.filter(pk=each.pk).update(**key)
    client = client_for(world.tina)
    assert client.post(build_list_url(world)).status_code == 302
    assert AuditEntry.objects.filter(action="similarity.compare").exists()
    waiting = client.get(build_list_url(world))
    assert waiting.context["is_under_way"] and "data-refresh" in waiting.content.decode()
    comparison = compare_now(world.exercise, world.course)
    page = client.get(build_list_url(world, "?threshold=90"))
    text = page.content.decode()
    assert "1 pair of 15 is at least 90% similar" in text and "same class" in text
    assert "5 hours" in text and "too few pairs" in text and not page.context["is_outdated"]
    assert [lane.size for lane in page.context["clusters"].lanes] == [2]
    SolutionComparison.objects.filter(pk=comparison.pk).update(
        histogram=[900, 300, 90, 30, 9, *[0] * 45]
    )
    assert "similar by chance" in client.get(build_list_url(world)).content.decode()


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("query", ["?threshold=0", "?threshold=9999999", "?of=x&across=7&page=9"])
def test_odd_queries_show_a_page(
    world: World, copies: tuple[Submission, Submission], query: str
) -> None:
    compare_now(world.exercise, world.course)
    assert client_for(world.tina).get(build_list_url(world, query)).status_code == 200


@pytest.mark.usefixtures("in_process")
def test_a_pair_has_its_matches_marked_alike(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    compare_now(world.exercise, world.course)
    page = client_for(world.tina).get(build_pair_url(world, copies))
    text = page.content.decode()
    assert 'id="left-1" href="#right-1"' in text and 'id="right-1" href="#left-1"' in text
    assert text.count('<mark class="similar-1">') > 20
    reversed_pair = (copies[1], copies[0])
    assert client_for(world.tina).get(build_pair_url(world, reversed_pair)).status_code == 200


@pytest.mark.usefixtures("in_process")
def test_names_are_hidden_in_blind_mode(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    compare_now(world.exercise, world.course)
    client = client_for(world.tina)
    session = client.session
    session[f"blind-{world.course.pk}"] = True
    session.save()
    for address in (build_list_url(world), build_pair_url(world, copies)):
        text = client.get(address).content.decode()
        assert "Name hidden" in text
        assert ">first<" not in text and ">later<" not in text


@pytest.mark.usefixtures("in_process")
def test_hostile_sources_are_shown_safely(world: World) -> None:
    source = f"{write_solution(8)}# \u202e<script>\0\n" + "x" * 60_000 + "\n" * 3_000
    # SQLite and PostgreSQL store no NUL, and intake replaces it.
    pair = tuple(
        add_solution(name, world.course, world.exercise, source.replace("\0", "\u2400"))
        for name in ("first", "later")
    )
    compare_now(world.exercise, world.course)
    text = client_for(world.tina).get(build_pair_url(world, (pair[0], pair[1]))).content.decode()
    assert "\u202e" not in text and "<script>" not in text and "x" * 301 not in text
    assert text.count("<mark") <= 2 * MAX_LINES


@pytest.mark.usefixtures("in_process")
def test_several_files_are_compared_together(world: World) -> None:
    files = {"a.py": write_solution(8), "b.py": write_solution(3)}
    swapped = {"a.py": write_solution(3), "b.py": write_solution(8)}
    first = add_solution(
        "first", world.course, world.exercise, "", files=files, file_names=list(files)
    )
    later = add_solution(
        "later", world.course, world.exercise, "", files=swapped, file_names=list(files)
    )
    compare_now(world.exercise, world.course)
    text = client_for(world.tina).get(build_pair_url(world, (first, later))).content.decode()
    assert text.count('class="similar-file"') == 4 and 'id="left-2"' in text


def test_a_solution_that_kills_its_process_costs_the_others_nothing(
    world: World, copies: tuple[Submission, Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly = add_solution("deadly", world.course, world.exercise, "deadly")

    def run(task: SimilarityTask, stopped: threading.Event) -> SimilarityAnswer:
        if isinstance(task, ReadingTask) and {"a.py": "deadly"} in task.solutions:
            raise TaskLostError("exit -11")
        return do_task(task)

    monkeypatch.setattr("kriterion.web.similarity.services.comparison_run.run_task", run)
    comparison = compare_now(world.exercise, world.course)
    assert (comparison.compared, comparison.without_own) == (6, 1)
    assert StoredTokens.objects.filter(submission=deadly).exists()


@pytest.mark.parametrize(
    ("error", "state"),
    [(TaskStoppedError(), ComparisonState.WAITING), (TaskLostError(""), ComparisonState.FAILED)],
)
def test_a_comparison_that_is_stopped_waits_and_one_that_is_too_large_fails(
    world: World,
    copies: tuple[Submission, Submission],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    state: ComparisonState,
) -> None:
    def run(task: SimilarityTask, stopped: threading.Event) -> SimilarityAnswer:
        if isinstance(task, ReadingTask):
            return do_task(task)
        raise error

    monkeypatch.setattr("kriterion.web.similarity.services.comparison_run.run_task", run)
    request_comparison(_make_scope(world))
    claimed = claim_comparison(suspects=False)
    assert claimed is not None
    ComparisonTask(claimed).run(None, None, None)  # type: ignore[arg-type]
    claimed.refresh_from_db()
    assert (claimed.state, claimed.lease_until) == (state, None)
    page = client_for(world.tina).get(build_list_url(world))
    assert page.status_code == 200
    assert (claim_comparison(suspects=False) is not None) == (state == ComparisonState.WAITING)


@pytest.mark.usefixtures("in_process")
def test_a_dead_process_loses_its_comparison_and_a_late_one_changes_nothing(
    world: World, copies: tuple[Submission, Submission]
) -> None:
    request_comparison(_make_scope(world))
    dead = claim_comparison(suspects=False)
    assert dead is not None
    assert claim_comparison(suspects=True) is None  # its lease holds
    for _ in range(MAX_LOSSES - 1):
        _expire(dead)
        assert claim_comparison(suspects=False) is None
        assert claim_comparison(suspects=True) is not None
    make_comparison(dead, threading.Event())
    dead.refresh_from_db()
    assert dead.state == ComparisonState.WAITING and not dead.pairs.exists()
    _expire(dead)
    assert claim_comparison(suspects=True) is None
    dead.refresh_from_db()
    assert dead.state == ComparisonState.FAILED
    assert compare_now(world.exercise, world.course).state == ComparisonState.READY


@pytest.mark.django_db(transaction=True)
def test_workers_make_comparisons(
    world: World, copies: tuple[Submission, Submission], start: Start
) -> None:
    Submission.objects.filter(pk=world.submission.pk).delete()
    start(assess_at_once)
    comparison = request_comparison(_make_scope(world))

    def is_ready() -> bool:
        comparison.refresh_from_db()
        return comparison.state == ComparisonState.READY

    wait_until(is_ready)
    assert find_best(comparison) == (copies[0].pk, copies[1].pk, 1.0)


def _make_scope(world: World) -> ComparisonScope:
    return ComparisonScope(
        activity=world.exercise, courses=(world.course.pk,), choice=ComparedChoice.LATEST
    )


def _expire(comparison: SolutionComparison) -> None:
    past = timezone.now() - timedelta(minutes=1)
    SolutionComparison.objects.filter(pk=comparison.pk).update(lease_until=past)
