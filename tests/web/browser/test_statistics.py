"""Plots are drawn from their tables, in the colours of the page."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from kriterion.feedback.test_outcomes import CheckedTest
from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Listing, Membership
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.test_index import store_tests
from tests.web.browser.conftest import Look, Open
from tests.web.conftest import World

STATUSES = ("wrong", "runtime error", "compilation error", "correct", "time limit exceeded")

COUNT_SHADES = """canvas => {
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(data).size;
}"""


def _submit(world: World, days: int) -> None:
    """Forty students submit now and then; most of them solve the exercise."""
    students = [User.objects.create(username=f"student{number}") for number in range(40)]
    Membership.objects.bulk_create(Membership(user=user, course=world.course) for user in students)
    now = timezone.now()
    for place, user in enumerate(students):
        for number in range(1 + place % 7):
            status = STATUSES[(place + number) % len(STATUSES)]
            submission = Submission.objects.create(
                user=user,
                activity=world.exercise,
                course=world.course,
                series=world.series,
                number=number + 1,
                state=SubmissionState.FINISHED,
                status=status,
                accepted=status == "correct",
                files={"a.py": ""},
            )
            moment = now - timedelta(days=(place * 3 + number) % days, hours=place % 17)
            Submission.objects.filter(pk=submission.pk).update(created_at=moment)


@pytest.mark.long(reason="a long visit in a browser")
def test_plots_are_drawn_from_tables(open_visit: Open, world: World, look: Look) -> None:
    _submit(world, days=40)
    assert Listing.objects.filter(series__course=world.course).exists()
    cache.clear()
    visit = open_visit(world.tina, look).open(f"/courses/{world.course.slug}/statistics/")
    page = visit.page
    page.wait_for_function("document.querySelectorAll('.plot-paper canvas').length === 5")
    visit.take_screenshot("statistics")
    assert visit.find_faults() == []
    for canvas in page.locator("canvas").all():
        assert canvas.evaluate(COUNT_SHADES) > 10
    page.locator("figure details summary").nth(2).click()
    assert page.locator("figure table").nth(2).is_visible()
    visit.take_screenshot("statistics-table")
    assert visit.find_faults() == []


def test_without_scripts_there_are_tables(open_visit: Open, world: World) -> None:
    _submit(world, days=5)
    cache.clear()
    visit = open_visit(world.tina, scripts=False)
    visit.open(f"/courses/{world.course.slug}/statistics/")
    assert visit.page.locator("figure table").count() == 5
    assert visit.page.locator("figure table").first.is_visible()


@pytest.mark.long(reason="a long visit in a browser")
def test_tests_link_to_the_submissions_that_fail_them(
    open_visit: Open, world: World, look: Look
) -> None:
    _submit(world, days=5)
    names = ["reverse('abc')", "reverse('')", "reverse('a' * 100) " + "x" * 90]
    for submission in Submission.objects.filter(status__in=STATUSES):
        tests = [
            CheckedTest(("Correctness", name, "", "return"), submission.pk % (3 + place) > 0)
            for place, name in enumerate(names)
        ]
        store_tests(submission.pk, world.exercise.pk, tests)
    cache.clear()
    visit = open_visit(world.tina, look)
    page = visit.open(f"/courses/{world.course.slug}/statistics/").page
    page.locator(".plot-tests a").first.click()
    page.wait_for_selector(".test-name a")
    visit.take_screenshot("statistics-tests")
    assert visit.find_faults() == []
    page.locator(".test-name a").first.click()
    page.wait_for_selector(".rows.dated a")
    visit.take_screenshot("statistics-test-submissions")
    assert visit.find_faults() == []
