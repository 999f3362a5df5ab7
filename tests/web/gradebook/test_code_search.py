"""Submissions found by their code: every match once, whatever the bounds."""

import pytest
from django.urls import reverse

from kriterion.web.gradebook.services import code_search
from kriterion.web.gradebook.services.code_search import SearchBounds, search_code
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for
from tests.web.gradebook.test_live_list import get_news
from tests.web.gradebook.test_results import build_url, submit
from tests.web.gradebook.test_submission_list import list_submission_ids

pytestmark = pytest.mark.django_db

TWO = SearchBounds(submissions=2, seconds=3600)
CODES = {
    "loop": "while True:\n    print('x')\n",
    "accents": 'naam = "Éva à"\n',
    "quotes": 'say("a\\"b")\t# 100%_done\n',
    "one line": "#" + "y" * 1_000_000 + "needle",
}
FOUND = {
    "WHILE true": "loop",
    "éVA": "accents",
    "à": None,  # shorter than three characters: no filter
    "ààà": "",
    '\\"b")': "quotes",
    "0%_D": "quotes",
    ")\t#": "quotes",
    "yNeedle": "one line",
    "true:\n ": "loop",
    "file.py": "",  # a name, not code
    "\0while": "loop",
    "\u202eabc": "",
}


@pytest.fixture
def coded(world: World) -> dict[str, int]:
    Submission.objects.filter(pk=world.submission.pk).update(files={})
    return {
        name: submit(world, world.ben, files={"file.py": code}, file_names=["file.py"]).pk
        for name, code in CODES.items()
    }


@pytest.mark.parametrize("text", FOUND)
def test_submissions_are_found_by_their_code(
    world: World, coded: dict[str, int], text: str
) -> None:
    ids = list_submission_ids(world, code=text)
    name = FOUND[text]
    if name is None:
        assert len(ids) == len(coded) + 1
    else:
        assert ids == ([coded[name]] if name else [])


def test_a_bounded_search_continues_where_it_ended(world: World) -> None:
    created = [submit(world, world.ben, files={"a.py": f"n{n} target"}).pk for n in range(4)]
    rows = Submission.objects.filter(course=world.course)
    found: list[int] = []
    chosen = rows
    while (matches := search_code(chosen, "TARGET", limit=3, bounds=TWO)).searched_to is not None:
        found += matches.ids
        chosen = rows.filter(pk__lt=matches.searched_to)
    assert found + matches.ids == created[::-1]


def test_a_page_says_how_far_the_search_came(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    old = submit(world, world.ben, files={"a.py": "target"})
    for _ in range(3):
        submit(world, world.ben)
    monkeypatch.setattr(code_search, "BOUNDS", TWO)
    client = client_for(world.tina)
    page = client.get(build_url("submissions", world), {"code": "target"})
    assert "The code of 2 submissions was searched." in page.content.decode()
    before = page.context["next_before"]
    second = client.get(build_url("submissions", world), {"code": "target", "before": before})
    assert [row.submission.pk for row in second.context["rows"]] == [old.pk]


def test_neighbours_and_news_match_the_code(world: World) -> None:
    first, _, last = (
        submit(world, world.ben, files={"a.py": code}) for code in ("abc", "x", "ABC")
    )
    page = client_for(world.tina).get(reverse("submission", args=[first.pk]), {"list": "code=abc"})
    assert f'href="{reverse("submission", args=[last.pk])}?list=code%3Dabc"' in (
        page.content.decode()
    )
    assert get_news(world, world.tina, code="abc")["text"] == "2 new submissions"
    assert get_news(world, world.tina, code="abc", **{"from": first.pk + 1})["text"] == (
        "1 new submission"
    )
