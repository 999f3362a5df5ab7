"""Pages do not jump while they load: nothing on the first screen moves once it is drawn."""

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Route, expect

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.submissions.models import Assessment, Submission
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.feedback.sample import ASSESSMENT
from tests.web.browser.conftest import Open, Visit
from tests.web.browser.school import School, make_school

MAXIMUM = 0.05  # of the screen, by the measure of Web Vitals
OBSERVE = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push([value, sources.map(({ node }) => node?.className ?? node?.nodeName)]);
}).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def school(transactional_db: None) -> School:
    return make_school()


def make_context(number: int, *, accepted: bool) -> Context:
    tests = (
        Test(accepted=accepted, generated=str(number), expected="0" if accepted else "1\n2\n3"),
    )
    call = Message(format="python", description=f"f({number})")
    cases = (Testcase(accepted=accepted, description=call, tests=tests),) * 2
    return Context(accepted=accepted, groups=cases)


def make_record(*verdicts: bool) -> AssessmentRecord:
    """An assessment with a tab of passed tests, and one with these."""
    assert ASSESSMENT.judge is not None
    passed = (make_context(1, accepted=True),)
    contexts = tuple(
        make_context(number, accepted=accepted) for number, accepted in enumerate(verdicts)
    )
    failed = verdicts.count(False)
    output = FullOutput(
        accepted=not failed,
        status=Status.WRONG if failed else Status.CORRECT,
        groups=(
            Tab(description="fine", groups=passed),
            Tab(description="tests", badge_count=2 * failed, groups=contexts),
        ),
    )
    judge = replace(
        ASSESSMENT.judge, feedback=output, accepted=output.accepted, status=output.status
    )
    return replace(ASSESSMENT, judge=judge)


def store(school: School, record: AssessmentRecord) -> str:
    assert record.judge is not None
    submission = Submission.objects.create(
        user=school.ada,
        activity=school.barcode,
        number=Submission.objects.count() + 1,
        files={"barcode.py": ASSESSMENT.submission.source},
        state="finished",
        status=record.judge.status.value,
        accepted=record.judge.accepted,
    )
    Assessment.objects.create(submission=submission, attempt=1, document=Assessment.packed(record))
    return f"/submissions/{submission.pk}/"


def open_slowly(visit: Visit, address: str) -> list[Any]:
    """Open a page whose scripts arrive after it is drawn; return the shifts of its layout."""
    held: list[Route] = []
    is_drawn = False

    def load(route: Route) -> None:
        if is_drawn:
            route.continue_()
        else:
            held.append(route)

    visit.page.add_init_script(OBSERVE)
    visit.page.route("**/*.js", load)
    visit.page.goto(visit.address + address, wait_until="commit")
    expect(visit.page.locator("footer")).to_be_attached()
    visit.page.evaluate(PAINTED)
    assert held
    is_drawn = True
    for route in held:
        route.continue_()
    visit.page.wait_for_load_state("networkidle")
    visit.page.evaluate(PAINTED)
    shifts = visit.page.evaluate("shifts")
    assert isinstance(shifts, list)
    return shifts


@pytest.mark.long(reason="holds the scripts of several pages")
def test_pages_do_not_jump_while_they_load(open_visit: Open, school: School) -> None:
    pages = {
        "one failure": store(school, make_record(True, False, True)),
        "failures": store(school, make_record(*[False] * 40)),
        "exercise": f"/activities/{school.barcode.pk}/",
    }
    moved = {}
    for name, address in pages.items():
        visit = open_visit(school.ada)
        shifts = open_slowly(visit, address)
        if sum(value for value, _ in shifts) > MAXIMUM:
            moved[name] = shifts
        visit.page.close()
    assert moved == {}
