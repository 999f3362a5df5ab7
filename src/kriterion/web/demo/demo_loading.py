"""Load the demo: both example repositories, a course of each, and students with submissions.

Its passwords are public, so it is only ever loaded into a directory of its own.
"""

import shutil
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import kriterion
from kriterion.assessment.class_comments import ClassCommentType
from kriterion.errors import OperatorError
from kriterion.web.accounts.models import Role, User
from kriterion.web.catalog.exercise_files import load_activity_exercise
from kriterion.web.catalog.models import Activity, ActivityType, Reading
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from kriterion.web.database.background import is_background_ending
from kriterion.web.demo.demo_plan import (
    HANDED_IN,
    OCAML,
    PASSWORD,
    PEOPLE,
    PRAISE,
    PRAISED,
    PRAISED_NAME,
    PYTHON,
    TEACHER,
    Places,
)
from kriterion.web.repositories.models import Repository, RepositoryState
from kriterion.web.submissions.models import (
    Assessment,
    ClassComment,
    Draft,
    Priority,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.services.solution_classes import find_class_key
from kriterion.web.submissions.services.submit import submit_files

_PACKAGE = Path(kriterion.__file__).parent
_IN_WHEEL, _IN_CLONE = _PACKAGE / "examples", _PACKAGE.parents[1] / "examples"
EXAMPLES = _IN_WHEEL if _IN_WHEEL.is_dir() else _IN_CLONE

_LISTED = (ActivityType.EXERCISE, ActivityType.READING)
_POLL_SECONDS = 0.25


def load_demo() -> None:
    """Load the demo unless it exists. Raises OperatorError if the examples are missing."""
    if Course.objects.filter(slug="python").exists():
        return
    if not EXAMPLES.is_dir():
        raise OperatorError(
            f"{EXAMPLES}: the demo's examples are missing",
            fix="start the demo from a clone of Kriterion's repository",
        )
    repositories = {
        "exercises": _load_repository("exercises", "Kriterion's examples in Python"),
        "ocaml-course": _load_repository("ocaml-course", "Kriterion's examples in OCaml"),
    }
    with transaction.atomic():
        people = {row[0]: _create_person(*row) for row in PEOPLE}
        python = _create_course(
            "python", "Programming in Python", repositories["exercises"], PYTHON
        )
        ocaml = _create_course(
            "ocaml", "Functional programming", repositories["ocaml-course"], OCAML
        )
        for course in (python, ocaml):
            for person in people.values():
                if person.role != Role.ADMINISTRATOR:
                    _add_member(person, course)
        for name, path, file, days in HANDED_IN:
            _submit(people[name], path, file, days)
        _add_rare_states(people["jonas"])
        _add_draft(people["emma"])


def comment_on_praised_class() -> None:
    """Comment on all solutions that share the praised one's class, unless somebody has.

    Waits until that solution is assessed.
    """
    name, path = HANDED_IN[PRAISED][:2]
    number = sum(row[:2] == (name, path) for row in HANDED_IN[:PRAISED])
    submissions = Submission.objects.filter(user__username=name, activity__path=path)
    teacher = User.objects.filter(username=TEACHER).first()
    # Somebody who tries the demo may have removed either.
    while submission := submissions.order_by("pk")[number : number + 1].first():
        if teacher is None or is_background_ending():
            return
        if submission.is_over:
            if not ClassComment.objects.filter(author=teacher).exists():
                _comment_on_class(submission, teacher)
            return
        time.sleep(_POLL_SECONDS)


def _load_repository(directory: str, name: str) -> Repository:
    """Copy and read a repository of the examples."""
    copy = Path(settings.DATA) / "demo-repositories" / directory
    shutil.copytree(EXAMPLES / directory, copy, dirs_exist_ok=True)
    repository, _ = Repository.objects.get_or_create(
        name=name, owner=None, defaults={"directory": str(copy)}
    )
    fetch(repository)
    repository.refresh_from_db()
    if repository.state != RepositoryState.READY:
        raise OperatorError(f"{copy}: the examples cannot be read: {repository.failure}")
    return repository


def _create_person(name: str, first: str, last: str, role: Role, language: str) -> User:
    return User.objects.create_user(
        name, password=PASSWORD, first_name=first, last_name=last, role=role, language=language
    )


def _create_course(
    slug: str, name: str, repository: Repository, plan: tuple[tuple[str, int | None, Places], ...]
) -> Course:
    course = Course.objects.create(slug=slug, name=name)
    for position, (title, days, places) in enumerate(plan):
        series = Series.objects.create(
            course=course,
            name=title,
            position=position,
            deadline=None if days is None else _compute_evening(days),
        )
        activities = [
            activity for place in places for activity in _find_activities(repository, place)
        ]
        Listing.objects.bulk_create(
            Listing(series=series, activity=activity, position=number)
            for number, activity in enumerate(activities)
        )
    return course


def _find_activities(repository: Repository, place: str) -> list[Activity]:
    """Return the activities of a type, or those at a path and below it."""
    if place in ActivityType.values:
        return list(repository.activities.filter(type=place))
    within = Q(path=place) | Q(path__startswith=f"{place}/")
    return list(repository.activities.filter(within, type__in=_LISTED))


def _add_member(person: User, course: Course) -> None:
    role = MemberRole.TEACHER if person.role == Role.TEACHER else MemberRole.STUDENT
    Membership.objects.create(user=person, course=course, role=role)


def _submit(person: User, path: str, file: str, days: int) -> Submission:
    """Submit a file; it is assessed as soon as a worker is free."""
    activity = Activity.objects.select_related("repository").get(
        path=path, type=ActivityType.EXERCISE
    )
    listing = Listing.objects.select_related("series__course").filter(activity=activity)[0]
    directory = load_activity_exercise(activity).directory
    given = submit_files(
        person,
        activity,
        {"solution" + Path(file).suffix: (directory / file).read_bytes()},
        language=person.language,
        course=listing.series.course,
        series=listing.series,
        priority=Priority.BACKGROUND,
    )
    assert isinstance(given, Submission), given
    Submission.objects.filter(pk=given.pk).update(
        created_at=timezone.now() - timedelta(days=days) + timedelta(minutes=7 * given.number)
    )
    return given


def _add_rare_states(jonas: User) -> None:
    """Add submissions in rare states, to show them."""
    cancelled = _submit(jonas, "tides", "submissions/endless-loop.py", 1)
    Submission.objects.filter(pk=cancelled.pk).update(
        state=SubmissionState.CANCELLED, finished_at=timezone.now()
    )
    failed = _submit(jonas, "birds", "solution/solution.py", 1)
    Submission.objects.filter(pk=failed.pk).update(
        state=SubmissionState.FAILED,
        attempt=4,
        failures=4,
        failure="an example of a problem on the server; nothing is actually broken",
        finished_at=timezone.now(),
    )


def _add_draft(emma: User) -> None:
    """Add Emma's unfinished draft, and a page that she has read."""
    tides = Activity.objects.get(path="tides")
    page = Activity.objects.get(path="reading-a-traceback")
    boilerplate = "heights = [float(height) for height in input().split()]\n\nprint(max("
    Draft.objects.create(user=emma, activity=tides, files={"solution.py": boilerplate})
    Reading.objects.create(user=emma, activity=page, read_at=timezone.now() - timedelta(days=11))


def _comment_on_class(submission: Submission, teacher: User) -> None:
    assessment = Assessment.objects.filter(submission=submission).first()
    representer = None if assessment is None else assessment.record.representer
    key = find_class_key(submission)
    if representer is None or key is None:
        return  # the representer is missing here
    placeholders = {name: placeholder for placeholder, name in representer.mapping.items()}
    ClassComment.objects.create(
        **key,
        course_id=submission.course_id,
        type=ClassCommentType.CELEBRATORY,
        markdown=PRAISE.format(name=placeholders.get(PRAISED_NAME, PRAISED_NAME)),
        author=teacher,
    )


def _compute_evening(days: int) -> datetime:
    """Return ten o'clock in the evening, that many days from now."""
    return (timezone.localtime() + timedelta(days=days)).replace(
        hour=22, minute=0, second=0, microsecond=0
    )
