"""A student learns nothing of a verdict or a tab that is withheld, on no page.

The pages are asked for twice, with a right and a wrong solution, and must be equal.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    JudgeRecord,
    Points,
    RepresenterRecord,
    RepresenterStatus,
    SubmissionRecord,
)
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.withholding import NOTHING_WITHHELD
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.feedback_policy import FeedbackTime, ShownFeedback
from kriterion.web.courses.models import Course, Listing, Membership, Series
from kriterion.web.courses.series_terms import ExtraTime
from kriterion.web.notifications.models import MailPreference
from kriterion.web.submissions.concealed_feedback import conceal
from kriterion.web.submissions.models import ClassComment, Draft, Submission, SubmissionState
from kriterion.web.submissions.pages import event_stream
from kriterion.web.submissions.queue.attempt_conclusion import finish
from kriterion.web.submissions.services.renderings import render_ahead
from kriterion.web.submissions.services.series_times import grant_extra_time
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    FullOutput,
    Message,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentType
from tests.web.conftest import World, add_mentor, client_for, undone
from tests.web.routes import ACCOUNTS, ROUTES, WATCHING
from tests.web.submissions.pages.test_used_tags import track  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db

SECRET = "zebra4711"  # in all that is withheld
EXAMPLE = "okapi4711"  # in a tab that may be shown
AFTER = FeedbackTime.AFTER_DEADLINE.value
HOUR = timedelta(hours=1)
POLICIES: Mapping[str, Mapping[str, Any]] = {
    "after the deadline": {"feedback": AFTER},
    "never": {"feedback": "never"},
    "one tab after the deadline": {"tab_feedback": {"hidden  TESTS": AFTER}},
}
# Their answers are random, a stream, or not about people.
NOT_COMPARED = {"calendar:address", "calendar:feed", "events", *ACCOUNTS, *WATCHING}
_VARYING = re.compile(r'\b[A-Za-z0-9]{64}\b|nonce[^>]*|datetime="[^"]*"|\d+ \w+ 20\d\d, \d\d:\d\d')


@pytest.fixture
def course(track: World) -> World:  # noqa: F811
    """The world with a series that ends in an hour, skills, and a comment on a class."""
    Activity.objects.filter(pk=track.exercise.pk).update(trains=["loops"])
    following = Activity.objects.create(
        repository=track.repository, path="next", names={"en": "Next"}, requires=["loops"]
    )
    Listing.objects.create(series=track.series, activity=following, position=1)
    end = timezone.now() + HOUR
    Series.objects.filter(pk=track.series.pk).update(deadline=end, closes_at=end, attempt_limit=9)
    Submission.objects.filter(pk=track.submission.pk).update(files={"echo.py": "print(1)\n"})
    MailPreference.objects.create(user=track.ada, results=True)
    Draft.objects.create(user=track.ada, activity=track.exercise, files={"echo.py": "draft"})
    ClassComment.objects.create(
        type="actionable",
        activity=track.exercise,
        course=track.course,
        author=track.tina,
        markdown=f"Class {SECRET}",
        digest="d",
        representer_version=1,
        exercise_version=1,
    )
    return track


def assess(world: World, *, accepted: bool) -> None:
    """Let the judge and the tools write about Ada's submission."""
    status = Status.CORRECT if accepted else Status.WRONG
    message = Message(description=f"Message {SECRET}")
    hidden = Test(accepted=accepted, generated=SECRET, expected="x" * (1 if accepted else 99))
    example = Test(accepted=True, generated=EXAMPLE, expected=EXAMPLE)
    output = FullOutput(
        accepted=accepted,
        status=status,
        messages=(message,),
        annotations=(Annotation(row=0, text=f"Annotation {SECRET}"),),
        groups=tuple(
            Tab(
                description=title,
                badge_count=int(not test.accepted),
                groups=(
                    Context(
                        accepted=test.accepted,
                        groups=(Testcase(accepted=test.accepted, tests=(test,)),),
                    ),
                ),
            )
            for title, test in (("Hidden tests", hidden), ("Examples", example))
        ),
    )
    record = AssessmentRecord(
        submission=SubmissionRecord(
            exercise="Echo", file_name="echo.py", source="print(1)\n", language="en"
        ),
        judge=JudgeRecord(
            status=status, accepted=accepted, summary=f"Summary {SECRET}", feedback=output
        ),
        points=Points(earned=7 if accepted else 3, possible=7),
        analyzer=AnalyzerRecord(
            status=AnalyzerStatus.COMPLETED,
            comments=(Comment(pointer="a.b", type=CommentType.ACTIONABLE),),
            texts={"a.b": f"Comment {SECRET}"},
            tags=(f"uses:{SECRET}", "technique:recursion"),
        )
        if accepted
        else None,
        representer=RepresenterRecord(
            status=RepresenterStatus.GENERATED, digest="d", version=1, exercise_version=1, text="x"
        )
        if accepted
        else None,
    )
    rows = Submission.objects.filter(pk=world.submission.pk)
    rows.update(state=SubmissionState.RUNNING, attempt=1, started_at=timezone.now())
    assert finish(rows.get(), record, seconds=1.0)
    render_ahead(rows.get())


