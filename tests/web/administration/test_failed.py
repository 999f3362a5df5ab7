"""Failed submissions: administrators see, filter and requeue them."""

from io import StringIO

import pytest
from django.core.management import call_command

from kriterion.web.audit.models import AuditEntry
from kriterion.web.submissions.models import Loss, Submission, SubmissionState
from kriterion.web.submissions.services import requeue
from tests.web.conftest import World, client_for

PAGE, REQUEUE = "/administration/failed/", "/administration/failed/requeue"
FAILED, QUEUED = SubmissionState.FAILED, SubmissionState.QUEUED


@pytest.fixture
def failing(world: World) -> list[Submission]:
    """Three of no course whose disk was full, and one that was something else."""
    texts = ("the disk is full", "the disk is full", "the disk is full", "no sandbox")
    created = [
        Submission.objects.create(
            user=world.ben,
            activity=world.exercise,
            number=100 + number,
            state=FAILED,
            failures=4,
            failure=text,
        )
        for number, text in enumerate(texts)
    ]
    Loss.objects.create(submission=created[0], attempt=1, worker="w")
    return created


def list_states() -> list[str]:
    rows = Submission.objects.filter(number__gte=100).order_by("number")
    return [row.state for row in rows]


def test_the_page_counts_and_filters(world: World, failing: list[Submission]) -> None:
    client = client_for(world.root)
    page = client.get(PAGE).content.decode()
    assert "Requeue 4 submissions" in page
    page = client.get(PAGE, {"failure": "DISK"}).content.decode()
    assert "Requeue 3 submissions" in page
    assert "no sandbox" not in page
    page = client.get(PAGE, {"course": "no-such"}).content.decode()
    assert "No failed assessments" in page


def test_filtered_submissions_are_requeued_and_audited(
    world: World, failing: list[Submission]
) -> None:
    client = client_for(world.root)
    response = client.post(REQUEUE, {"failure": "disk"}, follow=True)
    assert "3 submissions requeued." in response.content.decode()
    assert list_states() == [QUEUED, QUEUED, QUEUED, FAILED]
    again = Submission.objects.get(number=100)
    assert (again.failures, again.failure, again.losses.count()) == (0, "", 0)
    entry = AuditEntry.objects.get(action="submission.requeue")
    assert (entry.actor, entry.detail) == (world.root, {"number": 3, "failure": "disk"})


def test_only_administrators_can_requeue(world: World, failing: list[Submission]) -> None:
    client = client_for(world.ben)
    assert client.get(PAGE).status_code in (403, 404)
    assert client.post(REQUEUE).status_code in (403, 404)
    assert list_states() == [FAILED] * 4


def test_failures_can_be_filtered_by_repository(world: World, failing: list[Submission]) -> None:
    chosen = requeue.RequeueFilter(repository=world.exercise.repository.name)
    assert requeue.select_failed_submissions(chosen).count() == 4
    other = requeue.RequeueFilter(repository="another")
    assert not requeue.select_failed_submissions(other).exists()


def test_one_request_requeues_a_limited_number_and_reports_the_rest(
    world: World, failing: list[Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requeue, "MAX_AT_ONCE", 3)
    response = client_for(world.root).post(REQUEUE, follow=True)
    assert "There are more." in response.content.decode()
    assert list_states() == [QUEUED, QUEUED, QUEUED, FAILED]  # the oldest first


def test_the_command_requeues_all_matching_submissions(
    world: World, failing: list[Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requeue, "MAX_AT_ONCE", 2)
    output = StringIO()
    call_command("requeue", "--count", stdout=output)
    assert output.getvalue() == "4 failed submissions\n"
    assert list_states() == [FAILED] * 4
    output = StringIO()
    call_command("requeue", "--failure", "disk", stdout=output)
    assert output.getvalue() == "3 submissions requeued\n"
    assert list_states() == [QUEUED, QUEUED, QUEUED, FAILED]
    actors = set(AuditEntry.objects.values_list("actor_name", flat=True))
    assert actors == {"kriterion manage"}


def test_the_overview_shows_what_a_worker_cannot_run(world: World) -> None:
    from kriterion.web.submissions.queue.inability import Inabilities, NeededPart, Subject
    from kriterion.web.submissions.queue.workers import announce

    inabilities = Inabilities()
    inabilities.record(Subject(part=NeededPart.JUDGE, name="odd"), "judge <odd> is missing\nadd it")
    announce("w/1/1-1", 1, "", inabilities.to_json())
    page = client_for(world.root).get("/administration/").content.decode()
    assert "This worker cannot run judge “odd” and leaves it to other workers." in page
    assert "judge &lt;odd&gt; is missing\nadd it" in page
