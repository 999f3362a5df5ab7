"""A student's day: finding an exercise, a wrong try, the right one, and nothing lost on the way."""

import threading
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from kriterion.rendering.pool import Pool
from kriterion.web.catalog.models import Reading
from kriterion.web.catalog.repository_fetching import fetch
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import (
    Assessment,
    Draft,
    DraftVersion,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.services import renderings
from tests.feedback.sample import ASSESSMENT
from tests.web.browser.conftest import LOOKS, Look, Open
from tests.web.browser.school import EXAMPLES, School, add_slow_exercise, make_school

pytestmark = pytest.mark.machine
RIGHT = EXAMPLES / "exercises" / "barcode" / "solution"


@pytest.fixture
def school(transactional_db: None) -> School:
    return make_school()


def find_solution() -> str:
    return next(RIGHT.glob("*.py")).read_text()


def replace_code(page: object, text: str) -> None:
    code = page.locator("#views [data-view=code]")  # type: ignore[attr-defined]
    if code.is_visible():  # on a narrow screen
        code.click()
    editor = page.locator(".cm-content")  # type: ignore[attr-defined]
    editor.click()
    page.keyboard.press("Control+a")  # type: ignore[attr-defined]
    page.keyboard.press("Delete")  # type: ignore[attr-defined]
    page.keyboard.insert_text(text)  # type: ignore[attr-defined]


@pytest.mark.usefixtures("workers")
def test_a_student_solves_an_exercise_after_a_wrong_attempt(
    open_visit: Open, school: School
) -> None:
    visit = open_visit(school.ada).open("/")
    page = visit.page
    page.click("text=Start: The last digit of a barcode")
    replace_code(page, "def check_digit(digits):\n    return 0\n")
    page.keyboard.press("Control+Enter")
    status = page.locator("#result .verdict .status")
    expect(status).to_be_visible()
    assert Submission.objects.get().accepted is False
    expect(page.locator(".context.wrong").first).to_be_visible()
    expect(page.locator("#asked")).to_be_in_viewport()  # beside the result
    replace_code(page, find_solution())
    page.click("[data-submit]")
    expect(page.locator("#result .verdict.correct .status")).to_be_visible()
    assert Submission.objects.filter(accepted=True).count() == 1
    expect(page.locator(".next a", has_text="High water")).to_be_visible()
    expect(page.locator(".next .solved-mark")).to_be_visible()
    expect(page.locator("#history .row")).to_have_count(2)  # renewed without a reload
    expect(page.locator("#history .row .state-good")).to_have_count(1)
    page.click("#outcome [data-page]")
    page.click("text=Compare")
    expect(page.locator("table.difference")).to_be_visible()
    assert visit.complaints == []


@pytest.mark.long(reason="the visit with scripts is tried, too")
@pytest.mark.usefixtures("workers")
def test_a_student_solves_an_exercise_without_scripts(open_visit: Open, school: School) -> None:
    visit = open_visit(school.ada, scripts=False).open(f"/activities/{school.barcode.pk}/")
    page = visit.page
    page.fill("textarea[name=text]", find_solution())
    page.click("[data-submit]")
    for _ in range(200):
        if page.locator("#result").get_attribute("data-state") == "finished":
            break
        page.wait_for_timeout(300)
        page.reload()
    expect(page.locator(".verdict.correct .status")).to_be_visible()
    expect(page.locator("#code")).to_be_visible()


@pytest.mark.usefixtures("workers")
def test_feedback_of_a_slow_judge_appears_test_by_test(
    open_visit: Open, school: School, tmp_path: Path
) -> None:
    activity = add_slow_exercise(school, tmp_path, pause=2.0)
    visit = open_visit(school.ada).open(f"/activities/{activity.pk}/")
    page = visit.page
    replace_code(page, "print(1)\n")
    page.keyboard.press("Control+Enter")
    seen: list[tuple[int, str]] = []
    for _ in range(2000):
        state = page.evaluate("document.getElementById('result')?.dataset.state")
        count = page.locator(".context").count()
        if not seen or seen[-1] != (count, state):
            seen.append((count, state))
        if state == "finished":
            break
        page.wait_for_timeout(100)
    growing = [count for count, state in seen if state in ("queued", "running")]
    assert growing == sorted(growing)
    assert {1, 2, 3} <= set(growing), seen
    assert seen[-1] == (4, "finished")
    assert visit.complaints == []


@pytest.mark.long(reason="cuts the connection several times")
@pytest.mark.usefixtures("workers")
def test_a_cut_connection_is_resumed_without_loss_or_repetition(
    open_visit: Open, school: School, tmp_path: Path
) -> None:
    activity = add_slow_exercise(school, tmp_path, pause=3.0)
    visit = open_visit(school.ada).open(f"/activities/{activity.pk}/")
    page = visit.page
    replace_code(page, "print(1)\n")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".context")).to_have_count(1)
    visit.context.set_offline(True)
    page.wait_for_timeout(4000)
    visit.take_screenshot("cut-running", whole=False)
    visit.context.set_offline(False)
    expect(page.locator("#result[data-state=finished]")).to_be_visible()
    expect(page.locator(".context.correct")).to_have_count(4)
    ids = page.eval_on_selector_all("#feedback [id]", "all => all.map(each => each.id)")
    assert len(ids) == len(set(ids))


