"""The overview: what needs somebody stays there until somebody has seen to it."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone, translation
from pytest_django.fixtures import Settings

from kriterion.web.administration import attention
from kriterion.web.submissions.models import Submission, Worker
from kriterion.web.submissions.pages.presentation import describe_wait
from kriterion.web.submissions.queue import health
from kriterion.web.submissions.queue.health import Condition, HealthFinding
from kriterion.web.submissions.queue.wait_estimate import Waiting
from kriterion.web.submissions.queue.worker_name import host_name
from tests.web.conftest import World, logged_in

WELL = "No problems found."


@pytest.fixture(autouse=True)
def well(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None) -> Worker:
    """Disk and worker are as they should be, however slow the machine is."""
    settings.DATA = tmp_path
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 120.0)
    health._disk.forget()
    now = timezone.now()
    return Worker.objects.create(
        name="w", host="desk", pid=1, concurrency=1, started_at=now, seen_at=now
    )


def overview(world: World) -> str:
    return logged_in(world.root).get("/administration/").content.decode()


def ended(world: World, days_ago: int, **fields: str) -> Submission:
    return Submission.objects.create(
        user=world.ben,
        activity=world.exercise,
        number=Submission.objects.count() + 1,
        created_at=timezone.now() - timedelta(days=days_ago),
        **fields,
    )


def test_all_is_well_when_it_is(world: World) -> None:
    assert WELL in overview(world)


def test_a_submission_that_failed_is_not_forgotten(world: World) -> None:
    failed = ended(world, 0, state="failed")
    Submission.objects.update(created_at=timezone.now() - timedelta(days=40))
    page = overview(world)
    assert WELL not in page
    assert f'href="/submissions/{failed.pk}/"' in page
    failed.state = "finished"
    failed.save()
    assert WELL in overview(world)


def test_more_of_them_are_counted(world: World) -> None:
    for _ in range(14):
        ended(world, 0, state="failed")
    assert "and 4 more" in overview(world)


def test_a_judge_that_fails_is_told_until_it_works_again(world: World) -> None:
    first = ended(world, 9, state="finished", status="internal error")
    assert f'href="/submissions/{first.pk}/"' in overview(world)
    second = ended(world, 8, state="finished", status="internal error")
    page = overview(world)  # the newest stands for all of its exercise
    assert f'href="/submissions/{second.pk}/"' in page
    assert f'href="/submissions/{first.pk}/"' not in page
    ended(world, 7, state="finished", status="wrong")
    assert WELL in overview(world)


def test_a_worker_that_can_assess_nothing_is_no_well_being(world: World, well: Worker) -> None:
    well.fault = "there is no sandbox\ninstall bubblewrap"
    well.save()
    page = overview(world)
    assert WELL not in page
    assert "A worker on desk cannot assess submissions." in page
    assert "install bubblewrap" in page


def test_a_broken_sandbox_is_told_once(
    world: World, well: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    reason = "bubblewrap is not installed\nsudo apt-get install bubblewrap"
    broken = HealthFinding(condition=Condition.FAILED, reason=reason)
    monkeypatch.setattr(attention, "examine_here", lambda: {"sandbox": broken})
    for number in range(3):  # processes of this machine
        Worker.objects.create(
            name=f"here {number}",
            host=host_name(),
            pid=number,
            concurrency=1,
            fault=reason,
            started_at=timezone.now(),
            seen_at=timezone.now(),
        )
    page = overview(world)
    assert page.count("apt-get install bubblewrap") == 1
    assert "The sandbox does not work" in page
    assert "A worker on" not in page
    well.fault = reason  # another machine has the same trouble
    well.save()
    page = overview(world)
    assert page.count("apt-get install bubblewrap") == 2
    assert "A worker on desk cannot assess submissions." in page
    Worker.objects.filter(name="here 1").update(fault="out of memory")
    page = overview(world)
    assert f"A worker on {host_name()} cannot assess submissions." in page
    assert "out of memory" in page


def test_without_workers_nothing_is_well(world: World, well: Worker) -> None:
    well.delete()
    page = overview(world)
    assert WELL not in page
    assert "No worker is running: submissions are not assessed." in page


def test_a_full_disk_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    full = HealthFinding(condition=Condition.FULL, reason="/srv: 0 bytes are left")
    monkeypatch.setattr(attention, "examine_here", lambda: {"disk": full})
    page = overview(world)
    assert WELL not in page
    assert "The disk is full" in page
    assert "/srv: 0 bytes are left" in page


def test_nobody_is_next_where_nothing_is_assessed() -> None:
    served = Waiting(ahead=0, expected_seconds=None)
    unserved = Waiting(ahead=0, expected_seconds=None, is_served=False)
    assert describe_wait(served) == "Your submission is next."
    assert "Nothing can be assessed at the moment" in describe_wait(unserved)
    with translation.override("nl"):
        assert "blijft in de wachtrij staan" in describe_wait(unserved)
