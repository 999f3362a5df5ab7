"""Students reveal an author's hints one at a time, and each is counted."""

from pathlib import Path

import pytest
from django.urls import reverse

from kriterion.web.catalog.models import Activity, RevealedHints
from kriterion.web.repositories.models import Repository
from tests.web.conftest import World, client_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def exercise(world: World, tmp_path: Path) -> Activity:
    """The course's exercise, with three hints."""
    description = tmp_path / "barcode" / "description"
    description.mkdir(parents=True)
    (tmp_path / "barcode" / "config.json").write_text(
        '{"description": {"names": {"en": "Barcode"}}, "programming_language": "python"}'
    )
    (description / "description.en.md").write_text("Do it.\n")
    (description / "hints.en.md").write_text("- firsthint\n- secondhint\n- thirdhint\n")
    Repository.objects.filter(pk=world.repository.pk).update(
        directory=str(tmp_path), format="dodona", commit="1"
    )
    return world.exercise


def test_hints_appear_one_at_a_time_and_are_counted(world: World, exercise: Activity) -> None:
    ada = client_for(world.ada)
    page, address = reverse("activity", args=[exercise.pk]), reverse("hint", args=[exercise.pk])
    html = ada.get(page).content.decode()
    assert "Show a hint" in html
    assert "firsthint" not in html
    for _ in range(2):  # the second click on one button reveals nothing more
        sent = {"hint": "1", "name": "barcode.py", "text": "typed = 1\n"}
        html = ada.post(address, sent).content.decode()
    assert "firsthint" in html
    assert "secondhint" not in html
    assert "typed = 1" in html  # without a script, the page returns what was typed
    part = ada.post(address, {"hint": "2"}, headers={"Accept": "application/json"})
    assert "secondhint" in part.content.decode()
    assert "<html" not in part.content.decode()
    assert RevealedHints.objects.get().count == 2
    assert "firsthint" not in client_for(world.ben).get(page).content.decode()


@pytest.mark.parametrize("number", ["3", "0", "4", "-1", "x", "", "9" * 30])
def test_no_hint_is_revealed_out_of_turn(world: World, exercise: Activity, number: str) -> None:
    address = reverse("hint", args=[exercise.pk])
    assert client_for(world.ada).post(address, {"hint": number}).status_code == 200
    assert not RevealedHints.objects.filter(count__gt=0).exists()


def test_teachers_see_all_hints_and_how_many_students_used_them(
    world: World, exercise: Activity
) -> None:
    RevealedHints.objects.create(user=world.ada, activity=exercise, count=2)
    html = client_for(world.tina).get(reverse("activity", args=[exercise.pk])).content.decode()
    assert "thirdhint" in html
    assert "1 student revealed hints" in html
