"""Health and metrics for monitoring."""

import asyncio
import json
import os
import tempfile
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from kriterion.host.settings.site_environment import read_site_settings
from kriterion.sandbox.run import Probe
from kriterion.web.database import disk
from kriterion.web.server.health_pages import serve_health
from kriterion.web.submissions.engines.current_worker import use_worker
from kriterion.web.submissions.models import Submission, Worker
from kriterion.web.submissions.queue import health
from kriterion.web.submissions.queue.assessing import assess_submission
from kriterion.web.submissions.queue.health import HealthFinding
from kriterion.web.submissions.queue.worker_name import name_this_worker
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from tests.web.conftest import World, client_for, make_world


def get_metrics(client: Client, *, address: str = "192.0.2.1", **headers: str) -> HttpResponse:
    """What /metrics answers somebody at that address."""
    return client.get("/metrics", headers=headers, REMOTE_ADDR=address)  # type: ignore[return-value]


def worker(seconds_ago: float) -> Worker:
    seen = timezone.now() - timedelta(seconds=seconds_ago)
    return Worker.objects.create(
        name=f"w{seconds_ago}", host="h", pid=1, concurrency=1, started_at=seen, seen_at=seen
    )


@pytest.fixture
def site(
    transactional_db: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Client]:
    """A browser of a site whose parts are found out anew, however slow the machine is."""
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 120.0)
    monkeypatch.setattr(health, "_DATABASE_SECONDS", 60.0)
    settings.DATA = tmp_path
    for probe in (health._disk, health._database, health._sandbox):
        probe.forget()
    yield Client()
    use_worker(None)


def read_health(client: Client) -> tuple[int, dict[str, object]]:
    response = client.get("/healthz")
    return response.status_code, response.json()


WELL = {"database": "ok", "disk": "ok", "sandbox": "ok", "queue": "ok", "workers": 1}
NOBODY = {**WELL, "sandbox": "unknown", "queue": "no worker", "workers": 0}


def test_healthy_with_a_live_worker(site: Client) -> None:
    worker(1)
    assert read_health(site) == (200, WELL)


def test_unhealthy_without_workers(site: Client) -> None:
    worker(3600)
    worker(-3600)  # it was seen, and then the clock was set back
    assert read_health(site) == (503, NOBODY)


def test_unhealthy_when_no_worker_can_claim(site: Client) -> None:
    lame = worker(1)
    lame.fault = "there is no sandbox\ninstall bubblewrap"
    lame.save()
    assert read_health(site) == (503, {**NOBODY, "sandbox": "failed"})


def test_unhealthy_on_the_database_of_a_newer_version(site: Client) -> None:
    worker(1)
    recorder = MigrationRecorder(connection)
    recorder.record_applied("submissions", "0099_of_tomorrow")
    try:
        status, parts = read_health(site)
    finally:
        recorder.record_unapplied("submissions", "0099_of_tomorrow")
    assert (status, parts["database"], parts["queue"]) == (503, "outdated", "unknown")


def test_a_dead_worker_of_this_machine_does_not_count(site: Client) -> None:
    dead = worker(1)
    dead.name = name_this_worker().rpartition("/")[0] + "/999999999-1"
    dead.save()
    assert read_health(site) == (503, NOBODY)


class _Broken:
    """A sandbox that cannot confine anything."""

    def probe(self) -> Probe:
        return Probe(backend="broken", fault="no namespaces", fix="install bubblewrap")


