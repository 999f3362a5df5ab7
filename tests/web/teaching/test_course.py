"""A course as its teachers make it: settings, series, activities, and a copy for another year."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.copy_course import CopyPlan, copy_course
from kriterion.web.courses.models import Course, Listing, MemberRole, Membership, Series
from tests.web.conftest import World, client_for

BRUSSELS = ZoneInfo("Europe/Brussels")


@pytest.fixture(params=["tina", "root"])
def teacher(world: World, request: pytest.FixtureRequest) -> Client:
    """Teachers of the site, and administrators."""
    return client_for(getattr(world, request.param))


def url(name: str, course: Course, *arguments: object) -> str:
    return reverse(f"teaching:{name}", args=[course.slug, *arguments])


def test_a_course_is_created_filled_and_reordered(world: World, teacher: Client) -> None:
    new = {"name": "Programming", "registration": "open"}
    teacher.post(reverse("teaching:course-add"), new)
    course = Course.objects.get(slug="programming-2")
    for name in ("First", "Second"):
        teacher.post(url("series-add", course), {"name": name, "visible": "on"})
    first, second = Series.objects.filter(course=course).order_by("position")
    teacher.post(url("series-move", course, second.pk), {"to": "up"})
    teacher.post(url("series-move", course, second.pk), {"to": "up"})
    names = course.series.order_by("position").values_list("name", flat=True)
    assert list(names) == ["Second", "First"]
    html = teacher.get(url("series", course, first.pk), {"q": "bar"}).content.decode()
    assert "Barcode" in html
    add = url("listing-add", course, first.pk)
    for activity in (world.exercise, world.hidden_exercise, world.exercise):
        teacher.post(add, {"activity": activity.pk, "q": "bar"})
    listings = list(first.listings.all())
    assert [listing.activity for listing in listings] == [world.exercise, world.hidden_exercise]
    change = url("listing-change", course, listings[0].pk)
    teacher.post(change, {"to": "down"})
    assert first.listings.first().activity == world.hidden_exercise  # type: ignore[union-attr]
    teacher.post(change, {"to": "out"})
    assert Listing.objects.filter(series=first).count() == 1
    terms = {"name": "First", "deadline": "2027-01-31T22:00", "visible": "on"}
    teacher.post(url("series", course, first.pk), terms)
    first.refresh_from_db()
    assert first.deadline is not None
    teacher.post(url("series-delete", course, first.pk))
    assert not Series.objects.filter(pk=first.pk).exists()


def test_who_creates_a_course_teaches_it(world: World) -> None:
    new = {"name": "Algorithms", "registration": "closed"}
    client_for(world.tina).post(reverse("teaching:course-add"), new)
    (member,) = Course.objects.get(slug="algorithms").memberships.all()
    assert (member.user, member.role) == (world.tina, MemberRole.TEACHER)


def test_administrators_limit_a_courses_use_of_the_workers(world: World) -> None:
    given = {"name": "Programming", "registration": "open", "only_latest_waits": "on"}
    limits = {"queue_weight": "3", "max_running": "5", "max_running_each": ""}
    address = url("course-edit", world.course)
    client_for(world.root).post(address, given | limits)
    world.course.refresh_from_db()
    assert (world.course.queue_weight, world.course.max_running) == (3, 5)
    assert world.course.max_running_each is None
    assert world.course.only_latest_waits
    client_for(world.tina).post(address, given | {"max_running": "9", "max_running_each": "9"})
    world.course.refresh_from_db()
    assert (world.course.max_running, world.course.max_running_each) == (5, None)


def test_a_taken_name_in_the_url_is_refused(world: World, teacher: Client) -> None:
    given = {"name": "Programming", "slug": "secret", "registration": "open"}
    html = teacher.post(url("course-edit", world.course), given).content.decode()
    assert "Another course already uses this name in its URL." in html


def test_settings_keep_the_name_in_the_url(world: World, teacher: Client) -> None:
    given = {"name": "Renamed", "registration": "approval", "visible": "on"}
    teacher.post(url("course-edit", world.course), given)
    world.course.refresh_from_db()
    assert (world.course.slug, world.course.name) == ("programming", "Renamed")


def test_a_teacher_of_one_course_reaches_nothing_of_another(world: World) -> None:
    other = Course.objects.create(slug="other", name="Other")
    Membership.objects.create(user=world.cleo, course=other, role=MemberRole.TEACHER)
    client = client_for(world.cleo)
    listing = world.series.listings.get()
    extension = world.series.extensions.create(user=world.ada, minutes=10)
    member = world.course.memberships.get(user=world.ada)
    for name, *key in (
        ("series", world.series.pk),
        ("series-delete", world.series.pk),
        ("listing-change", listing.pk),
        ("extension-remove", extension.pk),
        ("extension-add", world.series.pk),
        ("member-role", member.pk),
        ("member-remove", member.pk),
    ):
        assert client.post(url(name, other, *key), {"role": "teacher"}).status_code == 404, name
        assert client.post(url(name, world.course, *key)).status_code == 404, name


def test_a_teacher_adds_only_activities_that_they_may_see(world: World) -> None:
    Listing.objects.filter(activity=world.hidden_exercise).delete()
    type(world.exercise).objects.update(is_public=False)
    client = client_for(world.tina)
    address = url("listing-add", world.course, world.series.pk)
    answer = client.post(address, {"activity": world.hidden_exercise.pk})
    assert answer.status_code == 404
    html = client.get(url("series", world.course, world.series.pk), {"q": "tides"}).content.decode()
    assert "Tides" not in html


@pytest.mark.parametrize("moment", ["2026-03-29T02:30", "2026-10-25T02:30"])
def test_an_hour_that_a_change_of_clock_skips_or_repeats_is_refused(
    world: World, settings: object, moment: str
) -> None:
    settings.TIME_ZONE = "Europe/Brussels"  # type: ignore[attr-defined]
    teacher = client_for(world.tina)
    form = {"name": "First", "visible": "on", "deadline": moment}
    page = teacher.post(url("series", world.course, world.series.pk), form)
    assert "it may be ambiguous or it may not exist" in page.content.decode()
    world.series.refresh_from_db()
    assert world.series.deadline is None


def test_extra_time_is_given_on_the_page_of_the_series(world: World, teacher: Client) -> None:
    Series.objects.update(
        opens_at=datetime(2026, 11, 2, 9, tzinfo=BRUSSELS),
        deadline=datetime(2026, 11, 2, 13, tzinfo=BRUSSELS),
    )
    page = teacher.post(
        url("extension-add", world.course, world.series.pk),
        {"user": "ada", "percent": "25", "reason": "dyslexia"},
        follow=True,
    ).content.decode()
    assert "dyslexia" in page
    extension = world.series.extensions.get()
    assert extension.deadline == datetime(2026, 11, 2, 14, tzinfo=BRUSSELS)


def test_a_series_opens_earlier_to_one_student(world: World, teacher: Client) -> None:
    def give(**fields: str) -> str:
        address = url("extension-add", world.course, world.series.pk)
        return teacher.post(address, {"user": "ada", **fields}, follow=True).content.decode()

    early = "2026-11-01T09:00"
    assert "The series has no opening: students see it already." in give(early_opening=early)
    Series.objects.update(opens_at=datetime(2026, 11, 2, 9, tzinfo=UTC))
    assert "before the one of the series" in give(early_opening="2026-11-02T09:00")
    assert "Give the series a deadline first." in give(early_opening=early, minutes="5")
    assert not world.series.extensions.exists()
    page = give(early_opening=early, reason="travels")
    assert "travels" in page and 'datetime="2026-11-01T09:00:00+00:00"' in page
    extension = world.series.extensions.get()
    assert extension.opens_at == datetime(2026, 11, 1, 9, tzinfo=UTC)


# --- Copies


def test_a_copy_has_the_series_and_no_students(world: World) -> None:
    client = client_for(world.tina)
    page = client.post(url("course-copy", world.course), {"name": "Programming 2027"}, follow=True)
    assert page.status_code == 200
    made = Course.objects.get(slug="programming-2027")
    assert not made.visible
    assert [member.user for member in made.memberships.all()] == [world.tina]
    copied = [
        (series.name, series.visible, [row.activity for row in series.listings.all()])
        for series in made.series.all()
    ]
    assert copied == [
        ("First", True, [world.exercise]),
        ("Hidden", False, [world.hidden_exercise]),
    ]


COPIES = {
    "to summer time": (date(2027, 4, 5), (2026, 11, 2, 9), (2027, 4, 5, 9)),
    "to winter time": (date(2026, 11, 2), (2026, 4, 6, 23), (2026, 11, 2, 23)),
    "back": (date(2025, 11, 3), (2026, 11, 2, 9), (2025, 11, 3, 9)),
    "to an hour that the clocks skip": (date(2027, 3, 28), (2026, 11, 2, 2), (2027, 3, 28, 3)),
}


@pytest.mark.parametrize("name", COPIES)
def test_the_times_of_a_copy_keep_their_hour(world: World, settings: object, name: str) -> None:
    starts_on, before, after = COPIES[name]
    with timezone.override(BRUSSELS):
        Series.objects.filter(pk=world.series.pk).update(
            opens_at=datetime(*before, tzinfo=BRUSSELS), late_penalty=10
        )
        made = copy_course(
            world.course, world.tina, CopyPlan(name="Copy", slug="copy", starts_on=starts_on)
        )
    series = made.series.get(name="First")
    assert series.opens_at == datetime(*after, tzinfo=BRUSSELS)
    assert series.late_penalty == 10


def test_a_copy_without_a_first_day_has_no_times(world: World) -> None:
    Series.objects.update(deadline=timezone.now())
    made = copy_course(world.course, world.tina, CopyPlan(name="Copy", slug="copy"))
    assert set(made.series.values_list("deadline", flat=True)) == {None}


def test_an_assistant_does_not_see_the_settings(world: World) -> None:
    user = User.objects.create(username="assistant")
    Membership.objects.create(user=user, course=world.course, role=MemberRole.ASSISTANT)
    client = client_for(user)
    assert client.get(url("course-edit", world.course)).status_code == 404
    page = client.get(url("members", world.course)).content.decode()
    assert url("course-edit", world.course) not in page


def test_a_pinned_activity_is_at_the_top_of_the_courses_page(world: World) -> None:
    listing = world.series.listings.get()
    tina, page = client_for(world.tina), reverse("course", args=[world.course.slug])
    assert "pinned-title" not in client_for(world.ada).get(page).content.decode()
    change = url("listing-change", world.course, listing.pk)
    tina.post(change, {"to": "pin"})
    page_html = client_for(world.ada).get(page).content.decode()
    pinned = page_html.partition('id="pinned-title"')[2].partition("</section>")[0]
    assert f"?series={world.series.pk}" in pinned
    world.series.visible = False
    world.series.save()
    assert "pinned-title" not in client_for(world.ada).get(page).content.decode()
    tina.post(change, {"to": "unpin"})
    listing.refresh_from_db()
    assert not listing.pinned


def test_a_course_has_at_most_twenty_pinned_activities(world: World) -> None:
    listing = world.series.listings.get()
    for number in range(20):
        series = Series.objects.create(course=world.course, name=f"{number}")
        Listing.objects.create(series=series, activity=world.exercise, pinned=True)
    client_for(world.tina).post(url("listing-change", world.course, listing.pk), {"to": "pin"})
    listing.refresh_from_db()
    assert not listing.pinned


def test_activities_with_the_same_title_can_be_told_apart(world: World) -> None:
    for path in ("echo/python", "echo/java"):
        Activity.objects.create(
            repository=world.repository,
            path=path,
            type="exercise",
            names={"en": "Echo – Example"},
            search_text="echo – example",
            programming_language=path.rpartition("/")[2],
            is_public=True,
        )
    address = url("series", world.course, world.series.pk)
    html = client_for(world.tina).get(address, {"q": "Echo"}).content.decode()
    for path, language in (("echo/python", "Python"), ("echo/java", "Java")):
        assert f"<code>{path}</code> · {language}" in html