# In place of the browser's own connection: what a page does with it is recorded.
FAKE_STREAM = """
window.streams = [];
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  constructor() { super(); streams.push(this); }
  close() { this.readyState = 2; }
  send(type, data) { this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) })); }
  fail() { this.readyState = 2; this.dispatchEvent(new Event("error")); }
};
"""
OPEN_STREAMS = "streams.filter((each) => each.readyState !== 2).length"


def test_a_page_has_one_connection_whatever_is_pending_when_it_is_restored(
    open_visit: Open, school: School
) -> None:
    submission = Submission.objects.create(
        user=school.ada, activity=school.barcode, number=1, files={"solution.py": "a = 1\n"}
    )
    visit = open_visit(school.ada)
    page = visit.page
    page.clock.install()
    page.add_init_script(FAKE_STREAM)
    visit.open(f"/submissions/{submission.pk}/")
    assert page.evaluate(OPEN_STREAMS) == 1
    page.evaluate("streams[0].fail()")
    assert page.evaluate(OPEN_STREAMS) == 0
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert page.evaluate(OPEN_STREAMS) == 1
    page.clock.fast_forward("00:31")  # the retry that was pending
    assert page.evaluate(OPEN_STREAMS) == 1
    assert page.evaluate("streams.length") == 2
    assert visit.complaints == []


def test_a_wait_that_stays_the_same_is_announced_once(open_visit: Open, school: School) -> None:
    submission = Submission.objects.create(
        user=school.ada, activity=school.barcode, number=1, files={"solution.py": "a = 1\n"}
    )
    visit = open_visit(school.ada)
    page = visit.page
    page.add_init_script(FAKE_STREAM)
    visit.open(f"/submissions/{submission.pk}/")
    page.evaluate(
        """() => {
          window.changes = 0;
          const live = document.querySelector("#result [aria-live]");
          const options = { childList: true, characterData: true, subtree: true };
          new MutationObserver((all) => (changes += all.length)).observe(live, options);
        }"""
    )
    event = {"state": "queued", "word": "Waiting", "waiting": "3 before yours"}
    for _ in range(3):
        page.evaluate("(news) => streams[0].send('moved', news)", event)
    expect(page.locator("#result [data-waiting]")).to_have_text("3 before yours")
    assert page.evaluate("changes") == 2  # each of the two texts
    assert visit.complaints == []


