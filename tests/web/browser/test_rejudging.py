"""A teacher re-judges an exercise with links and buttons only."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.rejudging.models import Proposal, Rejudging, RejudgingState
from kriterion.web.submissions.models import Submission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.browser.conftest import DEFAULT_LOOKS, Look, Open
from tests.web.rejudging.rejudging_trial import TrialWorker, make_assessed, make_course

CORRECT, WRONG = Status.CORRECT, Status.WRONG


@pytest.mark.long(reason="judges an exercise several times")
@pytest.mark.parametrize("look", DEFAULT_LOOKS, ids="-".join)
def test_a_teacher_rejudges_an_exercise(
    open_visit: Open, transactional_db: None, exercise: Activity, look: Look
) -> None:
    course = make_course(exercise)
    tina = User.objects.get(username="tina")
    names = (
        "Mia Peeters",
        "Noah Jacobs",
        "Emma Willems",
        "Lucas-Alexander van den Heuvel-Janssens",
    )
    for number, name in enumerate(names):
        first, _, last = name.partition(" ")
        student = User.objects.create(username=f"student{number}", first_name=first, last_name=last)
        make_assessed(course, student, was=WRONG, becomes=CORRECT if number != 1 else WRONG)
    visit = open_visit(tina, look).open(f"/courses/{course.slug}/series/")
    page = visit.page
    page.locator("a[href$='/rejudgings/']").click()
    visit.take_screenshot("rejudging-empty")
    page.locator("main a.button-primary").click()
    visit.take_screenshot("rejudging-start")
    assert visit.find_faults() == []
    page.locator("form button.button-primary").last.click()
    expect(page.locator("#refreshing[data-refresh]")).to_be_visible()
    visit.take_screenshot("rejudging-running")
    TrialWorker().run_all()
    expect(page.locator("button[value='outcomes']")).to_be_visible()  # without a reload
    proposal = Proposal.objects.filter(level=2).earliest("pk")
    comments = {"comments": ["3: this variable is never used"], "comment_count": 1}
    points = {"earned": 3, "possible": 10}
    proposal.before |= comments | points
    proposal.after |= {"comments": ["prefer a list comprehension"] * 2, "comment_count": 4}
    proposal.after |= {"earned": 10, "possible": 10}
    proposal.changes = ["status", "accepted", "points", "comments"]
    proposal.save()
    page.reload()
    visit.take_screenshot("rejudging-ready")
    assert visit.find_faults() == []
    page.locator("input[name='proposal']").nth(1).check()
    page.locator("button[value='selection']").click()
    expect(page.locator("#refreshing")).to_be_visible()
    TrialWorker().run_all()
    assert Submission.objects.filter(accepted=True).count() == 1
    page.locator("button[value='outcomes']").click()
    expect(page.locator("#refreshing")).to_be_visible()
    TrialWorker().run_all()
    page.reload()
    visit.take_screenshot("rejudging-applied")
    assert visit.find_faults() == []
    assert Submission.objects.filter(accepted=True).count() == 3
    assert Rejudging.objects.get().state == RejudgingState.READY  # one result is unchanged
    visit.open(reverse("submission", args=[Submission.objects.filter(accepted=True)[0].pk]))
    expect(page.locator("#assessment-history li")).to_have_count(1)
    visit.take_screenshot("rejudging-history")
    assert visit.find_faults() == []
