"""The overview shows what needs attention until somebody has dealt with it."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from kriterion.web.administration import attention
from kriterion.web.administration.overview import count_two_days
from kriterion.web.submissions.models import Submission, Worker
from kriterion.web.submissions.pages.presentation import describe_wait
from kriterion.web.submissions.queue import health
from kriterion.web.submissions.queue.health import Condition, HealthFinding
from kriterion.web.submissions.queue.wait_estimate import WaitEstimate
from kriterion.web.submissions.queue.worker_name import name_this_host
from tests.web.conftest import World, client_for

WELL = "No problems found."


@pytest.fixture(autouse=True)
def healthy_worker(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None
) -> Worker:
    """Disk and worker are healthy, however slow the machine is."""
    settings.DATA = tmp_path
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 120.0)
    health._disk.forget()
    now = timezone.now()
    return Worker.objects.create(
        name="w", host="desk", pid=1, concurrency=1, started_at=now, seen_at=now
    )


def get_overview(world: World) -> str:
    return client_for(world.root).get("/administration/").content.decode()


def create_finished(world: World, days_ago: int, **fields: object) -> Submission:
    return Submission.objects.create(
        user=world.ben,
        activity=world.exercise,
        number=Submission.objects.count() + 1,
        created_at=timezone.now() - timedelta(days=days_ago),
        **fields,
    )


def test_a_healthy_site_has_no_warnings(world: World) -> None:
    assert WELL in get_overview(world)


def test_a_day_is_compared_with_the_day_before(world: World) -> None:
    Submission.objects.all().delete()
    for hours, fields in (
        *((1, {"state": "finished", "accepted": True}), (2, {"state": "failed"})),
        *((30, {"state": "finished", "status": "internal error"}), (60, {"state": "finished"})),
    ):
        made = create_finished(world, 0, **fields)
        Submission.objects.filter(pk=made.pk).update(
            created_at=timezone.now() - timedelta(hours=hours)
        )
    trends = [(trend.now, trend.before) for trend in count_two_days()]
    assert trends == [(2, 1), (1, 0), (1, 1)]
    assert "the day before: 1" in get_overview(world)


def test_a_failed_submission_stays_on_the_overview(world: World) -> None:
    failed = create_finished(world, 0, state="failed")
    Submission.objects.update(created_at=timezone.now() - timedelta(days=40))
    page = get_overview(world)
    assert WELL not in page
    assert f'href="/submissions/{failed.pk}/"' in page
    failed.state = "finished"
    failed.save()
    assert WELL in get_overview(world)


def test_several_failed_submissions_are_counted(world: World) -> None:
    for _ in range(14):
        create_finished(world, 0, state="failed")
    assert "and 4 more" in get_overview(world)


def test_a_failing_judge_is_reported_until_it_works_again(world: World) -> None:
    first = create_finished(world, 9, state="finished", status="internal error")
    assert f'href="/submissions/{first.pk}/"' in get_overview(world)
    second = create_finished(world, 8, state="finished", status="internal error")
    page = get_overview(world)  # the newest stands for all of its exercise
    assert f'href="/submissions/{second.pk}/"' in page
    assert f'href="/submissions/{first.pk}/"' not in page
    create_finished(world, 7, state="finished", status="wrong")
    assert WELL in get_overview(world)


def test_a_worker_that_cannot_assess_anything_is_reported(
    world: World, healthy_worker: Worker
) -> None:
    healthy_worker.fault = "there is no sandbox\ninstall bubblewrap"
    healthy_worker.save()
    page = get_overview(world)
    assert WELL not in page
    assert "A worker on desk cannot assess submissions." in page
    assert "install bubblewrap" in page


def test_a_broken_sandbox_is_reported_once(
    world: World, healthy_worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason = "bubblewrap is not installed\nsudo apt-get install bubblewrap"
    broken = HealthFinding(condition=Condition.FAILED, reason=reason)
    monkeypatch.setattr(attention, "examine_this_machine", lambda: {"sandbox": broken})
    for number in range(3):  # processes of this machine
        Worker.objects.create(
            name=f"here {number}",
            host=name_this_host(),
            pid=number,
            concurrency=1,
            fault=reason,
            started_at=timezone.now(),
            seen_at=timezone.now(),
        )
    page = get_overview(world)
    assert page.count("apt-get install bubblewrap") == 1
    assert "The sandbox does not work" in page
    assert "A worker on" not in page
    healthy_worker.fault = reason  # another machine has the same trouble
    healthy_worker.save()
    page = get_overview(world)
    assert page.count("apt-get install bubblewrap") == 2
    assert "A worker on desk cannot assess submissions." in page
    Worker.objects.filter(name="here 1").update(fault="out of memory")
    page = get_overview(world)
    assert f"A worker on {name_this_host()} cannot assess submissions." in page
    assert "out of memory" in page


def test_a_site_without_workers_is_reported(world: World, healthy_worker: Worker) -> None:
    healthy_worker.delete()
    page = get_overview(world)
    assert WELL not in page
    assert "No worker is running: submissions are not assessed." in page


def test_a_full_disk_is_reported(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    full = HealthFinding(condition=Condition.FULL, reason="/srv: 0 bytes are left")
    monkeypatch.setattr(attention, "examine_this_machine", lambda: {"disk": full})
    page = get_overview(world)
    assert WELL not in page
    assert "The disk is full" in page
    assert "/srv: 0 bytes are left" in page


def test_no_submission_is_next_while_nothing_is_assessed() -> None:
    served = WaitEstimate(ahead=0, expected_seconds=None)
    unserved = WaitEstimate(ahead=0, expected_seconds=None, is_served=False)
    assert describe_wait(served) == "Your submission is next."
    assert "Nothing can be assessed at the moment" in describe_wait(unserved)
    with translation.override("nl"):
        assert "blijft in de wachtrij staan" in describe_wait(unserved)
