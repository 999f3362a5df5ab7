"""Administrators see what each worker has proved, what it lacks, and its machine."""

from datetime import timedelta
from typing import Any

from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Worker
from kriterion.web.submissions.worker.machine_report import describe_machine
from tests.web.conftest import World, client_for

PAGE = "/administration/workers/"


def create_worker(name: str, **fields: Any) -> Worker:
    now = clock.now()
    given = {"host": name, "pid": 7, "concurrency": 2, "started_at": now, "seen_at": now}
    return Worker.objects.create(name=name, **{**given, **fields})


def read_page(world: World) -> str:
    return client_for(world.root).get(PAGE).content.decode()


def test_a_site_without_workers_says_so(world: World) -> None:
    assert "No worker is running" in read_page(world)


def test_proofs_are_listed_with_how_the_image_was_proved(world: World) -> None:
    proof = {"judge": "suite", "seconds": 0.5, "identity": "1", "versions": {}, "age_seconds": 90}
    create_worker(
        "north",
        proofs=[
            {**proof, "image": "python", "kind": "sample"},
            {**proof, "image": "bare", "kind": "start", "judge": ""},
        ],
    )
    page = read_page(world)
    assert "the sample of judge “suite” was assessed" in page
    assert "unproved: it starts" in page
    assert page.count("1\xa0minute ago") == 2


def test_what_a_worker_lacks_is_shown_with_its_reason(world: World) -> None:
    missing = {"part": "image", "label": "ocaml", "reason": "<b>ocaml is missing</b>"}
    create_worker("south", fault="no sandbox here", unable=[missing])
    page = read_page(world)
    assert "no sandbox here" in page
    assert "This worker cannot use image “ocaml”" in page
    assert "&lt;b&gt;ocaml is missing" in page


def test_a_workers_machine_is_described(world: World) -> None:
    create_worker("east", report=dict(describe_machine()))
    page = read_page(world)
    for name in ("Runs at a time", "Version", "Processors", "Memory", "Open files"):
        assert f"<dt>{name}</dt>" in page


def test_a_worker_of_an_earlier_version_reports_less(world: World) -> None:
    create_worker("west")
    page = read_page(world)
    assert "No image has been proved yet." in page
    assert "<dt>Processors</dt>" not in page


def test_workers_that_are_silent_are_not_shown(world: World) -> None:
    create_worker("gone", seen_at=clock.now() - timedelta(hours=1))
    assert "gone" not in read_page(world)
