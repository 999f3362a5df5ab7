"""Mentors of groups: they see and review the work of their groups, and learn of nobody else's."""

import io
import zipfile

import pytest
from django.http import HttpResponse
from django.urls import reverse

from kriterion.feedback.test_outcomes import CheckedTest
from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.groups import add_group
from kriterion.web.courses.memberships import remove_member, set_role
from kriterion.web.courses.models import CourseGroup, MemberRole
from kriterion.web.courses.rights import CourseRight
from kriterion.web.review.models import Review
from kriterion.web.review.services.discussion import open_thread
from kriterion.web.review.services.saved_comments import save_comment
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.test_index import store_tests
from kriterion.web.submissions.submission_access import find_permission, select_visible_submissions
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.web.conftest import World, add_mentor, client_for
from tests.web.gradebook.test_results import submit
from tests.web.routes import ROUTES

BEN = "Bensson"  # what a mentor of Ada must not read anywhere


@pytest.fixture
def mia(world: World) -> User:
    """Ada's mentor. Ada and Ben have submitted, and asked."""
    User.objects.filter(pk=world.ada.pk).update(last_name="Lovelace")
    User.objects.filter(pk=world.ben.pk).update(last_name=BEN)
    Submission.objects.filter(pk=world.submission.pk).update(state="finished", status="wrong")
    world.submission.refresh_from_db()
    bens = submit(world, world.ben, status="wrong", summary=BEN)
    open_thread(world.submission, world.ada, "Why so?")
    open_thread(bens, world.ben, f"I am {BEN}.")
    Review.objects.create(submission=bens, reviewer=world.tina, comment=BEN)
    mia = add_mentor(world, world.ada)
    other = add_group(world.course, f"friends of {BEN}")
    other.members.add(*world.course.memberships.filter(user__in=[world.ada, world.ben]))
    return User.objects.get(pk=mia.pk)


def _url(name: str, world: World, **more: object) -> str:
    return reverse(name, kwargs={"slug": world.course.slug, **more})


def _bens(world: World) -> Submission:
    return Submission.objects.get(user=world.ben)


def _read(response: HttpResponse) -> str:
    if response.headers["Content-Type"] == "application/zip":
        archive = zipfile.ZipFile(io.BytesIO(response.content))
        return " ".join(name + archive.read(name).decode() for name in archive.namelist())
    return response.content.decode()


SCOPED = [
    name
    for name, route in ROUTES.items()
    if route.mentors
    and (not route.changes or route.shows)
    and name not in ("events", "gradebook:submission-events", "logs")
]


@pytest.mark.long(reason="every page of a mentor, for each query")
@pytest.mark.parametrize("name", [*SCOPED, "home", "course", "courses", "submissions", "search"])
@pytest.mark.parametrize("query", ["", f"?q={BEN}", f"?text={BEN}", "?show=silent", "?group=1"])
def test_no_page_of_a_mentor_names_others(world: World, mia: User, name: str, query: str) -> None:
    address = ROUTES[name].address(name, world)
    page = _read(client_for(mia).get(address + query))  # type: ignore[arg-type]
    asked = page.replace(f'value="{BEN}"', "").replace(f"={BEN}", "").replace(f"“{BEN}”", "")
    assert BEN not in asked.replace(f"&quot;{BEN}&quot;", "")
    assert ">ben<" not in page


@pytest.mark.parametrize(
    "name", ["gradebook:submissions", "gradebook:results", "teaching:members", "review:questions"]
)
def test_a_mentor_sees_the_members_of_the_group(world: World, mia: User, name: str) -> None:
    assert "Lovelace" in client_for(mia).get(_url(name, world)).content.decode()


def test_a_mentor_reviews_members_of_the_group_only(world: World, mia: User) -> None:
    client = client_for(mia)
    form = {"comment": "Good.", "seen": "0", "to": "complete"}
    own = _url("review:review", world, submission_id=world.submission.pk)
    assert client.post(own, form).status_code == 302
    assert Review.objects.get(submission=world.submission).comment == "Good."
    others = _url("review:review", world, submission_id=_bens(world).pk)
    for address in (others, f"{others}?group={world.course.groups.earliest('pk').pk}"):
        assert client.get(address).status_code == 404
        assert client.post(address, {**form, "seen": "1"}).status_code == 404
    assert Review.objects.get(submission=_bens(world)).comment == BEN
    add = _url("review:line-comment-add", world, submission_id=_bens(world).pk)
    assert client.post(add, {"text": "x"}).status_code == 404


