"""A course may limit how many of its submissions run at once, in all and of each member."""

import threading

import pytest
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Priority, QueueShare, Submission, SubmissionState
from kriterion.web.submissions.queue.claim import claim_next, has_claimable
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.submissions.services.submitter_state import MAXIMUM_WAITING
from tests.web.queue_fixtures import create_exercise


class Site:
    """Submits by names, such as "P.anna" for Anna in course P or "anna" outside courses."""

    def __init__(self) -> None:
        self.exercise = create_exercise()

    def make_course(self, slug: str, **limits: object) -> None:
        Course.objects.create(slug=slug, name=slug, **limits)

    def submit(self, *names: str, priority: Priority = Priority.INTERACTIVE) -> list[Submission]:
        rows = []
        for name in names:
            *slug, username = name.split(".")
            row = submit_files(
                User.objects.get_or_create(username=username)[0],
                self.exercise,
                {"a.py": ""},
                language="en",
                course=Course.objects.get(slug=slug[0]) if slug else None,
                priority=priority,
            )
            assert isinstance(row, Submission)
            rows.append(row)
        return rows


@pytest.fixture
def site(db: None) -> Site:
    return Site()


def claim_all() -> list[str]:
    """Claim what may run now; return the names of the users."""
    claimed = []
    while (row := claim_next("w")) is not None:
        claimed.append(row.user.username)
    return claimed


def finish(username: str) -> None:
    """Finish the user's oldest running submission."""
    running = Submission.objects.filter(user__username=username, state=SubmissionState.RUNNING)
    pk = running.order_by("pk").values_list("pk", flat=True)[0]
    Submission.objects.filter(pk=pk).update(state=SubmissionState.FINISHED)


def test_no_more_of_a_course_run_than_its_limit(site: Site) -> None:
    site.make_course("P", max_running=2)
    site.submit("P.anna", "P.bram", "P.chris", "dora")
    assert sorted(claim_all()) == ["anna", "bram", "dora"]
    assert not has_claimable()
    finish("anna")
    assert has_claimable()
    assert claim_all() == ["chris"]


def test_no_more_of_a_member_run_than_the_limit(site: Site) -> None:
    site.make_course("P", max_running_each=1)
    site.submit(*["P.anna"] * 3, "P.bram", *["anna"] * 2)
    assert sorted(claim_all()) == ["anna", "anna", "anna", "bram"]  # two of them outside
    assert not has_claimable()
    running = Submission.objects.filter(state=SubmissionState.RUNNING, course__slug="P")
    assert sorted(running.values_list("user__username", flat=True)) == ["anna", "bram"]
    running.filter(user__username="anna").update(state=SubmissionState.FINISHED)
    assert claim_all() == ["anna"]


def test_background_submissions_count_too(site: Site) -> None:
    site.make_course("P", max_running=1)
    site.submit("P.anna", priority=Priority.BACKGROUND)
    site.submit("P.bram")
    assert claim_all() == ["bram"]
    assert not has_claimable()
    finish("bram")
    assert claim_all() == ["anna"]


def test_a_limit_holds_although_the_share_is_out_of_date(site: Site) -> None:
    site.make_course("P", max_running=1)
    site.submit("P.anna", "P.bram")
    assert claim_all() == ["anna"]
    QueueShare.objects.update(is_active=False)
    assert claim_all() == []


def test_only_images_that_a_worker_has_are_claimed(site: Site) -> None:
    site.make_course("P", max_running=1, max_running_each=1)
    rows = site.submit("P.anna", "P.bram")
    Submission.objects.filter(pk=rows[0].pk).update(image="a")
    Submission.objects.filter(pk=rows[1].pk).update(image="b")
    assert not has_claimable(images={"c"})
    row = claim_next("w", images={"b"})
    assert row is not None
    assert row.pk == rows[1].pk
    assert claim_next("w", images={"a", "b"}) is None


@pytest.mark.django_db(transaction=True)
def test_workers_that_claim_together_do_not_exceed_a_limit() -> None:
    site = Site()
    site.make_course("P", max_running=3, max_running_each=1)
    site.submit(*(f"P.user{number % 4}" for number in range(12)))
    claimed: list[str] = []
    start = threading.Barrier(4)

    def claim() -> None:
        try:
            start.wait()
            claimed.extend(claim_all())
        finally:
            connection.close()

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(claimed) == len(set(claimed)) == 3


def test_only_the_latest_submission_waits_and_takes_the_place_of_earlier_ones(site: Site) -> None:
    site.make_course("P", only_latest_waits=True)
    [running] = site.submit("P.anna")
    assert claim_all() == ["anna"]
    first, other, second, outside = site.submit("P.anna", "P.bram", "P.anna", "anna")
    states = dict(Submission.objects.values_list("pk", "state"))
    assert states == {
        running.pk: SubmissionState.RUNNING,
        first.pk: SubmissionState.CANCELLED,
        other.pk: SubmissionState.QUEUED,
        second.pk: SubmissionState.QUEUED,
        outside.pk: SubmissionState.QUEUED,
    }
    assert second.turn == first.turn
    assert Submission.objects.get(pk=first.pk).finished_at is not None


def test_who_has_too_many_waiting_may_replace_one(site: Site) -> None:
    site.make_course("P", only_latest_waits=True)
    site.submit(*["anna"] * (MAXIMUM_WAITING - 1), "P.anna")
    [latest] = site.submit("P.anna")
    waiting = Submission.objects.filter(state=SubmissionState.QUEUED)
    assert waiting.count() == MAXIMUM_WAITING
    assert latest in waiting


def test_in_other_courses_every_submission_counts(site: Site) -> None:
    site.make_course("P")
    site.submit(*["P.anna"] * 3)
    assert claim_all() == ["anna"] * 3