def test_unhealthy_when_the_sandbox_breaks_while_serving(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker(1)
    use_worker(SubmissionWorker(1, assess=assess_submission))
    monkeypatch.setattr(health, "_used_sandbox", _Broken())
    assert read_health(site) == (503, {**WELL, "sandbox": "failed"})


def test_unhealthy_when_the_database_is_missing(
    site: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And none is made by looking for it."""
    with monkeypatch.context() as patched:
        name = str(tmp_path / "no" / "database")
        patched.setitem(connection.settings_dict, "NAME", name)
        status, answer = read_health(site)
    unknown = {"sandbox": "unknown", "queue": "unknown", "workers": None}
    assert (status, answer["database"]) == (503, "failed")
    assert unknown.items() <= answer.items()
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(("number", "condition"), [(28, "full"), (122, "full"), (5, "failed")])
def test_unhealthy_when_nothing_can_be_written(
    site: Client, monkeypatch: pytest.MonkeyPatch, number: int, condition: str
) -> None:
    def broken(**_: object) -> None:
        raise OSError(number, os.strerror(number))

    worker(1)
    monkeypatch.setattr(tempfile, "TemporaryFile", broken)
    assert read_health(site) == (503, {**WELL, "disk": condition})


def test_unhealthy_when_the_disk_is_nearly_full(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker(1)
    monkeypatch.setattr(disk, "FREE_BYTES", 1 << 62)
    assert read_health(site) == (503, {**WELL, "disk": "full"})


@pytest.mark.parametrize("part", ["disk", "database"])
def test_a_hanging_probe_delays_nobody(
    site: Client, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    worker(1)
    hanging, tries = threading.Event(), []

    def hang() -> HealthFinding:
        tries.append(part)
        hanging.wait()
        return HealthFinding()

    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.05)
    probe = health._Probe(part, hang)
    monkeypatch.setattr(health, f"_{part}", probe)
    for _ in range(3):  # it returns, though nothing else does
        status, answer = read_health(site)
        assert (status, answer[part]) == (503, "no answer")
    assert tries == [part]  # and is not tried once more while it hangs
    hanging.set()


def test_submissions_nobody_claims_are_reported_after_a_while(
    site: Client, world_of_rows: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = worker(1)
    old = timezone.now() - timedelta(minutes=5)
    Submission.objects.filter(pk=world_of_rows.submission.pk).update(created_at=old)
    lasting = health._LastingCondition(1000.0)
    monkeypatch.setattr(health, "_stalled", lasting)
    assert read_health(site) == (200, WELL)
    lasting._seconds = 0.0
    assert read_health(site) == (503, {**WELL, "queue": "stalled"})
    running = Submission.objects.create(
        user=world_of_rows.ben, activity=world_of_rows.exercise, number=1, state="running"
    )
    running.worker = "one that can take none, and holds what it runs"
    running.save()
    assert read_health(site) == (503, {**WELL, "queue": "stalled"})
    running.worker = idle.name  # it has something to do
    running.save()
    assert read_health(site) == (200, WELL)


def test_a_brief_lock_by_another_writer_is_not_a_failure(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL lets all write at once")
    worker(1)
    monkeypatch.setattr(health, "_DATABASE_SECONDS", 0.01)
    locked = health._LastingCondition(1000.0)
    monkeypatch.setattr(health, "_locked", locked)
    with transaction.atomic():
        assert read_health(site) == (200, WELL)
        locked._seconds = 0.0
        assert read_health(site)[1]["database"] == "failed"
    assert read_health(site) == (200, WELL)


async def _get_health(
    application: Any, method: str = "GET", path: str = "/healthz"
) -> tuple[int, bytes]:
    """What an ASGI application answers when it is asked for its health."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    await application({"type": "http", "path": path, "method": method}, receive, send)
    return sent[0]["status"], sent[1]["body"]


def test_health_is_answered_without_the_threads_of_pages(site: Client) -> None:
    worker(1)

    async def pages(*_: object) -> None:
        raise AssertionError("a page was asked")

    async def ask() -> list[tuple[int, bytes]]:
        application = serve_health(pages)
        return await asyncio.gather(
            *(_get_health(application) for _ in range(20)), _get_health(application, "HEAD")
        )

    *answers, head = asyncio.run(ask())
    assert {status for status, _ in answers} == {200}
    assert {body for _, body in answers} == {json.dumps(WELL).encode()}
    assert head == (200, b"")


def test_a_process_is_alive_whatever_its_database_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise AssertionError("something was examined")

    async def pages(*_: object) -> None:
        raise AssertionError("a page was asked")

    monkeypatch.setattr("kriterion.web.server.health_pages.examine", fail)
    answer = asyncio.run(_get_health(serve_health(pages), path="/livez"))
    assert answer == (200, b'{"site": "ok"}')


@pytest.fixture
def world_of_rows(transactional_db: None) -> World:
    """The small world, committed."""
    return make_world()


def metrics(client: Client) -> dict[str, float]:
    text = get_metrics(client).content.decode()
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_metrics_describe_the_queue(world: World) -> None:
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
    Submission.objects.create(  # the clock was set while it was assessed
        user=world.cleo,
        activity=world.exercise,
        number=1,
        state="finished",
        status="wrong",
        started_at=now + timedelta(days=400),
        finished_at=now,
    )
    found = metrics(client_for(world.root))
    assert found["kriterion_queue_length"] == 1
    assert found["kriterion_blocked"] == 0
    assert 3590 < found["kriterion_queue_oldest_seconds"] < 4000
    of = '{state="finished",status="wrong"}'
    assert found[f"kriterion_recent_submissions{of}"] == 2
    assert found[f"kriterion_recent_seconds{of}"] == pytest.approx(3)


def test_metrics_count_requests_by_route_and_never_by_address(world: World) -> None:
    client = client_for(world.root)
    client.get("/accounts/profile/")
    client.get("/somebody/guesses/at/addresses")
    found = metrics(client)
    assert found['kriterion_requests_total{route="profile",status="200"}'] >= 1
    assert not any("guesses" in name for name in found)


def test_metrics_are_not_public(world: World) -> None:
    assert get_metrics(Client()).status_code == 403
    assert get_metrics(client_for(world.tina)).status_code == 403
    assert get_metrics(client_for(world.root)).status_code == 200


def test_no_address_may_read_metrics_by_default(client: Client, db: None) -> None:
    """Not even this machine's: behind some proxies everybody has it."""
    for address in ("127.0.0.1", "::1", "192.0.2.1"):
        assert get_metrics(client, address=address).status_code == 403


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("127.0.0.1", 200),
        ("::ffff:127.0.0.1", 200),
        ("10.1.2.3", 200),
        ("2001:db8::7", 200),
        ("127.0.0.2", 403),
        ("11.0.0.1", 403),
        ("::1", 403),
        ("", 403),
        ("unix", 403),
    ],
)
def test_a_listed_address_may_read_metrics(
    client: Client, db: None, settings: Settings, address: str, status: int
) -> None:
    settings.METRICS_NETWORKS = read_site_settings(
        {"KRITERION_METRICS_FROM": "127.0.0.1, 10.0.0.0/8,2001:db8::/32,"}
    ).metrics_networks
    assert get_metrics(client, address=address).status_code == status


@pytest.mark.parametrize(
    ("header", "status"),
    [("Bearer s3cret", 200), ("bearer s3cret", 200), ("Bearer s3cre", 403), ("Basic s3cret", 403)],
)
def test_the_token_grants_access_to_metrics(
    client: Client, db: None, settings: Settings, header: str, status: int
) -> None:
    settings.METRICS_TOKEN = "s3cret"
    answer = get_metrics(client, authorization=header)
    assert answer.status_code == status


def test_an_empty_token_grants_nothing_when_none_is_set(client: Client, db: None) -> None:
    answer = get_metrics(client, authorization="Bearer ")
    assert answer.status_code == 403