def test_a_mentor_reads_what_staff_reads_for_the_group_only(world: World, mia: User) -> None:
    own = submit(world, mia)
    assert set(select_visible_submissions(mia)) == {world.submission, own}
    assert find_permission(mia, world.submission) is Permission.STAFF
    assert find_permission(mia, own) is Permission.STUDENT
    assert find_permission(mia, _bens(world)) is Permission.STUDENT


def test_a_submission_outside_the_course_stays_hidden(world: World, mia: User) -> None:
    elsewhere = submit(world, world.ada, course=world.secret_course, series=None)
    without = submit(world, world.ada, course=None, series=None)
    assert elsewhere not in select_visible_submissions(mia)
    assert without not in select_visible_submissions(mia)


def test_a_mentor_in_the_own_group_does_not_review_own_work(world: World, mia: User) -> None:
    group = CourseGroup.objects.get(mentors__user=mia)
    group.members.add(world.course.memberships.get(user=mia))
    own = submit(world, mia)
    assert find_permission(mia, own) is Permission.STUDENT
    review = _url("review:review", world, submission_id=own.pk)
    assert client_for(mia).get(review).status_code == 404


def test_an_assistant_who_mentors_sees_the_groups_only(world: World, mia: User) -> None:
    set_role(world.course, mia, MemberRole.ASSISTANT)
    mia = User.objects.get(pk=mia.pk)
    assert find_rights(mia, world.course) == {CourseRight.MENTOR}
    assert list(select_visible_submissions(mia)) == [world.submission]
    CourseGroup.objects.get(mentors__user=mia).delete()
    mia = User.objects.get(pk=mia.pk)
    assert find_rights(mia, world.course) == {CourseRight.MENTOR, CourseRight.REVIEW}


def test_a_mentor_who_becomes_a_teacher_sees_everybody(world: World, mia: User) -> None:
    set_role(world.course, mia, MemberRole.TEACHER)
    mia = User.objects.get(pk=mia.pk)
    assert find_rights(mia, world.course) == set(CourseRight)
    assert BEN in client_for(mia).get(_url("gradebook:results", world)).content.decode()


def test_a_mentor_of_two_groups_sees_both_and_chooses_one(world: World, mia: User) -> None:
    both = CourseGroup.objects.get(name=f"friends of {BEN}")
    both.mentors.add(world.course.memberships.get(user=mia))
    client = client_for(mia)
    url = _url("gradebook:results", world)
    assert BEN in client.get(url).content.decode()
    first = CourseGroup.objects.get(name="group of ada")
    chosen = client.get(url, {"group": first.pk})
    assert [row.user for row, _, _ in chosen.context["rows"]] == [world.ada]


def test_a_mentor_of_another_course_has_no_rights_here(world: World, mia: User) -> None:
    CourseGroup.objects.filter(mentors__user=mia).delete()
    group = add_group(world.secret_course, "theirs")
    set_role(world.secret_course, mia, MemberRole.STUDENT)
    group.mentors.add(world.secret_course.memberships.get(user=mia))
    mia = User.objects.get(pk=mia.pk)
    assert find_rights(mia, world.course) == frozenset()
    assert client_for(mia).get(_url("gradebook:results", world)).status_code == 404
    assert not select_visible_submissions(mia).exists()


def test_hidden_series_stay_hidden_from_mentors(world: World, mia: User) -> None:
    client = client_for(mia)
    for name in ("gradebook:results", "gradebook:submissions", "review:reviews"):
        page = client.get(_url(name, world)).content.decode()
        assert "Hidden" not in page
        assert "Tides" not in page
    where = {"series_id": world.hidden_series.pk, "activity_id": world.hidden_exercise.pk}
    assert client.get(_url("review:exercise", world, **where)).status_code == 404
    archive = _url("gradebook:submissions-zip", world, series_id=world.hidden_series.pk)
    assert client.get(archive).status_code == 404