def read_page(user: User | Client, address: str) -> str:
    """Return a page of a user without what varies: tokens of forms and scripts, and moments."""
    client = client_for(user) if isinstance(user, User) else user
    response = client.get(address)
    html = "" if response.streaming else response.content.decode()
    html = _VARYING.sub("", html)
    return f"{response.status_code} {response.headers.get('Location', '')}\n{html}"


def list_addresses(world: World, other: Mapping[str, Any]) -> list[str]:
    """Return addresses of pages for Ada, with choices that the table of routes does not make.

    She has another submission, with the fields of `other`, which belongs to no series.
    """
    one, activity = world.submission.pk, reverse("activity", args=[world.exercise.pk])
    fields = {"user": world.ada, "activity": world.exercise, "number": 2, **other}
    second = Submission.objects.create(files={"echo.py": "print(2)\n"}, **fields)
    return [
        *(reverse(name) for name in ("home", "submissions", "notifications:list")),
        *(reverse(name, args=[one]) for name in ("submission", "result", "source", "logs")),
        *(reverse("compare", args=[*pair]) for pair in ((one, second.pk), (second.pk, one))),
        *(f"{activity}{query}" for query in ("", f"?from={one}", f"?series={world.series.pk}")),
        reverse("approach", args=[world.exercise.pk, "rec"]),
        *(reverse(name, args=[world.course.slug]) for name in ("course", "course-skills")),
        reverse("exercise-tree", args=[world.repository.pk]),
        reverse("exercise-skills", args=[world.repository.pk]),
        f"{reverse('search')}?q=echo",
        reverse("submission", args=[second.pk]),
    ]


def read_pages(world: World, other: Mapping[str, Any], *, accepted: bool) -> dict[str, str]:
    """Return what Ada gets at each address once her submission is assessed."""
    with undone():
        addresses = list_addresses(world, other)
        assess(world, accepted=accepted)
        ada = client_for(world.ada)
        return {address: read_page(ada, address) for address in addresses}


def ask_routes(world: World, *, accepted: bool) -> dict[str, str]:
    """Return what Ada gets from each route that admits her; changes are undone."""
    answers = {}
    ada = client_for(world.ada)
    with undone():
        assess(world, accepted=accepted)
        for name, route in ROUTES.items():
            if route.expected("ada") != "in" or name in NOT_COMPARED:
                continue
            with undone():
                if not route.changes or route.shows:
                    answers[name] = read_page(ada, route.address(name, world))
                if route.changes:
                    response = route.ask(ada, name, world)
                    messages = [str(message) for message in get_messages(response.wsgi_request)]  # type: ignore[attr-defined]
                    location = re.sub(r"\d+", "N", response.headers.get("Location", ""))
                    answers[f"{name} changed"] = f"{response.status_code} {location} {messages}"
    return answers


@pytest.mark.long(reason="requests many pages")
@pytest.mark.parametrize("policy", POLICIES)
def test_pages_do_not_tell_a_right_solution_from_a_wrong_one(course: World, policy: str) -> None:
    Series.objects.filter(pk=course.series.pk).update(**POLICIES[policy])
    # Works, but has a comment to address; or tells nothing, so that the approaches stay closed.
    other: Mapping[str, Any] = (
        {"state": "cancelled"}
        if policy == "never"
        else {"state": "finished", "status": "correct", "accepted": True, "essential": True}
    )
    right, wrong = (read_pages(course, other, accepted=accepted) for accepted in (True, False))
    for address, html in right.items():
        assert SECRET not in html, address
        assert html == wrong[address], address
    own = right[reverse("submission", args=[course.submission.pk])]
    assert own.startswith("200") and "Submitted and assessed" in own
    assert "eedback appears after" in own or policy == "never"
    assert (EXAMPLE in own) == (policy == "one tab after the deadline")
    assert "print" in own  # the code


@pytest.mark.long(reason="requests every route")
def test_no_route_tells_a_right_solution_from_a_wrong_one(course: World) -> None:
    Series.objects.filter(pk=course.series.pk).update(**POLICIES["one tab after the deadline"])
    right, wrong = (ask_routes(course, accepted=accepted) for accepted in (True, False))
    assert len(right) > 40
    for name in ("comment_reports:report", "equivalence:report"):
        assert right[f"{name} changed"].startswith("404"), name
    for name, answer in right.items():
        assert SECRET not in answer, name
        assert answer == wrong[name], name


