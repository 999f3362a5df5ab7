"""A first visit: nothing on the screen moves once it is drawn, and little is transferred."""

import re
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
from tests.web.browser.conftest import LOOKS, MAX_SHIFT, Look, Open, Visit
from tests.web.browser.school import School, make_school

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
        ASSESSMENT.judge,
        feedback=output,
        accepted=output.accepted,
        status=output.status,
        summary=f"{2 * failed} of {2 * len(contexts) + 2} tests failed" if failed else "",
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
    """Open a page whose fonts and scripts arrive late; return the shifts of its layout."""
    held: list[Route] = []
    is_drawn = False

    def load(route: Route) -> None:
        if is_drawn:
            route.continue_()
        else:
            held.append(route)

    visit.observe_shifts()
    visit.page.route(re.compile(r"\.(js|woff2)$"), load)
    visit.page.goto(visit.address + address, wait_until="commit")
    expect(visit.page.locator("footer")).to_be_attached()
    visit.page.evaluate(PAINTED)
    assert held
    is_drawn = True
    for route in held:
        route.continue_()
    visit.page.evaluate("document.fonts.ready")
    visit.page.wait_for_load_state("networkidle")
    visit.page.evaluate(PAINTED)
    return visit.list_shifts()


def count_transferred(visit: Visit) -> list[float]:
    """Return a list to which the bytes of each response are added, compressed, with its headers."""
    session = visit.context.new_cdp_session(visit.page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    return sizes


PHONE, DESK = LOOKS[0], LOOKS[4]


@pytest.mark.long(reason="holds the scripts of several pages")
def test_a_first_visit_neither_jumps_nor_transfers_much(open_visit: Open, school: School) -> None:
    exercise = f"/activities/{school.barcode.pk}/"
    many_tests = store(school, make_record(*[False] * 100))  # of two tests each
    visits: list[tuple[str, str, Look, int]] = [  # and the kilobytes that it may transfer
        ("one-failure", store(school, make_record(True, False, True)), DESK, 100),
        ("200-tests", many_tests, DESK, 100),
        ("exercise", exercise, DESK, 220),
        ("exercise", exercise, PHONE, 220),
        ("home", "/", DESK, 80),
    ]
    faults: dict[str, list[Any]] = {}
    for name, address, look, most_kilobytes in visits:
        visit = open_visit(school.ada, look)
        sizes = count_transferred(visit)
        shifts = open_slowly(visit, address)
        if sum(value for value, _ in shifts) > MAX_SHIFT:
            faults[f"{name} on a {look.device} jumps"] = shifts
        if not 10 < sum(sizes) / 1024 <= most_kilobytes:
            faults[f"{name} on a {look.device} transfers {sum(sizes) / 1024:.0f} KB"] = sizes
        visit.take_screenshot(f"result-{name}", whole=False)
        visit.page.close()
    assert faults == {}
