"""A teacher's first hour: last year's course copied, students listed, extra time for one.

Everything is reached by links and buttons.
"""

from datetime import datetime
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from kriterion.web.accounts.models import Role, User
from kriterion.web.courses.models import Course, MemberRole, Membership, Series
from kriterion.web.submissions.models import Assessment, Submission
from tests.feedback.sample import ASSESSMENT
from tests.web.browser.conftest import Look, Open, Visit
from tests.web.browser.school import School, make_school

STUDENTS = 30
FAULTY = ("no one", "student3", ",teacher")
WORDS = {
    "en": {
        "courses": "Courses",
        "teach": "Teach",
        "settings": "Settings",
        "copy-course": "Copy this course",
        "copy": "Copy",
        "members": "Members",
        "list": "Add a list",
        "preview": "Preview",
        "changes": f"Make {STUDENTS} changes",
        "series": "Series",
        "give": "Give extra time",
        "results": "Results",
        "submissions": "Submissions",
        "line": "Line",
    },
    "nl": {
        "courses": "Cursussen",
        "teach": "Lesgeven",
        "settings": "Instellingen",
        "copy-course": "Deze cursus kopiëren",
        "copy": "Kopiëren",
        "members": "Deelnemers",
        "list": "Lijst toevoegen",
        "preview": "Voorbeeld bekijken",
        "changes": f"{STUDENTS} wijzigingen doorvoeren",
        "series": "Reeksen",
        "give": "Extra tijd geven",
        "results": "Resultaten",
        "submissions": "Oplossingen",
        "line": "Regel",
    },
}


@pytest.fixture
def school(transactional_db: None) -> School:
    return make_school()


@pytest.fixture
def teacher(school: School) -> User:
    made = User.objects.create(username="tina", first_name="Tina", role=Role.TEACHER)
    Membership.objects.create(user=made, course=school.course, role=MemberRole.TEACHER)
    begin = timezone.make_aware(datetime(2026, 9, 21, 9))
    deadline = timezone.make_aware(datetime(2026, 9, 21, 13))
    Series.objects.update(opens_at=begin, deadline=deadline, late_penalty=10)
    User.objects.bulk_create(User(username=f"student{n}") for n in range(STUDENTS))
    return made


def _take_step(visit: Visit, name: str) -> None:
    visit.take_screenshot(f"teacher-{name}")
    assert visit.find_faults() == [], name


def test_a_teacher_sets_up_a_course_from_last_years(
    open_visit: Open, look: Look, school: School, teacher: User, tmp_path: Path
) -> None:
    words = WORDS[look.language]
    visit = open_visit(teacher, look).open(f"/courses/{school.course.slug}/")
    page = visit.page

    def follow(name: str) -> None:
        page.get_by_role("main").get_by_role("link", name=words[name], exact=True).first.click()

    _take_step(visit, "course")
    follow("teach")
    _take_step(visit, "series-list")
    follow("settings")
    _take_step(visit, "settings")
    follow("copy-course")
    page.fill("[name=name]", "Python 2027")
    page.fill("[name=starts_on]", "2027-09-20")
    _take_step(visit, "copy")
    page.get_by_role("button", name=words["copy"], exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["series"])
    copied = Course.objects.get(slug="python-2027")
    series = copied.series.get()
    assert timezone.localtime(series.opens_at).hour == 9
    assert series.listings.count() == 2

    follow("members")
    _take_step(visit, "members")
    follow("list")
    listed = tmp_path / "students.csv"
    names = "\r\n".join((*(f"student{n}" for n in range(STUDENTS)), *FAULTY))
    listed.write_text(f"username,role\r\n{names}\r\n", encoding="utf-8-sig")
    page.set_input_files("[name=file]", listed)
    _take_step(visit, "member-import")
    page.get_by_role("button", name=words["preview"]).click()
    for line in (32, 33, 34):
        expect(page.get_by_text(f"{words['line']} {line}", exact=True)).to_be_visible()
    _take_step(visit, "member-import-preview")
    page.get_by_role("button", name=words["changes"]).click()
    expect(page.get_by_text("student29", exact=True).first).to_be_visible()
    assert copied.memberships.filter(role=MemberRole.STUDENT).count() == STUDENTS
    _take_step(visit, "members-listed")

    page.get_by_role("navigation", name="Python 2027").get_by_role(
        "link", name=words["series"]
    ).click()
    page.get_by_role("link", name=series.name).click()
    form = page.locator("form", has=page.get_by_role("button", name=words["give"]))
    form.locator("[name=user]").fill("student7")
    form.locator("[name=percent]").fill("25")
    _take_step(visit, "series")
    page.get_by_role("button", name=words["give"]).click()
    expect(page.get_by_text("25 %")).to_be_visible()
    _take_step(visit, "series-extra-time")
    extension = series.extensions.get()
    assert series.deadline is not None and extension.deadline is not None
    assert (extension.deadline - series.deadline).seconds == 3600


def test_a_teacher_looks_at_results_and_submissions(
    open_visit: Open, look: Look, school: School, teacher: User
) -> None:
    students = list(User.objects.filter(username__startswith="student")[:12])
    Membership.objects.bulk_create(Membership(user=user, course=school.course) for user in students)
    for number, user in enumerate(students[:9]):
        made = Submission.objects.create(
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
        Assessment.objects.create(submission=made, attempt=1, document=document)
    visit = open_visit(teacher, look).open("/")
    page = visit.page
    _take_step(visit, "home")
    visit.open(f"/courses/{school.course.slug}/series/repository/")
    _take_step(visit, "repository")
    visit.open(f"/courses/{school.course.slug}/results/")
    _take_step(visit, "results")
    assert page.locator("tbody tr").count() == 13
    page.get_by_role("link", name=WORDS[look.language]["submissions"], exact=True).last.click()
    expect(page.locator("main .row").first).to_be_visible()
    _take_step(visit, "submissions")
    page.locator("main .row").nth(3).click()
    _take_step(visit, "submission-of-list")
    page.locator("a[rel=next]").click()
    page.locator("a[rel=prev]").wait_for()
