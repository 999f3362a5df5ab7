"""What students and colleagues write, on every page of a teacher: text, and not too much."""

import re

import pytest
from django.apps import apps
from django.db.models import CharField, Model, TextField

from kriterion.web.accounts.models import User
from kriterion.web.submissions.models import Submission
from tests.web.conftest import World, client_for
from tests.web.routes import ROUTES

MARKUP = "</textarea></script><script>alert(1)</script><img src=x onerror=alert(1)>"
REORDERING = "\u202e\u2066"
HOSTILE = f"{REORDERING}{MARKUP}"
LONG_LINE = "x" * 2**20
CODE = f"a = 1  # {HOSTILE}\n{LONG_LINE}\n"
MAX_PAGE = 300_000  # characters
FIELD = re.compile(r'(?s)<textarea.*?</textarea>|value="[^"]*"')  # edits what is there
STREAMS = ("events", "gradebook:submission-events", "logs")
READ = [
    name
    for name, route in ROUTES.items()
    if "tina" in route.inside
    and not route.everybody
    and (not route.changes or route.shows)
    and name not in (*STREAMS, "healthz")
]
WRITTEN = {  # by students, or by colleagues about their work
    "review.ThreadMessage": ("text", "author_name"),
    "review.Review": ("comment", "second_look_reason", "reviewer_name"),
    "review.SavedComment": ("text",),
    "review.RubricItem": ("name", "description"),
    "comment_reports.AutomaticCommentReport": ("sentence",),
    "submissions.ClassComment": ("markdown",),
    "submissions.SubmissionComment": ("text",),
}


@pytest.fixture
def hostile_world(world: World) -> World:
    User.objects.update(first_name=HOSTILE[:150], last_name=HOSTILE[:150])
    Submission.objects.update(
        files={f"{HOSTILE}.py": CODE}, state="finished", status="wrong", summary=HOSTILE
    )
    return world


def _make_hostile() -> None:
    """Replace all texts of the tables in WRITTEN, which the table of routes has filled."""
    for label, names in WRITTEN.items():
        model: type[Model] = apps.get_model(label)
        for row in model._default_manager.all():
            for name in names:
                field = model._meta.get_field(name)
                assert isinstance(field, CharField | TextField)
                limit = field.max_length or 10_000
                text = f"{row.pk}{HOSTILE}{LONG_LINE}"[:limit]
                model._default_manager.filter(pk=row.pk).update(**{name: text})


@pytest.mark.long(reason="reads every page of a teacher")
def test_what_others_write_is_text_on_every_page_of_a_teacher(hostile_world: World) -> None:
    client = client_for(hostile_world.tina)
    broken = []
    for name in READ:
        address = ROUTES[name].address(name, hostile_world)
        _make_hostile()
        response = client.get(address)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        page = response.content.decode() if is_page else ""
        found = [part for part in ("<script>alert", "<img src=x") if part in page]
        found += [part for part in REORDERING if part in FIELD.sub("", page)]
        if len(page) > MAX_PAGE and name != "submission":  # its code is rendered apart
            found.append(f"{len(page)} characters")
        if response.status_code >= 500:
            found.append(str(response.status_code))
        if found:
            broken.append((name, found))
    assert not broken