def test_comments_of_colleagues_are_not_offered_to_mentors(world: World, mia: User) -> None:
    open_thread(_bens(world), world.tina, f"dear {BEN}")
    save_comment(world.tina, f"dear {BEN}, as a rule", world.course)
    save_comment(mia, "dear student", None)
    found = client_for(mia).get(_url("review:comment-find", world), {"q": "dear"}).json()
    assert [comment["text"] for comment in found["comments"]] == ["dear student"]


def test_statistics_count_the_work_of_the_groups_only(world: World, mia: User) -> None:
    submit(world, world.ben)
    submit(world, world.ada, series=world.hidden_series, activity=world.hidden_exercise)
    address = _url("statistics:course", world)
    teacher, mentor = client_for(world.tina), client_for(mia)
    everybody = teacher.get(address).context["submissions"]
    assert everybody == Submission.objects.count() == 4
    assert mentor.get(address).context["submissions"] == 1
    assert teacher.get(address).context["submissions"] == everybody
    other = world.course.groups.get(name=f"friends of {BEN}")
    assert teacher.get(address, {"group": other.pk}).context["submissions"] == everybody
    assert mentor.get(address, {"group": other.pk}).context["submissions"] == 1


def test_failing_tests_of_others_are_not_counted_for_a_mentor(world: World, mia: User) -> None:
    for submission in Submission.objects.all():
        failed = CheckedTest(("Tests", "", "", "same"), passed=False)
        store_tests(submission.pk, world.exercise.pk, [failed])
    address = _url("statistics:tests", world, activity_id=world.exercise.pk)
    teacher, mentor = client_for(world.tina), client_for(mia)
    for _ in range(2):  # also from the cache
        assert [row["failed"] for row in teacher.get(address).context["rows"]] == [2]
        assert [row["failed"] for row in mentor.get(address).context["rows"]] == [1]
    hidden = _url("statistics:tests", world, activity_id=world.hidden_exercise.pk)
    assert teacher.get(hidden).status_code == 200
    assert mentor.get(hidden).status_code == 404


def test_the_course_links_a_mentor_to_what_they_see(world: World, mia: User) -> None:
    client = client_for(mia)
    assert _url("teaching:members", world) in client.get(_url("course", world)).content.decode()
    page = client.get(_url("teaching:members", world)).content.decode()
    for name in ("gradebook:results", "gradebook:submissions", "review:reviews"):
        assert f'href="{_url(name, world)}"' in page
    for name in ("rejudging:list", "announcements:course", "equivalence:exercises"):
        assert f'href="{_url(name, world)}"' not in page


def test_a_teacher_makes_a_member_a_mentor_and_ends_it(world: World) -> None:
    group = add_group(world.course, "1A")
    client = client_for(world.tina)
    url = _url("teaching:group-mentors", world, group_id=group.pk)
    client.post(url, {"user": "ben", "to": "add"})
    assert list(group.mentors.values_list("user__username", flat=True)) == ["ben"]
    assert "Mentor: ben" in client.get(_url("teaching:groups", world)).content.decode()
    client.post(url, {"user": "ben", "to": "remove"})
    assert not group.mentors.exists()
    actions = list(AuditEntry.objects.values_list("action", flat=True).order_by("pk"))
    assert actions == ["group.mentor", "group.mentor-remove"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cleo", "No member of this course has this username."),
        ("nobody", "No member of this course has this username."),
        ("a\x00", "No member of this course has this username."),
        ("tina", "Teachers see everybody&#x27;s work"),
    ],
)
def test_a_mentor_who_cannot_be_added_is_refused_with_a_reason(
    world: World, name: str, why: str
) -> None:
    group = add_group(world.course, "1A")
    url = _url("teaching:group-mentors", world, group_id=group.pk)
    page = client_for(world.tina).post(url, {"user": name, "to": "add"}, follow=True)
    assert why in page.content.decode()
    assert not group.mentors.exists()


def test_a_mentor_who_leaves_the_course_sees_nothing(world: World, mia: User) -> None:
    remove_member(world.course.memberships.get(user=mia))
    mia = User.objects.get(pk=mia.pk)
    assert not select_visible_submissions(mia).exists()
    assert client_for(mia).get(_url("gradebook:results", world)).status_code == 404
