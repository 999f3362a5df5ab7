"""Names and texts of people, teachers, tools and programs, on every page: only ever text."""

import pytest
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Series
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Assessment, Draft, Submission, Worker
from kriterion.web.tools.models import Tool
from tests.feedback.sample import ASSESSMENT
from tests.web.conftest import World, client_for
from tests.web.routes import ROUTES

HOSTILE = "\"'></title></textarea></script><script>alert(1)</script><img src=x onerror=alert(1)>"
SHOWN = [
    name
    for name, route in ROUTES.items()
    if (not route.changes or route.shows) and name not in ("events", "administration:machine")
]


@pytest.fixture
def hostile_world(world: World) -> World:
    """The world, in which everything that somebody may name has that name."""
    User.objects.update(first_name=HOSTILE, last_name=HOSTILE, email=HOSTILE)
    Repository.objects.update(
        name=HOSTILE,
        state="failed",
        failure=HOSTILE,
        commit=HOSTILE[:12],
        default_judge=HOSTILE[:100],
        webhook_secret=HOSTILE[:64],
        git_url=HOSTILE,
        branch=HOSTILE,
        problems=[
            {"severity": severity, **dict.fromkeys(("file", "where", "what", "fix"), HOSTILE)}
            for severity in ("error", HOSTILE)
        ],
    )
    Activity.objects.update(
        names={"en": HOSTILE, "nl": HOSTILE},
        labels=[HOSTILE],
        trains=[HOSTILE],
        requires=[HOSTILE],
        programming_language=HOSTILE[:50],
        search_text=HOSTILE.lower(),
        is_public=True,
    )
    Course.objects.update(name=HOSTILE, description=HOSTILE)
    Series.objects.update(name=HOSTILE, description=HOSTILE, deadline=timezone.now())
    for name in (HOSTILE[:100], "python"):  # the table of routes asks for the latter
        Tool.objects.create(
            kind="judge",
            name=name,
            git_url=HOSTILE,
            branch=HOSTILE,
            directory=HOSTILE,
            commit=HOSTILE[:12],
            image=HOSTILE,
            programming_languages=[HOSTILE],
            state="failed",
            problems=[
                {"state": state, **dict.fromkeys(("subject", "what", "fix"), HOSTILE)}
                for state in ("fault", HOSTILE)
            ],
        )
    now = timezone.now()
    Worker.objects.create(
        name=HOSTILE[:100],
        host=HOSTILE,
        pid=1,
        concurrency=1,
        started_at=now,
        seen_at=now,
        fault=HOSTILE,
    )
    Submission.objects.update(
        files={HOSTILE: HOSTILE},
        state="finished",
        status="wrong",
        attempt=1,
        summary=HOSTILE,
        failure=HOSTILE,
        finished_at=timezone.now(),
    )
    Assessment.objects.create(
        submission=world.submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    Draft.objects.create(user=world.ada, activity=world.exercise, files={HOSTILE: HOSTILE})
    AuditEntry.objects.create(
        actor_name=HOSTILE, action=HOSTILE[:50], object_name=HOSTILE, detail={HOSTILE: HOSTILE}
    )
    return world


@pytest.mark.long(reason="renders every page")
@pytest.mark.parametrize("who", ["ada", "root"])
@pytest.mark.parametrize("name", SHOWN)
def test_user_text_is_always_rendered_as_text(hostile_world: World, name: str, who: str) -> None:
    route = ROUTES[name]
    response = client_for(getattr(hostile_world, who)).get(route.address(name, hostile_world))
    assert response.status_code < 500 or name == "healthz"  # there is no worker
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return
    page = response.content.decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "onerror=alert(1)>" not in page.replace("onerror=alert(1)&gt;", "")


@pytest.mark.parametrize("query", [HOSTILE, "%", "a" * 5000, "\0"])
def test_every_query_is_answered(hostile_world: World, query: str) -> None:
    client = client_for(hostile_world.root)
    for address in ("/search/", "/administration/users/", "/submissions/"):
        response = client.get(address, {"q": query, "page": query})
        assert response.status_code == 200
        assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize("number", ["0", "99999999999999999999999999", "2147483648"])
@pytest.mark.parametrize(
    "address",
    [
        "/activities/{}/",
        "/submissions/{}/",
        "/submissions/1/compare/{}/",
        "/repositories/{}/",
        "/administration/tools/{}/",
        "/administration/users/{}/",
    ],
)
def test_every_number_in_an_address_is_found_or_404(
    world: World, address: str, number: str
) -> None:
    assert client_for(world.root).get(address.format(number)).status_code == 404