def test_a_text_that_arrives_later_can_be_scrolled_with_the_keyboard(
    open_visit: Open, school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_begin = threading.Event()

    class Gated(Pool):
        def _render_with_retries(self, job: Any, child: Any) -> Any:
            may_begin.wait(120)
            return super()._render_with_retries(job, child)

    pool = Gated(1)
    monkeypatch.setattr(renderings, "renderers", lambda: pool)
    monkeypatch.setattr(renderings, "REQUEST_SECONDS", 0.0)
    school.course.description = f"```\n{'wide ' * 200}\n```\n"
    school.course.save()
    visit = open_visit(school.ada).open(reverse("course", args=[school.course.slug]))
    page = visit.page
    expect(page.locator("#about[data-awaits-text]")).to_be_visible()
    may_begin.set()
    expect(page.locator("#about:not([data-awaits-text]) pre[tabindex='0']")).to_be_visible()
    assert visit.find_faults() == []


def test_a_submission_blocked_for_an_administrator_appears_once_it_is_assessed(
    open_visit: Open, school: School
) -> None:
    submission = Submission.objects.create(
        user=school.ada,
        activity=school.barcode,
        number=1,
        files={"solution.py": "a = 1\n"},
        state=SubmissionState.BLOCKED,
    )
    visit = open_visit(school.ada)
    visit.page.clock.install()
    visit.open(f"/submissions/{submission.pk}/")
    expect(visit.page.locator("#result[data-state=blocked]")).to_be_visible()
    Submission.objects.update(state=SubmissionState.QUEUED)
    visit.page.clock.fast_forward("00:31")
    expect(visit.page.locator("#result[data-state=queued]")).to_be_visible()
    Submission.objects.update(state=SubmissionState.CANCELLED)
    expect(visit.page.locator("#result[data-state=cancelled]")).to_be_visible()
    assert visit.complaints == []


def test_a_draft_appears_on_another_machine(open_visit: Open, school: School) -> None:
    page = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/").page
    replace_code(page, "begun = 1\n")
    expect(page.locator("#saved")).to_have_text("Saved")
    other = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/").page
    expect(other.locator(".cm-content")).to_contain_text("begun = 1")


@pytest.mark.long(reason="waits for drafts of two tabs")
def test_a_conflicting_tab_is_warned_and_nothing_is_overwritten(
    open_visit: Open, school: School
) -> None:
    address = f"/activities/{school.barcode.pk}/"
    visit = open_visit(school.ada).open(address)
    first = visit.page
    second = visit.context.new_page()
    second.goto(visit.address + address)
    replace_code(first, "first = 1\n")
    expect(first.locator("#saved")).to_have_text("Saved")
    replace_code(second, "second = 2\n")
    expect(second.locator("#conflict")).to_be_visible()
    assert list(Draft.objects.get().files.values()) == ["first = 1\n"]
    assert DraftVersion.objects.filter(conflicting=True).exists()
    second.click("[data-compare]")
    expect(second.locator("#conflict-comparison .cm-mergeView")).to_be_visible()
    second.click("[data-take=mine]")
    expect(second.locator("#saved")).to_have_text("Saved")
    assert list(Draft.objects.get().files.values()) == ["second = 2\n"]


def test_a_draft_typed_offline_is_saved_later(open_visit: Open, school: School) -> None:
    visit = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/")
    page = visit.page
    expect(page.locator(".cm-content")).to_be_visible()
    visit.context.set_offline(True)
    replace_code(page, "offline = 1\n")
    expect(page.locator("#saved")).to_contain_text("Not saved")
    visit.take_screenshot("cut-typing", whole=False)
    visit.context.set_offline(False)
    expect(page.locator("#saved")).to_have_text("Saved")
    assert list(Draft.objects.get().files.values()) == ["offline = 1\n"]


def test_tab_indents_and_escape_leaves_the_editor(open_visit: Open, school: School) -> None:
    page = open_visit(school.ada).open(f"/activities/{school.barcode.pk}/").page
    replace_code(page, "")
    page.keyboard.press("Tab")
    page.keyboard.type("x")
    assert page.input_value("textarea[name=text]") == "    x"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('.editor')")


def list_pages(school: School) -> dict[str, str]:
    repository = Repository.objects.create(name="ocaml", directory=str(EXAMPLES / "ocaml-course"))
    fetch(repository)
    repository.activities.update(is_public=True)
    one = Submission.objects.create(
        user=school.ada, activity=school.barcode, number=1, files={"solution.py": "a = 1\n"}
    )
    other = Submission.objects.create(
        user=school.ada,
        activity=school.barcode,
        number=2,
        files={"solution.py": "b = 2\n"},
        state="failed",
    )
    judged = Submission.objects.create(
        user=school.ada, activity=school.barcode, number=3, state="finished", status="wrong"
    )
    Assessment.objects.create(submission=judged, attempt=1, document=Assessment.packed(ASSESSMENT))
    first = {kind: repository.activities.filter(type=kind)[0].pk for kind in KINDS}
    return {
        "home": "/",
        "courses": "/courses/",
        "course": "/courses/python/",
        "tree": reverse("exercise-tree", args=[repository.pk]),
        "map": reverse("exercise-map", args=[repository.pk]),
        "tree-narrowed": reverse("exercise-tree", args=[repository.pk]) + "?kind=problem",
        "skills": reverse("exercise-skills", args=[repository.pk]),
        "skill": reverse("exercise-skills", args=[repository.pk]) + "?skill=functions",
        "ocaml-exercise": f"/activities/{repository.activities.get(path='basics/clock').pk}/",
        "search": "/search/?q=a",
        "search-projects": "/search/?kind=project",
        "search-nothing": "/search/?q=qqqq",
        "exercise": f"/activities/{school.barcode.pk}/",
        "worked-on": f"/activities/{school.barcode.pk}/?from={judged.pk}",
        **{kind: f"/activities/{pk}/" for kind, pk in first.items()},
        "versions": f"/activities/{school.barcode.pk}/versions/",
        "versions-compared": f"/activities/{school.barcode.pk}/versions/"
        f"?one=submission-{one.pk}&other=submission-{other.pk}",
        "submissions": "/submissions/",
        "submissions-filtered": "/submissions/?result=accepted",
        "waiting": f"/submissions/{one.pk}/",
        "not-assessed": f"/submissions/{other.pk}/",
        "compare": f"/submissions/{one.pk}/compare/{other.pk}/",
    }


def test_a_tutorial_runs_code_and_continues(open_visit: Open, school: School) -> None:
    repository = Repository.objects.create(name="ocaml", directory=str(EXAMPLES / "ocaml-course"))
    fetch(repository)
    repository.activities.update(is_public=True)
    tutorial = repository.activities.get(path="first-phrases")
    address = f"/activities/{tutorial.pk}/"
    page = open_visit(school.ada).open(f"{address}?step=3").page
    page.click("button.snippet >> nth=0")
    expect(page.locator("article .output").first).to_contain_text("- : int = 42")
    page.locator(".own-code .cm-content").click()
    page.keyboard.insert_text("area 3 price")  # of this step, and of the first
    page.keyboard.press("Control+Enter")
    expect(page.locator("#played")).to_contain_text("- : int = 750")
    page.goto(page.url.partition("?")[0])
    expect(page.locator(".steps")).to_have_attribute("data-step", "3")


def test_the_map_is_resized_and_shows_what_leads_to_an_exercise(
    open_visit: Open, look: Look, school: School
) -> None:
    repository = Repository.objects.create(name="ocaml", directory=str(EXAMPLES / "ocaml-course"))
    fetch(repository)
    repository.activities.update(is_public=True)
    visit = open_visit(school.ada, look).open(reverse("exercise-map", args=[repository.pk]))
    page = visit.page
    picture = page.locator(".map-paper svg")
    width = float(picture.get_attribute("width") or 0)
    page.click("[data-zoom=in]")
    assert float(picture.get_attribute("width") or 0) == pytest.approx(1.25 * width)
    page.click("[data-zoom=fit]")
    fitting = picture.bounding_box()
    assert fitting is not None
    assert fitting["height"] <= look.size[1] and fitting["width"] <= look.size[0]
    page.click("[data-zoom=full]")
    assert float(picture.get_attribute("width") or 0) == pytest.approx(width)
    page.locator(".map-paper a:has-text('Hailstones')").focus()
    shown = page.locator(".map-paper .exercise:not(.aside) text:not(.difficulty)")
    assert shown.all_text_contents() == ["Leap years", "Around the clock", "Hailstones"]
    assert visit.find_faults() == []
    page.locator(".map-paper a:has-text('Hailstones')").blur()
    expect(page.locator(".map-paper .aside")).to_have_count(0)
    page.select_option("#goal", label="Hailstones")
    expect(page.locator("#map-list li")).to_have_count(3)
    assert visit.find_faults() == []


KINDS = ("lesson", "tutorial", "playground")


@pytest.mark.long(reason="opens every page of a student")
def test_student_pages_have_no_faults(open_visit: Open, page_look: Look, school: School) -> None:
    Reading.objects.create(user=school.ada, activity=school.second)
    faults: dict[str, list[str]] = {}
    visit = open_visit(school.ada, page_look)
    for name, address in list_pages(school).items():
        visit.open(address)
        visit.page.wait_for_timeout(300)
        visit.take_screenshot(name)
        if found := visit.find_faults():
            faults[name] = found
        visit.complaints.clear()
        visit.requests.clear()
    assert faults == {}


@pytest.mark.usefixtures("workers")
@pytest.mark.parametrize(
    "scheme", ["light", pytest.param("dark", marks=pytest.mark.long(reason="the same once more"))]
)
def test_the_feedback_page_has_no_faults(open_visit: Open, school: School, scheme: str) -> None:
    for device in ("phone", "desk"):
        look = next(look for look in LOOKS if (look.device, look.scheme) == (device, scheme))
        visit = open_visit(school.ada, look).open(f"/activities/{school.barcode.pk}/")
        page = visit.page
        replace_code(page, "def check_digit(digits):\n    return 1\n")
        page.click("[data-submit]")
        expect(page.locator("#result .verdict .status")).to_be_visible()
        visit.take_screenshot("feedback")
        assert visit.find_faults() == []
        page.click("#code-link")
        visit.take_screenshot("feedback-code")
        assert visit.find_faults() == []


def test_pending_feedback_appears_by_itself(
    open_visit: Open, school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_begin = threading.Event()

    class Gated(Pool):
        def _render_with_retries(self, job: Any, child: Any) -> Any:
            may_begin.wait(120)
            return super()._render_with_retries(job, child)

    pool = Gated(1)
    monkeypatch.setattr(renderings, "renderers", lambda: pool)
    monkeypatch.setattr(renderings, "REQUEST_SECONDS", 0.0)
    submission = Submission.objects.create(
        user=school.ada,
        activity=school.barcode,
        number=1,
        state="finished",
        status="wrong",
        files={"a.py": find_solution()},
    )
    Assessment.objects.create(
        submission=submission, attempt=1, document=Assessment.packed(ASSESSMENT)
    )
    visit = open_visit(school.ada).open(reverse("submission", args=[submission.pk]))
    page = visit.page
    expect(page.locator("#result[data-preparing] pre.code")).to_be_visible()
    visit.take_screenshot("preparing")
    assert visit.find_faults() == []
    may_begin.set()
    expect(page.locator("#result .verdict .status")).to_be_visible()
    assert page.locator("[data-preparing]").count() == 0
    visit.take_screenshot("prepared")
    assert visit.find_faults() == []
