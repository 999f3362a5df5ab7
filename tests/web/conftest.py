"""What tests of the site share: a small world of people, courses and submissions."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.contrib.auth.hashers import ScryptPasswordHasher
from django.db import connection, transaction
from django.test import Client
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import Submission
from tests.web.migrated import django_db_keepdb, django_db_modify_db_settings  # noqa: F401  fixtures
from tests.web.queue_fixtures import (  # noqa: F401  fixtures
    anna,
    bram,
    engine,
    exercise,
    local_engine,
    start,
    submit,
)

BACKEND = "django.contrib.auth.backends.ModelBackend"  # which logs in without a password


@dataclass(frozen=True, kw_only=True, slots=True)
class World:
    """Ada and Ben take Tina's course; Cleo does not; Root looks after the machine.

    The course has a series that is shown and one that is hidden; a second course is its members'
    only, and has none. Ada handed something in for the course.
    """

    ada: User
    ben: User
    cleo: User
    tina: User
    root: User
    repository: Repository
    exercise: Activity
    hidden_exercise: Activity
    course: Course
    secret_course: Course
    series: Series
    hidden_series: Series
    submission: Submission


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def make_world() -> World:
    """The small world's rows, with few statements: thousands of tests start with them."""
    ada, ben, cleo, tina, root = (
        User(username=name, role=role)
        for name, role in (
            *((name, Role.STUDENT) for name in ("ada", "ben", "cleo")),
            ("tina", Role.TEACHER),
            ("root", Role.ADMINISTRATOR),
        )
    )
    for user in User.objects.bulk_create([ada, ben, cleo, tina, root]):
        user._remember_rights()
    repository = Repository.objects.create(name="examples", state=RepositoryState.READY)
    barcode, tides = Activity.objects.bulk_create(
        Activity(
            repository=repository,
            path=path,
            names={"en": path.title()},
            programming_language="python",
            search_text=path,
        )
        for path in ("barcode", "tides")
    )
    course, secret_course = Course.objects.bulk_create(
        [
            Course(slug="programming", name="Programming"),
            Course(slug="secret", name="Secret", visible=False),
        ]
    )
    series, hidden_series = Series.objects.bulk_create(
        [
            Series(course=course, name="First"),
            Series(course=course, name="Hidden", visible=False),
        ]
    )
    Listing.objects.bulk_create(
        [
            Listing(series=series, activity=barcode),
            Listing(series=hidden_series, activity=tides),
        ]
    )
    Membership.objects.bulk_create(
        [
            Membership(user=ada, course=course),
            Membership(user=ben, course=course),
            Membership(user=tina, course=course, role=MemberRole.TEACHER),
        ]
    )
    submission = Submission.objects.create(
        user=ada,
        activity=barcode,
        course=course,
        series=series,
        number=1,
        files={"a.py": "print(1)\n"},
    )
    return World(
        ada=ada,
        ben=ben,
        cleo=cleo,
        tina=tina,
        root=root,
        repository=repository,
        exercise=barcode,
        hidden_exercise=tides,
        course=course,
        secret_course=secret_course,
        series=series,
        hidden_series=hidden_series,
        submission=submission,
    )


def add_mentor(world: World, student: User, role: MemberRole = MemberRole.STUDENT) -> User:
    """Add Mia to the course, who mentors a group with one student in it."""
    mia = User.objects.create(username="mia")
    group = world.course.groups.create(name=f"group of {student.username}")
    group.members.add(world.course.memberships.get(user=student))
    group.mentors.add(Membership.objects.create(user=mia, course=world.course, role=role))
    return mia


@contextmanager
def undone() -> Iterator[None]:
    """Undo what happens in the database meanwhile."""
    block = transaction.atomic()
    vars(block)["_from_testcase"] = True  # durable blocks of the code under test are allowed
    with block:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def shared_world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One world for all tests of a module, which use it in `visiting`, and no world of their own.

    To make the world takes about as long as to answer a request.
    """
    with django_db_blocker.unblock(), undone():
        yield make_world()


@contextmanager
def visiting(world: World, client: Client) -> Iterator[World]:
    """Give a copy of the shared world; undo changes of it, of the database and of the cookies."""
    cookies = deepcopy(client.cookies)
    with undone():
        try:
            yield deepcopy(world)
            connection.check_constraints()
        finally:
            client.cookies = cookies


@pytest.fixture(scope="session")
def shared_data_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of tests that name none."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Hash passwords like the site does, with less work: guessing them is not tested."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScryptPasswordHasher, "work_factor", 2)
        yield


@pytest.fixture(scope="session", autouse=True)
def ask_for_exams_in_every_request() -> Iterator[None]:
    """Tests count queries, whatever the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kriterion.web.exams.exam_absence._SECONDS", 0.0)
        yield


@pytest.fixture(autouse=True)
def keep_data_out_of_the_clone(settings: object, shared_data_directory: Path) -> None:
    """Content that a test stores must not end up in the directory where the tests are run."""
    settings.DATA = shared_data_directory  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def reset_language() -> Iterator[None]:
    """A page in Dutch leaves its language active in the thread that asked for it."""
    yield
    translation.deactivate()


def client_for(user: User | None, *, enforce_csrf_checks: bool = False) -> Client:
    """Return a client that is logged in as a user; None for an anonymous one."""
    client = Client(enforce_csrf_checks=enforce_csrf_checks)
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client
