"""The table of routes: how each is requested, and who is admitted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.similarity.token_sequence import TOKENS_VERSION, TokenSequence, pack_tokens
from kriterion.web.accounts.models import Role, User
from kriterion.web.announcements.models import Announcement
from kriterion.web.calendar_feed.feed_token import make_token, renew_feed
from kriterion.web.exams.models import Exam
from kriterion.web.notifications.models import Notification
from kriterion.web.repositories.models import Repository, RepositoryGrant, RepositoryRequest
from kriterion.web.review.models import Review, RubricItem, SavedComment
from kriterion.web.review.services import discussion
from kriterion.web.similarity.models import ComparedChoice, StoredTokens
from kriterion.web.similarity.services.comparison_request import request_comparison
from kriterion.web.similarity.services.comparison_scope import ComparisonScope
from kriterion.web.submissions.models import (
    ClassComment,
    FeedbackRule,
    Submission,
    SubmissionComment,
)
from kriterion.web.tools.models import Tool
from tests.web.conftest import World

# Nobody; who did it; who takes the same course; who does not; who teaches it; who looks after all.
PEOPLE = ("stranger", "ada", "ben", "cleo", "tina", "root")

_Arguments = Callable[[World], Mapping[str, object]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """How a route is asked: by GET, unless it `changes` something; `shows` when both do.

    `inside` are those who get in. Others find nothing, or are `refused`; strangers are asked to
    log in where they are not inside, or get what `strangers` says. `everybody` is what happens to
    all alike. Mentors get in where other students of the course do, and where `mentors` says: "all"
    of them, or only those "of ada".
    """

    inside: tuple[str, ...] = PEOPLE[1:]
    arguments: _Arguments = lambda world: {}
    changes: bool = False
    shows: bool = False
    refused: bool = False
    everybody: str = ""
    mentors: str = ""
    strangers: str = "log in"
    method: str = "post"
    data: Callable[[World], Mapping[str, Any]] = lambda world: {}

    def address(self, name: str, world: World) -> str:
        return reverse(name.partition(" ")[0], kwargs=dict(self.arguments(world)))

    def ask(self, client: Client, name: str, world: World) -> HttpResponse:
        address = self.address(name, world)
        if not self.changes:
            return client.get(address)  # type: ignore[return-value]
        if self.method == "put":
            return client.put(address, dict(self.data(world)), content_type="application/json")  # type: ignore[return-value]
        return client.post(address, dict(self.data(world)))  # type: ignore[return-value]

    def expected(self, who: str) -> str:
        if self.everybody:
            return self.everybody
        if who in self.inside:
            return "in"
        if who == "stranger":
            return self.strangers
        return "refused" if self.refused else "nothing"

    def expected_for_mentor(self, whose: str) -> str:
        """Return what happens to a student of the course who mentors somebody's group."""
        gets_in = self.mentors == "all" or self.mentors == f"of {whose}"
        return "in" if gets_in and not self.everybody else self.expected("ben")


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


def _course_judge(world: World) -> dict[str, object]:
    judge, _ = Tool.objects.get_or_create(kind="judge", name="own", course=world.course)
    return {**_course(world), "tool_id": judge.pk}


OPEN = Route(inside=PEOPLE)
OPEN_FORM = Route(inside=PEOPLE, changes=True, shows=True)
OWN_FORM = Route(changes=True, shows=True)

