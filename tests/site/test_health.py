"""What machines are told that watch over the installation."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from kriterion.store.models import Submission, Worker
from tests.site.conftest import World, logged_in


def asked(client: Client, *, address: str = "192.0.2.1", **headers: str) -> HttpResponse:
    """What /metrics answers somebody at that address."""
    return client.get("/metrics", headers=headers, REMOTE_ADDR=address)  # type: ignore[return-value]


def worker(seconds_ago: float) -> Worker:
    seen = timezone.now() - timedelta(seconds=seconds_ago)
    return Worker.objects.create(
        name=f"w{seconds_ago}", host="h", pid=1, concurrency=1, started_at=seen, seen_at=seen
    )


def test_it_is_well_when_a_worker_lives(client: Client, db: None) -> None:
    worker(1)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "workers": 1})


def test_it_is_not_well_when_nobody_takes_submissions(client: Client, db: None) -> None:
    worker(3600)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "ok", "workers": 0})


def test_it_is_not_well_when_a_worker_can_take_none(client: Client, db: None) -> None:
    lame = worker(1)
    lame.fault = "there is no sandbox\ninstall bubblewrap"
    lame.save()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "ok", "workers": 0})


def test_it_is_not_well_without_its_database(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        @staticmethod
        def filter(**_: object) -> None:
            raise OperationalError("disk I/O error")

    monkeypatch.setattr(Worker, "objects", Broken)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, "failed")


def figures(client: Client) -> dict[str, float]:
    text = asked(client).content.decode()
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_the_figures_tell_of_the_queue(world: World) -> None:
    hour_ago = timezone.now() - timedelta(hours=1)
    Submission.objects.filter(pk=world.submission.pk).update(created_at=hour_ago)
    now = timezone.now()
    Submission.objects.create(
        user=world.ben,
        activity=world.exercise,
        number=1,
        state="finished",
        status="wrong",
        started_at=now - timedelta(seconds=3),
        finished_at=now,
    )
    found = figures(logged_in(world.root))
    assert found["kriterion_queue_length"] == 1
    assert 3590 < found["kriterion_queue_oldest_seconds"] < 4000
    of = '{state="finished",status="wrong"}'
    assert found[f"kriterion_recent_submissions{of}"] == 1
    assert found[f"kriterion_recent_seconds{of}"] == pytest.approx(3)


def test_the_figures_tell_of_requests_by_route_and_never_by_address(world: World) -> None:
    client = logged_in(world.root)
    client.get("/accounts/profile/")
    client.get("/somebody/guesses/at/addresses")
    found = figures(client)
    assert found['kriterion_requests_total{route="profile",status="200"}'] >= 1
    assert not any("guesses" in name for name in found)


def test_the_figures_are_not_everybodys(world: World) -> None:
    assert asked(Client()).status_code == 403
    assert asked(logged_in(world.tina)).status_code == 403
    assert asked(logged_in(world.root)).status_code == 200


def test_this_machine_reads_the_figures_but_nobody_through_a_proxy(
    client: Client, db: None, settings: Settings
) -> None:
    assert client.get("/metrics").status_code == 200
    forwarded = {"x-forwarded-for": "192.0.2.1"}
    assert client.get("/metrics", headers=forwarded).status_code == 403
    settings.HTTPS = True
    assert client.get("/metrics").status_code == 403


@pytest.mark.parametrize(
    ("header", "status"),
    [("Bearer s3cret", 200), ("bearer s3cret", 200), ("Bearer s3cre", 403), ("Basic s3cret", 403)],
)
def test_who_names_the_token_reads_the_figures(
    client: Client, db: None, settings: Settings, header: str, status: int
) -> None:
    settings.METRICS_TOKEN = "s3cret"
    answer = asked(client, authorization=header)
    assert answer.status_code == status


def test_without_a_token_an_empty_one_opens_nothing(client: Client, db: None) -> None:
    answer = asked(client, authorization="Bearer ")
    assert answer.status_code == 403
