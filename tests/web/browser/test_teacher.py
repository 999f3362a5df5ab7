"""A teacher looks at the results and submissions of a course."""

from datetime import datetime

import pytest
from django.utils import timezone, translation
from django.utils.translation import gettext
from playwright.sync_api import expect

from kriterion.web.accounts.models import Role, User
from kriterion.web.courses.models import MemberRole, Membership, Series
from kriterion.web.submissions.models import Assessment, Submission
from tests.feedback.sample import ASSESSMENT
from tests.web.browser.conftest import Look, Open, Visit
from tests.web.browser.school import School, make_school


@pytest.fixture
def school(transactional_db: None) -> School:
    return make_school()


@pytest.fixture
def teacher(school: School) -> User:
    user = User.objects.create(username="tina", first_name="Tina", role=Role.TEACHER)
    Membership.objects.create(user=user, course=school.course, role=MemberRole.TEACHER)
    begin = timezone.make_aware(datetime(2026, 9, 21, 9))
    deadline = timezone.make_aware(datetime(2026, 9, 21, 13))
    Series.objects.update(opens_at=begin, deadline=deadline, late_penalty=10)
    User.objects.bulk_create(User(username=f"student{n}") for n in range(12))
    return user


def _take_step(visit: Visit, name: str) -> None:
    visit.take_screenshot(f"teacher-{name}")
    assert visit.find_faults() == [], name


@pytest.mark.long(reason="a long visit in a browser")
def test_a_teacher_looks_at_results_and_submissions(
    open_visit: Open, look: Look, school: School, teacher: User
) -> None:
    students = list(User.objects.filter(username__startswith="student")[:12])
    Membership.objects.bulk_create(Membership(user=user, course=school.course) for user in students)
    for number, user in enumerate(students[:9]):
        submission = Submission.objects.create(
            user=user,
            activity=school.barcode if number % 2 else school.second,
            course=school.course,
            series=school.series,
            number=1,
            state="finished",
            status="correct" if number % 3 else "wrong",
            accepted=bool(number % 3),
            late_penalty=10 if number == 4 else 0,
            due_at=school.series.deadline if number == 4 else None,
            earned=8 if number % 3 else 3,
            possible=8,
            files={"a.py": "1"},
        )
        document = Assessment.packed(ASSESSMENT)
        Assessment.objects.create(submission=submission, attempt=1, document=document)
    visit = open_visit(teacher, look).open("/")
    page = visit.page
    _take_step(visit, "home")
    visit.open(f"/courses/{school.course.slug}/series/repository/")
    _take_step(visit, "repository")
    visit.open(f"/courses/{school.course.slug}/results/")
    _take_step(visit, "results")
    assert page.locator("tbody tr").count() == 13
    with translation.override(look.language):
        submissions = gettext("Submissions")
    page.get_by_role("link", name=submissions, exact=True).last.click()
    expect(page.locator("main .row").first).to_be_visible()
    _take_step(visit, "submissions")
    page.locator("main .row").nth(3).click()
    _take_step(visit, "submission-of-list")
    page.locator("a[rel=next]").click()
    page.locator("a[rel=prev]").wait_for()


def test_results_of_many_exercises_scroll_inside_their_table(
    open_visit: Open, school: School, teacher: User
) -> None:
    series = school.course.series.earliest("pk")
    repository = series.activities.earliest("pk").repository
    for number in range(20):
        name = f"An exercise with a long name {number}"
        made = repository.activities.create(path=f"long/{number}", names={"en": name})
        series.listings.create(activity=made, position=50 + number)
    student = User.objects.get(username="student1")
    Membership.objects.create(user=student, course=school.course)
    visit = open_visit(teacher).open(f"/courses/{school.course.slug}/results/")
    expect(visit.page.locator("table")).to_contain_text("long name 19")
    assert visit.find_faults() == []