ACCOUNTS = {
    "profile": OWN_FORM,
    "set-language": Route(inside=PEOPLE, changes=True, data=lambda world: {"language": "nl"}),
    "set-appearance": Route(inside=PEOPLE, changes=True, data=lambda world: {"appearance": "dark"}),
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

WATCHING = {
    "healthz": OPEN,
    # It is read by programs, which are not asked to log in.
    "metrics": Route(inside=("root",), refused=True, strangers="refused"),
    # Only workers with a token of their own are admitted.
    "content:content": Route(
        inside=(), arguments=lambda world: {"digest": "0" * 64}, refused=True, strangers="refused"
    ),
}

FINDING = {
    "home": Route(),
    "courses": Route(),
    "course": Route(arguments=_course),
    "course-skills": Route(inside=(), arguments=_course),  # its activities have none
    "pin-course": Route(arguments=_course, changes=True),
    "join": Route(arguments=_course, changes=True),
    "course-judges": Route(inside=("tina", "root"), arguments=_course),
    "course-judge-add": Route(inside=("tina", "root"), arguments=_course, changes=True, shows=True),
    "course-judge": Route(inside=("tina", "root"), arguments=_course_judge),
    "course-judge-edit": Route(
        inside=("tina", "root"), arguments=_course_judge, changes=True, shows=True
    ),
    "course-judge-fetch": Route(inside=("tina", "root"), arguments=_course_judge, changes=True),
    "course-judge-delete": Route(inside=("tina", "root"), arguments=_course_judge, changes=True),
    "exercise-tree": Route(arguments=_repository),
    "exercise-map": Route(inside=(), arguments=_repository),  # nothing there to draw
    "exercise-skills": Route(inside=(), arguments=_repository),  # it has no skills
    "search": Route(),
}

_REVIEWING = ("tina", "root")


def _membership(world: World) -> dict[str, object]:
    return {**_course(world), "membership_id": world.course.memberships.earliest("pk").pk}


def _series(world: World) -> dict[str, object]:
    return {**_course(world), "series_id": world.series.pk}


def _extension(world: World) -> dict[str, object]:
    made = world.series.extensions.get_or_create(user=world.ben)[0]
    return {**_course(world), "extension_id": made.pk}


def _listing(world: World) -> dict[str, object]:
    return {**_course(world), "listing_id": world.series.listings.earliest("pk").pk}


def _import(world: World) -> dict[str, object]:
    made = world.course.member_imports.get_or_create(author=world.tina)[0]
    return {**_course(world), "import_id": made.pk}


def _group(world: World) -> dict[str, object]:
    made = world.course.groups.get_or_create(name="1A")[0]
    made.members.add(world.course.memberships.get(user=world.ada))
    return {**_course(world), "group_id": made.pk}


def _grouped(world: World) -> dict[str, object]:
    """The course, with a group in it."""
    _group(world)
    return _course(world)


def _join_link(world: World) -> dict[str, object]:
    world.course.join_key = "key"
    world.course.save()
    return {**_course(world), "key": "key"}


def _class_of_solutions(world: World) -> dict[str, object]:
    key = {"digest": "abc", "representer_version": 1, "exercise_version": 1}
    Submission.objects.filter(pk=world.submission.pk).update(**key)
    return {**_course(world), "activity_id": world.exercise.pk, "key": "abc_1_1"}


def _similar_pair(world: World) -> dict[str, object]:
    """A comparison of Ada's submission with Ben's, whose tokens are stored."""
    pair = [world.submission]
    Submission.objects.filter(pk=world.submission.pk).update(state="finished")
    other, _ = Submission.objects.get_or_create(
        user=world.ben, activity=world.exercise, number=1, defaults={"course": world.course}
    )
    pair.append(other)
    for submission in pair:
        StoredTokens.objects.get_or_create(
            submission=submission,
            defaults={
                "version": TOKENS_VERSION,
                "document": pack_tokens(TokenSequence.from_tokens(())),
            },
        )
    request_comparison(
        ComparisonScope(
            activity=world.exercise, courses=(world.course.pk,), choice=ComparedChoice.LATEST
        )
    )
    left, right = (submission.pk for submission in pair)
    return {**_course(world), **_activity(world), "left": left, "right": right}


def _class_comment(world: World) -> dict[str, object]:
    _class_of_solutions(world)
    Submission.objects.filter(pk=world.submission.pk).update(state="finished")
    comment = ClassComment.objects.filter(course=world.course).first()
    if comment is None:
        comment = ClassComment.objects.create(
            type=ClassCommentType.ACTIONABLE,
            activity=world.exercise,
            course=world.course,
            author=world.tina,
            digest="abc",
            representer_version=1,
            exercise_version=1,
        )
    return {**_submission(world), "comment_id": comment.pk}


def _automatic_comment(world: World) -> dict[str, object]:
    Submission.objects.filter(pk=world.submission.pk).update(state="finished")
    rule = FeedbackRule.objects.get_or_create(digest="abc", source="analyzer", code="a.b")[0]
    SubmissionComment.objects.get_or_create(submission=world.submission, rule=rule, text="Shorter")
    return {**_submission(world), "rule_id": rule.pk}


def _rule(world: World) -> dict[str, object]:
    return {**_course(world), "rule_id": _automatic_comment(world)["rule_id"]}


def _teaching(
    arguments: _Arguments = _course, *, changes: bool = False, shows: bool = False
) -> Route:
    """A page of a course's teachers, or a change that they make."""
    return Route(inside=_REVIEWING, arguments=arguments, changes=changes, shows=shows)


def _scoped(route: Route, mentors: str = "all") -> Route:
    """A page that mentors see, with the work of their groups."""
    return replace(route, mentors=mentors)


TEACHING = {
    "equivalence:exercises": _teaching(),
    "equivalence:classes": _teaching(lambda world: {**_course(world), **_activity(world)}),
    "equivalence:class": _teaching(_class_of_solutions, changes=True, shows=True),
    "equivalence:report": Route(inside=("ada",), arguments=_class_comment, changes=True),
    "similarity:exercises": _teaching(),
    "similarity:comparison": _teaching(
        lambda world: {**_course(world), **_activity(world)}, changes=True, shows=True
    ),
    "similarity:pair": _teaching(_similar_pair),
    "comment_reports:rates": _teaching(),
    "comment_reports:rule": _teaching(_rule, changes=True, shows=True),
    "comment_reports:report": Route(inside=("ada",), arguments=_automatic_comment, changes=True),
    "gradebook:submissions": _scoped(_teaching()),
    "gradebook:submission-events": _scoped(_teaching()),
    "gradebook:submission-news": _scoped(_teaching()),
    "gradebook:results": _scoped(_teaching()),
    "gradebook:grades-csv": _scoped(_teaching()),
    "gradebook:grades-json": _scoped(_teaching()),
    "gradebook:submissions-zip": _scoped(_teaching(_series)),
    "statistics:course": _scoped(_teaching()),
    "statistics:tests": _scoped(_teaching(lambda world: {**_course(world), **_activity(world)})),
    "gradebook:dolos-zip": _teaching(
        lambda world: _course(world) | {"activity_id": world.exercise.pk}
    ),
    "teaching:course-add": Route(inside=_REVIEWING, changes=True, shows=True),
    "teaching:course-of": Route(
        inside=_REVIEWING,
        changes=True,
        arguments=lambda world: {"repository_id": world.repository.pk},
    ),
    "teaching:course": _teaching(),
    "teaching:course-edit": _teaching(changes=True, shows=True),
    "teaching:course-copy": _teaching(changes=True, shows=True),
    "teaching:course-delete": Route(
        inside=("root",), refused=True, arguments=_course, changes=True
    ),
    "teaching:repository-series": replace(
        _teaching(changes=True, shows=True),
        data=lambda world: {"repository": world.repository.pk},
    ),
    "teaching:series-add": _teaching(changes=True, shows=True),
    "teaching:series-show": _teaching(changes=True),
    "teaching:series": _teaching(_series, changes=True, shows=True),
    "teaching:series-delete": _teaching(_series, changes=True),
    "teaching:series-move": _teaching(_series, changes=True),
    "teaching:folder-add": replace(
        _teaching(_series, changes=True, shows=True),
        data=lambda world: {"repository": world.repository.pk, "folder": ""},
    ),
    "teaching:listing-add": replace(
        _teaching(_series, changes=True),
        data=lambda world: {"activity": world.hidden_exercise.pk},
    ),
    "teaching:listing-change": _teaching(_listing, changes=True),
    "teaching:extension-add": _teaching(_series, changes=True),
    "teaching:extension-remove": _teaching(_extension, changes=True),
    "teaching:members": _scoped(_teaching()),
    "teaching:member-add": _teaching(changes=True),
    "teaching:member-role": _teaching(_membership, changes=True),
    "teaching:member-remove": _teaching(_membership, changes=True),
    "course-skills:edit": _teaching(changes=True, shows=True),
    "student-view:begin": _teaching(_membership, changes=True),
    "student-view:end": Route(changes=True),
    "teaching:members-csv": _teaching(_grouped),
    "teaching:members grouped": _scoped(_teaching(_grouped)),
    "teaching:groups": _teaching(_grouped),
    "teaching:group-add": replace(_teaching(changes=True), data=lambda world: {"name": "1B"}),
    "teaching:group-members": _teaching(_grouped, changes=True),
    "teaching:group-rename": _teaching(_group, changes=True),
    "teaching:group-mentors": _teaching(_group, changes=True),
    "teaching:group-delete": _teaching(_group, changes=True),
    "gradebook:results grouped": _scoped(_teaching(_grouped)),
    "teaching:institution-groups": _teaching(changes=True),
    "teaching:join-link": _teaching(changes=True),
    "teaching:join-requests": _teaching(changes=True),
    "teaching:member-import": _teaching(changes=True, shows=True),
    # A list belongs to the teacher who uploaded it.
    "teaching:member-import-confirm": Route(
        inside=("tina",), arguments=_import, changes=True, shows=True
    ),
    "teaching:join-by-link": Route(arguments=_join_link, changes=True, shows=True),
}


def _exam(world: World) -> dict[str, object]:
    """An exam that is running; nobody has entered it."""
    now = timezone.now()
    world.series.opens_at, world.series.closes_at = (
        now - timedelta(hours=1),
        now + timedelta(hours=1),
    )
    world.series.save()
    Exam.objects.get_or_create(series=world.series)
    return _series(world)


def _exam_entry(world: World) -> dict[str, object]:
    keys = _exam(world)
    exam = Exam.objects.get(series=world.series)
    now = timezone.now()
    entry = exam.entries.get_or_create(user=world.cleo, defaults={"entered_at": now})[0]
    return {**keys, "entry_id": entry.pk}


_TAKING = ("ada", "ben", "tina", "root")  # teachers are led to their own page
EXAMS = {
    "exams:exam": Route(inside=_TAKING, arguments=_exam),
    "exams:enter": Route(inside=_TAKING, arguments=_exam, changes=True),
    "exams:hand-in": Route(inside=_TAKING, arguments=_exam, changes=True, shows=True),
    "exams:overview": _teaching(_exam),
    "exams:settings": _teaching(_series, changes=True, shows=True),
    "exams:publish": _teaching(_exam, changes=True),
    "exams:turn-off": _teaching(_exam, changes=True),
    "exams:reopen": _teaching(_exam_entry, changes=True),
}


def _own_repository(world: World) -> dict[str, object]:
    """A private repository of Tina's."""
    made = world.tina.repositories.get_or_create(
        name="tinas", sharing="private", state="failed", failure="it is gone"
    )[0]
    return {"repository_id": made.pk}


def _own_activity(world: World) -> dict[str, object]:
    keys = _own_repository(world)
    repository = Repository.objects.get(pk=str(keys["repository_id"]))
    made = repository.activities.get_or_create(path="own", defaults={"names": {"en": "Own"}})[0]
    return {**keys, "activity_id": made.pk}


def _teachers_repository(*, changes: bool = True, shows: bool = False) -> Route:
    return Route(inside=_REVIEWING, arguments=_own_repository, changes=changes, shows=shows)


def _repository_request(world: World) -> dict[str, object]:
    keys = _own_repository(world)
    asked = RepositoryRequest.objects.get_or_create(
        **keys, user=_theo(), defaults={"right": "use"}
    )[0]
    return {**keys, "request_id": asked.pk}


def _repository_grant(world: World) -> dict[str, object]:
    keys = _own_repository(world)
    grant = RepositoryGrant.objects.get_or_create(**keys, user=_theo(), defaults={"right": "use"})[
        0
    ]
    return {**keys, "grant_id": grant.pk}


def _requestable_repository(world: World) -> dict[str, object]:
    made = Repository.objects.get_or_create(name="on request", sharing="request")[0]
    return {"repository_id": made.pk}


def _theo() -> User:
    """Another teacher, who has no course."""
    return User.objects.get_or_create(username="theo", role=Role.TEACHER)[0]


REPOSITORIES = {
    # Administrators have every right.
    "repositories:right-request": Route(
        inside=("tina",), arguments=_requestable_repository, changes=True
    ),
    "repositories:right-add": _teachers_repository(),
    "repositories:right-answer": Route(
        inside=_REVIEWING, arguments=_repository_request, changes=True
    ),
    "repositories:right-remove": Route(
        inside=_REVIEWING, arguments=_repository_grant, changes=True
    ),
    "repositories:repositories": Route(inside=_REVIEWING),
    "repositories:repository-add": Route(inside=_REVIEWING, changes=True, shows=True),
    "repositories:repository": _teachers_repository(changes=False),
    "repositories:repository-edit": _teachers_repository(shows=True),
    "repositories:repository-fetch": _teachers_repository(),
    "repositories:check-start": _teachers_repository(),
    "repositories:check-cancel": _teachers_repository(),
    "repositories:version-confirm": _teachers_repository(),
    "repositories:secret-renew": _teachers_repository(),
    "repositories:repository-publish": _teachers_repository(),
    "repositories:repository-delete": _teachers_repository(),
    "repositories:activities": _teachers_repository(changes=False),
    "repositories:activity-edit": Route(
        inside=_REVIEWING, arguments=_own_activity, changes=True, shows=True
    ),
}


def _rejudging(world: World) -> dict[str, object]:
    made = world.course.rejudgings.get_or_create(
        choice="all", author_name="tina", state="ready", paused=False
    )[0]
    base = {"base_state": "queued", "base_attempt": 0, "level": 2, "changes": ["status"]}
    before = {"state": "finished", "status": "wrong", "accepted": False, "class": "abc_1_1"}
    after = {"state": "finished", "status": "correct", "accepted": True, "class": "abc_2_1"}
    made.proposals.get_or_create(
        submission=world.submission,
        defaults={**base, "state": "proposed", "before": before, "after": after},
    )
    return {**_course(world), "rejudging_id": made.pk}


def _bulk_job(world: World) -> dict[str, object]:
    return {"rejudging_id": _rejudging(world)["rejudging_id"]}


def _comparison(world: World) -> dict[str, object]:
    _class_comment(world)
    return _rejudging(world)


def _comparison_choice(world: World) -> dict[str, object]:
    return {"to": "draft", "activity": world.exercise.pk}


REJUDGING = {
    "class_versions:comparison": replace(
        _teaching(_comparison, changes=True, shows=True), data=_comparison_choice
    ),
    "rejudging:list": _teaching(),
    "rejudging:start": _teaching(changes=True, shows=True),
    "rejudging:rejudging": _teaching(_rejudging),
    "rejudging:apply": _teaching(_rejudging, changes=True),
    "rejudging:change": _teaching(_rejudging, changes=True),
}

WORKING = {
    "activity": Route(arguments=_activity),
    "draft": Route(
        arguments=_activity,
        changes=True,
        shows=True,
        method="put",
        data=lambda world: {"files": {"a.py": "x"}, "revision": 0},
    ),
    "draft-versions": Route(arguments=_activity),
    "history": Route(arguments=_activity),
    "hint": Route(
        inside=(),  # this exercise is not on the disk
        arguments=_activity,
        changes=True,
        data=lambda world: {"hint": "1"},
    ),
    "restore": Route(
        inside=("ada",),
        arguments=_activity,
        changes=True,
        data=lambda world: {"version": f"submission-{world.submission.pk}"},
    ),
    "submit": Route(
        arguments=_activity, changes=True, data=lambda world: {"name": "a.py", "text": "x"}
    ),
    "try": Route(arguments=_activity, changes=True),  # without code, nothing is run
    "media": Route(
        inside=(),  # this exercise has none
        arguments=lambda world: {**_activity(world), "address": "media/tree.png"},
    ),
    "read": Route(arguments=_activity, changes=True),
    "approach": Route(
        inside=(),  # this exercise has none
        arguments=lambda world: {**_activity(world), "slug": "loop"},
    ),
    "uses": Route(inside=("tina", "root"), arguments=_activity),
    "run": Route(inside=(), arguments=_activity, changes=True),  # it is no tutorial
}

_SEEING = ("ada", "tina", "root")

RESULTS = {
    "submissions": Route(),
    "submission": Route(inside=_SEEING, arguments=_submission, mentors="of ada"),
    "result": Route(inside=_SEEING, arguments=_submission, mentors="of ada"),
    "events": Route(inside=_SEEING, arguments=_submission, mentors="of ada"),
    "source": Route(inside=_SEEING, arguments=_submission, mentors="of ada"),
    "logs": Route(inside=("tina", "root"), arguments=_submission, mentors="of ada"),
    "cancel": Route(inside=_SEEING, arguments=_submission, changes=True, mentors="of ada"),
    "again": Route(inside=_SEEING, arguments=_submission, changes=True, mentors="of ada"),
    "acknowledge": Route(inside=_SEEING, arguments=_submission, changes=True, mentors="of ada"),
    "lift": Route(inside=_SEEING, arguments=_submission, changes=True, mentors="of ada"),
    "compare": Route(
        inside=_SEEING,
        mentors="of ada",
        arguments=lambda world: {**_submission(world), "other_id": world.submission.pk},
    ),
}


def _staff(argument: str = "", *, changes: bool = False, shows: bool = False) -> Route:
    """A page of administrators; `argument` says what it is about."""
    return Route(
        inside=("root",),
        refused=True,
        arguments=(lambda world: {argument: _KEYS[argument](world)}) if argument else _no_arguments,
        changes=changes,
        shows=shows,
    )


def _no_arguments(world: World) -> dict[str, object]:
    return {}


def _shipped_judge(world: World) -> dict[str, object]:
    return {"kind": "judge", "name": "suite"}


def _site_announcement() -> Announcement:
    return Announcement.objects.get_or_create(
        course=None, title="Maintenance", defaults={"visible_from": timezone.now()}
    )[0]


def _judge() -> Tool:
    return Tool.objects.get_or_create(kind="judge", name="python")[0]


_KEYS: dict[str, Callable[[World], int]] = {
    "submission_id": lambda world: world.submission.pk,
    "tool_id": lambda world: _judge().pk,
    "repository_id": lambda world: world.repository.pk,
    "user_id": lambda world: world.cleo.pk,
    "announcement_id": lambda world: _site_announcement().pk,
}

ADMINISTRATION = {
    f"administration:{name}": route
    for name, route in {
        "overview": _staff(),
        "machine": _staff(),
        "queue": _staff(),
        "queue-cancel": _staff("submission_id", changes=True),
        "capacity": _staff(),
        "bulk": _staff(),
        "bulk-change": replace(_staff(changes=True), arguments=_bulk_job),
        "failed": _staff(),
        "requeue": _staff(changes=True),
        "comments": _staff(),
        "audit": _staff(),
        "tools": _staff(),
        "tool-add": _staff(changes=True, shows=True),
        "tool": _staff("tool_id"),
        "tool-installed": replace(_staff(), arguments=_shipped_judge),
        "tool-installed-try": replace(_staff(changes=True, shows=True), arguments=_shipped_judge),
        "tool-edit": _staff("tool_id", changes=True, shows=True),
        "tool-fetch": _staff("tool_id", changes=True),
        "tool-try": _staff("tool_id", changes=True, shows=True),
        "tool-delete": _staff("tool_id", changes=True),
        "repositories": _staff(),
        "repository-add": _staff(changes=True, shows=True),
        "repository": _staff("repository_id"),
        "repository-edit": _staff("repository_id", changes=True, shows=True),
        "repository-fetch": _staff("repository_id", changes=True),
        "version-confirm": _staff("repository_id", changes=True),
        "secret-renew": _staff("repository_id", changes=True),
        "repository-publish": _staff("repository_id", changes=True),
        "repository-delete": _staff("repository_id", changes=True),
        "activities": _staff("repository_id"),
        "activity-edit": replace(_staff(changes=True, shows=True), arguments=_own_activity),
        "check-start": _staff("repository_id", changes=True),
        "check-cancel": _staff("repository_id", changes=True),
        "right-add": _staff("repository_id", changes=True),
        "right-answer": replace(_staff(changes=True), arguments=_repository_request),
        "right-remove": replace(_staff(changes=True), arguments=_repository_grant),
        "workers": _staff(),
        "mail": _staff(),
        "mail-change": _staff(changes=True),
        "announcements": _staff(),
        "announcement-add": _staff(changes=True, shows=True),
        "announcement-edit": _staff("announcement_id", changes=True, shows=True),
        "announcement-delete": _staff("announcement_id", changes=True),
        "courses": _staff(),
        "users": _staff(),
        "user-add": _staff(changes=True, shows=True),
        "user": _staff("user_id", changes=True, shows=True),
        "user-password": _staff("user_id", changes=True),
    }.items()
}


def _thread(world: World) -> dict[str, object]:
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    return {"thread_id": thread.pk}


def _message(world: World) -> dict[str, object]:
    thread = discussion.open_thread(world.submission, world.ada, "Why?")
    return {"message_id": thread.messages.get().pk}


REVIEWS = {
    "review:thread-add": Route(
        inside=_SEEING, arguments=_submission, changes=True, mentors="of ada"
    ),
    "review:thread-reply": Route(inside=_SEEING, arguments=_thread, changes=True, mentors="of ada"),
    "review:thread-resolve": Route(
        inside=_SEEING, arguments=_thread, changes=True, mentors="of ada"
    ),
    # Messages are changed by their authors only.
    "review:message-edit": Route(inside=("ada",), arguments=_message, changes=True, shows=True),
    "review:message-delete": Route(inside=("ada",), arguments=_message, changes=True),
    "review:questions": _scoped(_teaching()),
}


def _listed_exercise(world: World) -> dict[str, object]:
    return {**_course(world), "series_id": world.series.pk, "activity_id": world.exercise.pk}


def _course_submission(world: World) -> dict[str, object]:
    return {**_course(world), "submission_id": world.submission.pk}


def _reviewed_submission(world: World) -> dict[str, object]:
    Review.objects.update_or_create(
        submission=world.submission, defaults={"released_at": timezone.now()}
    )
    return {"submission_id": world.submission.pk}


def _rubric_item(world: World) -> dict[str, object]:
    item, _ = RubricItem.objects.get_or_create(course=world.course, name="Style", points=4)
    return {**_course(world), "item_id": item.pk}


def _saved_comment(world: World) -> dict[str, object]:
    saved, _ = SavedComment.objects.get_or_create(
        owner=world.tina, course=world.course, text="Name it."
    )
    return {**_course(world), "comment_id": saved.pk}


def _teachers_message(world: World) -> dict[str, object]:
    thread = discussion.open_thread(world.submission, world.tina, "Name it.")
    return {"message_id": thread.messages.get().pk}


def _draft_comment(world: World) -> dict[str, object]:
    thread = discussion.open_thread(world.submission, world.tina, "Name it.", with_review=True)
    return {**_course(world), "thread_id": thread.pk}


REVIEWS |= {
    "review:line-comment-add": _scoped(_teaching(_course_submission, changes=True), "of ada"),
    "review:line-comment-delete": Route(inside=("tina",), arguments=_draft_comment, changes=True),
    "review:saved-comments": _teaching(changes=True, shows=True),
    "review:comment-find": _scoped(_teaching()),
    # Shared comments are changed by their owners only, and deleted by teachers, too.
    "review:saved-comment": Route(
        inside=("tina",), arguments=_saved_comment, changes=True, shows=True
    ),
    "review:saved-comment-delete": _teaching(_saved_comment, changes=True),
    "review:message-save": Route(inside=("tina",), arguments=_teachers_message, changes=True),
    "review:reviews": _scoped(_teaching()),
    "review:reviews grouped": _scoped(_teaching(_grouped)),
    "review:blind": _scoped(_teaching(changes=True)),
    "review:exercise": _scoped(_teaching(_listed_exercise)),
    "review:release": _teaching(_listed_exercise, changes=True),
    "review:review": _scoped(_teaching(_course_submission, changes=True, shows=True), "of ada"),
    "review:second-look": Route(inside=("ada",), arguments=_reviewed_submission, changes=True),
    "review:rubric": _teaching(changes=True, shows=True),
    "review:rubric-item": _teaching(_rubric_item, changes=True, shows=True),
    "review:rubric-item-delete": _teaching(_rubric_item, changes=True),
}


def _notification(world: World) -> dict[str, object]:
    made = Notification.objects.create(user=world.ada, kind="result", address="/", names={})
    return {"notification_id": made.pk}


def _announcement(world: World) -> dict[str, object]:
    made, _ = Announcement.objects.get_or_create(
        course=world.course, title="No lesson", defaults={"visible_from": timezone.now()}
    )
    return {"announcement_id": made.pk}


def _course_announcement(world: World) -> dict[str, object]:
    return {**_course(world), **_announcement(world)}


ANNOUNCEMENTS = {
    "announcements:list": Route(),
    "announcements:announcement": Route(
        inside=("ada", "ben", "tina", "root"), arguments=_announcement
    ),
    # Who is not a member sees no announcement of the course, and has none to dismiss.
    "announcements:dismiss": Route(
        inside=("ada", "ben", "tina"), arguments=_announcement, changes=True
    ),
    "announcements:course": _teaching(),
    "announcements:add": _teaching(changes=True, shows=True),
    "announcements:edit": _teaching(_course_announcement, changes=True, shows=True),
    "announcements:delete": _teaching(_course_announcement, changes=True),
}

NOTIFICATIONS = {
    "notifications:list": Route(),
    "notifications:read": Route(changes=True),
    "notifications:settings": OWN_FORM,
    "notifications:open": Route(inside=("ada",), arguments=_notification, changes=True),
}

CALENDAR = {
    "calendar:address": Route(),
    "calendar:renew": Route(changes=True),
    "calendar:revoke": Route(changes=True),
    # Read by calendar programs, which prove themselves by the token alone.
    "calendar:feed": Route(
        inside=PEOPLE, arguments=lambda world: {"token": make_token(renew_feed(world.ada))}
    ),
    "own-work:archives": Route(),
    "own-work:archive": Route(),
    # For learners without a password; whoever has one is led home.
    "learner-claim": Route(inside=PEOPLE, changes=True, shows=True),
}

# Called by other hosts, who prove themselves by the repository's secret.
HOOKS = {"hook": Route(everybody="refused", arguments=_repository, changes=True)}


def _site_repository(world: World) -> dict[str, object]:
    world.exercise.__class__.objects.update(is_public=True)
    return _repository(world)


def _private_repository(world: World) -> dict[str, object]:
    """Another teacher's."""
    made = _theo().repositories.get_or_create(name="theos", sharing="private")[0]
    return {"repository_id": made.pk}


# The same routes, for what fewer people may see. After the blank: what is asked for.
_TEACHERS = ("tina", "root")
HIDDEN = {
    "course secret": Route(
        inside=("root",), arguments=lambda world: {"slug": world.secret_course.slug}
    ),
    "join secret": Route(
        inside=("root",), arguments=lambda world: {"slug": world.secret_course.slug}, changes=True
    ),
    "pin-course secret": Route(
        inside=("root",), arguments=lambda world: {"slug": world.secret_course.slug}, changes=True
    ),
    "activity hidden": Route(inside=_TEACHERS, arguments=_hidden_activity),
    "draft hidden": Route(
        inside=_TEACHERS,
        arguments=_hidden_activity,
        changes=True,
        shows=True,
        method="put",
        data=lambda world: {"files": {"a.py": "x"}, "revision": 0},
    ),
    "draft-versions hidden": Route(inside=_TEACHERS, arguments=_hidden_activity),
    "submit hidden": Route(
        inside=_TEACHERS,
        arguments=_hidden_activity,
        changes=True,
        data=lambda world: {"name": "a.py", "text": "x"},
    ),
    "repositories:repository site": Route(inside=_TEACHERS, arguments=_site_repository),
    **{
        f"repositories:repository-{name} site": Route(
            inside=("root",), arguments=_site_repository, changes=True, shows=name == "edit"
        )
        for name in ("edit", "fetch", "publish", "delete")
    },
    "repositories:repository private": Route(inside=("root",), arguments=_private_repository),
    **{
        f"repositories:repository-{name} private": Route(
            inside=("root",), arguments=_private_repository, changes=True, shows=name == "edit"
        )
        for name in ("edit", "fetch", "publish", "delete")
    },
    **{
        f"repositories:right-{name} private": Route(
            inside=inside, arguments=_private_repository, changes=True
        )
        for name, inside in (("request", ()), ("add", ("root",)))
    },
    **{
        f"repositories:check-{name} {which}": Route(
            inside=("root",), arguments=arguments, changes=True
        )
        for name in ("start", "cancel")
        for which, arguments in (("site", _site_repository), ("private", _private_repository))
    },
    "read hidden": Route(inside=_TEACHERS, arguments=_hidden_activity, changes=True),
}

ROUTES: dict[str, Route] = {
    **ACCOUNTS,
    **WATCHING,
    **FINDING,
    **TEACHING,
    **EXAMS,
    **REPOSITORIES,
    **REJUDGING,
    **WORKING,
    **RESULTS,
    **REVIEWS,
    **ANNOUNCEMENTS,
    **CALENDAR,
    **NOTIFICATIONS,
    **ADMINISTRATION,
    **HOOKS,
    **HIDDEN,
}
