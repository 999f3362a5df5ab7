"""The table of routes: how each is asked, and who is let in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.site.conftest import World

# Nobody; who did it; who takes the same course; who does not; who teaches it; who looks after all.
PEOPLE = ("stranger", "ada", "ben", "cleo", "tina", "root")

_Arguments = Callable[[World], Mapping[str, object]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """How a route is asked: by GET, unless it `changes` something; `shows` when both do.

    `inside` are those who get in. Others find nothing, or are `refused`; strangers are asked to
    log in where they are not inside. `everybody` is what happens to all alike.
    """

    inside: tuple[str, ...] = PEOPLE[1:]
    arguments: _Arguments = lambda world: {}
    changes: bool = False
    shows: bool = False
    refused: bool = False
    everybody: str = ""
    method: str = "post"
    data: Mapping[str, Any] = field(default_factory=dict)

    def address(self, name: str, world: World) -> str:
        return reverse(name.partition(" ")[0], kwargs=dict(self.arguments(world)))

    def ask(self, client: Client, name: str, world: World) -> HttpResponse:
        address = self.address(name, world)
        if not self.changes:
            return client.get(address)  # type: ignore[return-value]
        if self.method == "put":
            return client.put(address, dict(self.data), content_type="application/json")  # type: ignore[return-value]
        return client.post(address, dict(self.data))  # type: ignore[return-value]

    def expected(self, who: str) -> str:
        if self.everybody:
            return self.everybody
        if who in self.inside:
            return "in"
        if who == "stranger":
            return "log in"
        return "refused" if self.refused else "nothing"


def _course(world: World) -> dict[str, object]:
    return {"slug": world.course.slug}


def _repository(world: World) -> dict[str, object]:
    return {"repository_id": world.repository.pk}


def _activity(world: World) -> dict[str, object]:
    return {"activity_id": world.exercise.pk}


def _hidden_activity(world: World) -> dict[str, object]:
    return {"activity_id": world.hidden_exercise.pk}


def _submission(world: World) -> dict[str, object]:
    return {"submission_id": world.submission.pk}


OPEN = Route(inside=PEOPLE)
OPEN_FORM = Route(inside=PEOPLE, changes=True, shows=True)
OWN_FORM = Route(changes=True, shows=True)
STAFF = Route(inside=("root",), refused=True)

ACCOUNTS = {
    "profile": OWN_FORM,
    "set-language": Route(inside=PEOPLE, changes=True, data={"language": "nl"}),
    "set-appearance": Route(inside=PEOPLE, changes=True, data={"appearance": "dark"}),
    "account_login": OPEN_FORM,
    "account_logout": OPEN_FORM,
    "account_inactive": OPEN,
    "account_signup": OPEN_FORM,
    "account_reauthenticate": OWN_FORM,
    "account_email": OWN_FORM,
    "account_email_verification_sent": OPEN,
    "account_change_password": OWN_FORM,
    "account_set_password": OWN_FORM,
    "account_reset_password": OPEN_FORM,
    "account_reset_password_done": OPEN,
    "account_confirm_login_code": OPEN_FORM,
    "account_confirm_email": Route(
        everybody="nothing", arguments=lambda world: {"key": "k"}, changes=True, shows=True
    ),
    "account_reset_password_from_key": Route(
        inside=PEOPLE,
        arguments=lambda world: {"uidb36": "1", "key": "2-3"},
        changes=True,
        shows=True,
    ),
    "account_reset_password_from_key_done": OPEN,
    "socialaccount_login_cancelled": OPEN,
    "socialaccount_login_error": Route(everybody="refused"),
    "socialaccount_signup": OPEN_FORM,
    "socialaccount_connections": OWN_FORM,
    "openid_connect_login": Route(
        everybody="nothing", arguments=lambda world: {"provider_id": "institution"}
    ),
    "openid_connect_callback": Route(
        everybody="nothing", arguments=lambda world: {"provider_id": "institution"}
    ),
}

WATCHING = {"healthz": OPEN, "metrics": OPEN}

FINDING = {
    "home": Route(),
    "courses": Route(),
    "course": Route(arguments=_course),
    "join": Route(arguments=_course, changes=True),
    "exercise-tree": Route(arguments=_repository),
    "exercise-map": Route(inside=(), arguments=_repository),  # nothing there to draw
    "search": Route(),
}

WORKING = {
    "activity": Route(arguments=_activity),
    "draft": Route(
        arguments=_activity,
        changes=True,
        shows=True,
        method="put",
        data={"files": {"a.py": "x"}, "revision": 0},
    ),
    "draft-versions": Route(arguments=_activity),
    "submit": Route(arguments=_activity, changes=True, data={"name": "a.py", "text": "x"}),
    "media": Route(
        inside=(),  # this exercise has none
        arguments=lambda world: {**_activity(world), "address": "media/tree.png"},
    ),
    "read": Route(arguments=_activity, changes=True),
    "run": Route(inside=(), arguments=_activity, changes=True),  # it is no tutorial
}

_SEEING = ("ada", "tina", "root")

RESULTS = {
    "submissions": Route(),
    "submission": Route(inside=_SEEING, arguments=_submission),
    "result": Route(inside=_SEEING, arguments=_submission),
    "events": Route(inside=_SEEING, arguments=_submission),
    "source": Route(inside=_SEEING, arguments=_submission),
    "cancel": Route(inside=_SEEING, arguments=_submission, changes=True),
    "again": Route(inside=_SEEING, arguments=_submission, changes=True),
    "compare": Route(
        inside=_SEEING,
        arguments=lambda world: {**_submission(world), "other_id": world.submission.pk},
    ),
}
ADMINISTRATION: dict[str, Route] = {}

# The same routes, for what fewer people may see. After the blank: what is asked for.
_TEACHERS = ("tina", "root")
HIDDEN = {
    "course secret": Route(
        inside=("root",), arguments=lambda world: {"slug": world.secret_course.slug}
    ),
    "join secret": Route(
        inside=("root",), arguments=lambda world: {"slug": world.secret_course.slug}, changes=True
    ),
    "activity hidden": Route(inside=_TEACHERS, arguments=_hidden_activity),
    "draft hidden": Route(
        inside=_TEACHERS,
        arguments=_hidden_activity,
        changes=True,
        shows=True,
        method="put",
        data={"files": {"a.py": "x"}, "revision": 0},
    ),
    "draft-versions hidden": Route(inside=_TEACHERS, arguments=_hidden_activity),
    "submit hidden": Route(
        inside=_TEACHERS,
        arguments=_hidden_activity,
        changes=True,
        data={"name": "a.py", "text": "x"},
    ),
    "read hidden": Route(inside=_TEACHERS, arguments=_hidden_activity, changes=True),
}

ROUTES: dict[str, Route] = {
    **ACCOUNTS,
    **WATCHING,
    **FINDING,
    **WORKING,
    **RESULTS,
    **ADMINISTRATION,
    **HIDDEN,
}