@pytest.mark.parametrize("policy", POLICIES)
def test_everything_is_shown_afterwards_and_to_those_who_review(course: World, policy: str) -> None:
    series = Series.objects.filter(pk=course.series.pk)
    series.update(**POLICIES[policy])
    assess(course, accepted=False)
    address = reverse("submission", args=[course.submission.pk])
    for reader in (course.tina, course.root, add_mentor(course, course.ada)):
        html = read_page(reader, address)
        assert SECRET in html and "Wrong" in html, reader
        assert 'id="withheld"' not in html
    assert SECRET not in read_page(course.ada, address)
    grant_extra_time(series.get(), course.ben, ExtraTime(minutes=60))
    series.update(deadline=timezone.now() - HOUR, closes_at=timezone.now() - HOUR)
    html, listed = (read_page(course.ada, page) for page in (address, reverse("submissions")))
    assert (SECRET in html) == ("Wrong" in listed) == ("3/7" in listed) == (policy != "never")
    assert ("Wrong" in html) == (policy != "never")


def test_extra_time_delays_feedback(course: World) -> None:
    series = Series.objects.get(pk=course.series.pk)
    series.feedback = AFTER
    series.deadline = series.closes_at = timezone.now() - HOUR
    series.save()
    grant_extra_time(series, course.ada, ExtraTime(minutes=120))
    assess(course, accepted=True)
    address = reverse("submission", args=[course.submission.pk])
    assert SECRET not in read_page(course.ada, address)
    grant_extra_time(series, course.ada, ExtraTime(minutes=30))
    assert SECRET in read_page(course.ada, address)


def test_a_view_as_a_student_shows_what_the_student_sees(course: World) -> None:
    Series.objects.filter(pk=course.series.pk).update(feedback=AFTER)
    assess(course, accepted=True)
    tina = client_for(course.tina)
    membership = course.course.memberships.get(user=course.ada)
    tina.post(reverse("student-view:begin", args=[course.course.slug, membership.pk]))
    for name, key in (("submission", course.submission.pk), ("course", course.course.slug)):
        html = tina.get(reverse(name, args=[key])).content.decode()
        assert SECRET not in html and "Submitted" in html
        assert "Solved" not in html and "Correct" not in html


def test_leaving_out_the_series_does_not_reveal_the_verdict(course: World) -> None:
    """Nor does submitting for a course that one does not take, which lists the exercise, too."""
    Series.objects.filter(pk=course.series.pk).update(feedback=AFTER)
    elsewhere, more = (Course.objects.create(slug=slug, name=slug) for slug in ("other", "more"))
    others = [Series.objects.create(course=row, name="x") for row in (elsewhere, more)]
    for row in others:
        Listing.objects.create(series=row, activity=course.exercise)
    Membership.objects.create(user=course.ada, course=more)
    for query in ("", f"?series={others[0].pk}"):
        client_for(course.ada).post(
            reverse("submit", args=[course.exercise.pk]) + query,
            {"name": "echo.py", "text": f"print({len(query)})"},
        )
        submission = Submission.objects.filter(user=course.ada).latest("pk")
        assert submission.pk != course.submission.pk and submission.series_id == course.series.pk


def test_a_concealed_submission_cannot_be_saved(course: World) -> None:
    Series.objects.filter(pk=course.series.pk).update(feedback="never")
    assess(course, accepted=True)
    (mine,) = conceal(course.ada, [Submission.objects.get(pk=course.submission.pk)])
    assert not mine.accepted
    with pytest.raises(ValueError, match="concealed"):
        mine.save()
    assert Submission.objects.get(pk=mine.pk).accepted
    assert mine.shown != ShownFeedback()


def test_a_stream_leaves_out_what_is_withheld(
    course: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    Series.objects.filter(pk=course.series.pk).update(**POLICIES["one tab after the deadline"])
    readers: list[Viewer] = []

    def keep_reader(*arguments: Any) -> Any:
        readers.append(arguments[2])
        return iter(())

    monkeypatch.setattr(event_stream, "event_stream", keep_reader)
    monkeypatch.setattr(event_stream, "limit_streams", lambda _, stream: stream)
    for reader in (course.ada, course.tina):
        client_for(reader).get(reverse("events", args=[course.submission.pk]))
    ada, tina = (viewer.withholding for viewer in readers)
    assert ada.verdict and ada.hides_tab(Tab(description="Hidden tests"))
    assert not ada.hides_tab(Tab(description="Examples"))
    assert tina == NOTHING_WITHHELD
