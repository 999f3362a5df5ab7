"""Drafts lose nothing, whatever the number of tabs and whatever is sent."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from kriterion.web.learning.workspace import drafts
from kriterion.web.submissions.models import Draft, DraftVersion
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db


def put(client: Client, world: World, document: Any) -> tuple[int, dict[str, Any]]:
    body = document if isinstance(document, bytes) else json.dumps(document)
    answer = client.put(
        reverse("draft", args=[world.exercise.pk]), body, content_type="application/json"
    )
    return answer.status_code, json.loads(answer.content)


def save(client: Client, world: World, text: str, revision: int) -> tuple[int, dict[str, Any]]:
    return put(client, world, {"files": {"a.py": text}, "revision": revision})


def test_a_draft_is_restored(world: World) -> None:
    client = client_for(world.ada)
    assert client.get(reverse("draft", args=[world.exercise.pk])).json()["revision"] == 0
    status, saved = save(client, world, "one", 0)
    assert (status, saved["revision"]) == (200, 1)
    document = client.get(reverse("draft", args=[world.exercise.pk])).json()
    assert document["files"] == {"a.py": "one"}
    assert document["revision"] == 1
    status, saved = save(client, world, "two", 1)
    assert (status, saved["revision"]) == (200, 2)


def test_a_conflicting_tab_is_told_and_overwrites_nothing(world: World) -> None:
    client = client_for(world.ada)
    save(client, world, "begun", 0)
    assert save(client, world, "in the first tab", 1)[0] == 200
    status, stored_draft = save(client, world, "in the second tab", 1)
    assert status == 409
    assert stored_draft["files"] == {"a.py": "in the first tab"}
    assert stored_draft["revision"] == 2
    (kept,) = DraftVersion.objects.filter(conflicting=True)
    assert kept.files == {"a.py": "in the second tab"}
    # The second tab goes on with what is in it.
    assert save(client, world, "in the second tab", stored_draft["revision"])[0] == 200
    html = client.get(reverse("draft-versions", args=[world.exercise.pk])).content.decode()
    assert "in the second tab" in html
    assert "in the first tab" not in html or "from another tab" in html


def test_saving_identical_code_is_no_conflict(world: World) -> None:
    client = client_for(world.ada)
    save(client, world, "one", 0)
    status, saved = save(client, world, "one", 0)
    assert (status, saved["revision"]) == (200, 1)
    assert not DraftVersion.objects.filter(conflicting=True).exists()


def test_a_version_is_kept_before_a_change_and_old_ones_expire(world: World) -> None:
    client = client_for(world.ada)
    save(client, world, "one", 0)
    save(client, world, "two", 1)
    save(client, world, "three", 2)
    assert [version.files["a.py"] for version in DraftVersion.objects.all()] == ["one"]


def test_drafts_are_private(world: World) -> None:
    save(client_for(world.ada), world, "hers", 0)
    for person in (world.ben, world.tina, world.root):
        client = client_for(person)
        assert client.get(reverse("draft", args=[world.exercise.pk])).json()["files"] == {}
        versions = client.get(reverse("draft-versions", args=[world.exercise.pk]))
        assert "hers" not in versions.content.decode()


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        {},
        {"files": {}, "revision": 0},
        {"files": [], "revision": 0},
        {"files": {"a.py": 1}, "revision": 0},
        {"files": {"a.py": "x"}, "revision": "0"},
        {"files": {"a.py": "x"}, "revision": None},
        {"files": {"a.py": "\0"}, "revision": 0},
        {"files": {"a.py": "\ud800"}, "revision": 0},
        {"files": {"n" * 256: "x"}, "revision": 0},
        {"files": {"a.py": "x" * 300_000}, "revision": 0},
        {"files": {str(number): "x" for number in range(21)}, "revision": 0},
        {"files": {str(number): "x" * 60_000 for number in range(5)}, "revision": 0},
    ],
    ids=lambda document: repr(document)[:30],
)
def test_an_invalid_draft_is_refused_with_a_message(world: World, document: Any) -> None:
    status, answer = put(client_for(world.ada), world, document)
    assert status == 400
    assert answer["error"]
    assert not Draft.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_concurrent_tabs_lose_nothing(world: World) -> None:
    """However they meet: one is saved first, the others are told and kept."""
    texts = [f"tab {number}" for number in range(8)]

    def save_in_thread(text: str) -> tuple[bool, int]:
        try:
            saved, kept = drafts.save(world.ada, world.exercise, {"a.py": text}, 0)
            return saved, kept.revision
        finally:
            connection.close()

    with ThreadPoolExecutor(len(texts)) as threads:
        answers = list(threads.map(save_in_thread, texts))
    assert sorted(answers) == [(False, 1)] * 7 + [(True, 1)]
    versions = DraftVersion.objects.filter(conflicting=True)
    kept = [Draft.objects.get().files, *versions.values_list("files", flat=True)]
    assert sorted(files["a.py"] for files in kept) == texts


def test_repeated_conflicts_do_not_fill_the_disk(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "MAXIMUM_VERSIONS", 3)
    client = client_for(world.ada)
    save(client, world, "here", 0)
    for number in range(6):
        assert save(client, world, f"there {number}", 0)[0] == 409
    kept = DraftVersion.objects.values_list("files", flat=True)
    assert [files["a.py"] for files in kept] == ["there 5", "there 4", "there 3"]
