"""Any two of what a student has written can be compared, and each can be restored."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from kriterion.rendering.jobs import RenderedComparison
from kriterion.web.submissions.models import Draft, DraftVersion, Submission
from kriterion.web.submissions.pages import file_comparison
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db

AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def save(client: Client, world: World, text: str, revision: int, **more: object) -> dict[str, Any]:
    body = json.dumps({"files": {"a.py": text}, "revision": revision, **more})
    address = reverse("draft", args=[world.exercise.pk])
    answer = client.put(
        address, body, content_type="application/json", headers={"User-Agent": AGENT}
    )
    saved: dict[str, Any] = answer.json()
    return saved


def test_a_draft_says_where_it_was_saved(world: World) -> None:
    client = client_for(world.ada)
    assert save(client, world, "one", 0)["device"] == "Firefox, Linux"
    save(client, world, "two", 1)
    assert DraftVersion.objects.get().device == "Firefox, Linux"
    # A tab that knew an older draft learns where the current one comes from.
    assert save(client, world, "three", 1)["device"] == "Firefox, Linux"


def test_starting_over_keeps_what_was_there_however_recent_the_last_version(world: World) -> None:
    client = client_for(world.ada)
    for revision, text in enumerate(("one", "two", "three")):
        save(client, world, text, revision)
    save(client, world, "", 3, keep=True)
    assert [version.files["a.py"] for version in DraftVersion.objects.all()] == ["three", "one"]


def test_a_version_or_submission_is_restored_and_nothing_is_lost(world: World) -> None:
    client = client_for(world.ada)
    save(client, world, "one", 0)
    save(client, world, "two", 1)
    version = DraftVersion.objects.get()
    restore = reverse("restore", args=[world.exercise.pk])
    page = client.post(restore, {"version": f"version-{version.pk}"}, follow=True)
    assert Draft.objects.get().files == {"a.py": "one"}
    assert "Restored" in page.content.decode()
    client.post(restore, {"version": f"submission-{world.submission.pk}"})
    assert Draft.objects.get().files == world.submission.files
    kept = [version.files["a.py"] for version in DraftVersion.objects.order_by("pk")]
    assert kept == ["one", "two", "one"]


@pytest.mark.parametrize("reference", ["", "draft", "version-0", "submission-9999", "x", "-1"])
def test_what_is_not_the_users_own_is_not_found(world: World, reference: str) -> None:
    client = client_for(world.ben)
    address = reverse("restore", args=[world.exercise.pk])
    assert client.post(address, {"version": reference}).status_code == 404
    others = {"version": f"submission-{world.submission.pk}"}
    assert client.post(address, others).status_code == 404


def test_any_two_are_compared(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_for(world.ada)
    save(client, world, "one", 0)
    compared: list[Any] = []

    def render(pairs: Any, titles: Any, *_: Any, **__: Any) -> RenderedComparison:
        compared.append((pairs, titles))
        return RenderedComparison(panels=("<p>difference</p>",))

    monkeypatch.setattr(file_comparison, "render_comparison", render)
    address = reverse("draft-versions", args=[world.exercise.pk])
    page = client.get(address).content.decode()
    assert "Compare the chosen two" in page
    both = {"one": f"submission-{world.submission.pk}", "other": "draft"}
    page = client.get(address, both).content.decode()
    assert compared == [([("print(1)\n", "one")], ("Submission 1", "Current draft"))]
    assert "<p>difference</p>" in page
    assert client.get(address, {"one": "draft"}).status_code == 404


def test_the_list_beside_the_editor_can_be_renewed(world: World) -> None:
    client = client_for(world.ada)
    address = reverse("history", args=[world.exercise.pk])
    assert "Submission 1" in client.get(address).content.decode()
    Submission.objects.create(
        user=world.ada, activity=world.exercise, number=2, files={"a.py": "x"}
    )
    assert "Submission 2" in client.get(address).content.decode()
    assert client_for(world.ben).get(address).content.decode().strip() == ""
