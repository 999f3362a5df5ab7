"""The page in a real browser, as students open it: phone and desk, by day and by night."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from tests.feedback.rendered import render_page
from tests.feedback.sample import ASSESSMENT, OUTPUT
from tests.feedback.test_feedback_on_several_files import SEVERAL
from tests.markup.hostile import HOSTILE

PHONE, DESK = (390, 844), (1280, 900)
pytestmark = pytest.mark.browser


class Visit:
    """A page that is open, with everything it asked for and complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def open(self, file: Path, anchor: str = "") -> None:
        self.page.goto(file.as_uri() + anchor)

    def overflows(self) -> bool:
        width = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(width))

    def visible_panels(self) -> list[str]:
        """The ids of the panels that can be seen."""
        return [
            str(panel.get_attribute("id"))
            for panel in self.page.query_selector_all(".panel")
            if panel.is_visible()
        ]


_LONG = pytest.mark.long(reason="the same page, in the other scheme")


@pytest.fixture(
    params=[
        pytest.param((PHONE, "light"), marks=_LONG),
        (PHONE, "dark"),
        (DESK, "light"),
        pytest.param((DESK, "dark"), marks=_LONG),
    ],
    ids=str,
)
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    (width, height), scheme = request.param
    yield from open_visit(browser, width, height, scheme)


@pytest.fixture
def desk(browser: Browser) -> Iterator[Visit]:
    yield from open_visit(browser, *DESK, "light")


def open_visit(
    browser: Browser,
    width: int,
    height: int,
    scheme: Literal["light", "dark"],
    *,
    scripts: bool = True,
) -> Iterator[Visit]:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        java_script_enabled=scripts,
    )
    yield Visit(context.new_page())
    context.close()


def write_out(directory: Path, assessment: AssessmentRecord = ASSESSMENT) -> Path:
    file = directory / "page.html"
    html = render_page(assessment, role=Permission.ZEUS, language="en", title="Countdown")
    file.write_text(html, encoding="utf-8")
    return file


def with_feedback(output: FullOutput) -> AssessmentRecord:
    assert ASSESSMENT.judge is not None
    return replace(ASSESSMENT, judge=replace(ASSESSMENT.judge, feedback=output))


def test_the_page_loads_without_errors_and_fits(visit: Visit, tmp_path: Path) -> None:
    file = write_out(tmp_path)
    visit.open(file)
    for tab in ("tab-1", "tab-2", "tab-3", "code"):
        visit.page.click(f"#{tab}-link")
        assert visit.visible_panels() == [tab]
        assert not visit.overflows()
    assert visit.requests == [file.as_uri()]
    assert visit.complaints == []


def test_tabs_can_be_reached_by_keyboard(visit: Visit, tmp_path: Path) -> None:
    visit.open(write_out(tmp_path))
    visit.page.focus("#tab-1-link")
    for key, tab in (
        ("ArrowRight", "tab-2"),
        ("End", "code"),
        ("ArrowRight", "tab-1"),
        ("ArrowLeft", "code"),
        ("Home", "tab-1"),
    ):
        visit.page.keyboard.press(key)
        assert visit.visible_panels() == [tab]
        assert visit.page.evaluate("document.activeElement.id") == f"{tab}-link"
        assert visit.page.get_attribute(f"#{tab}-link", "aria-selected") == "true"


def test_a_mark_opens_its_context(desk: Visit, tmp_path: Path) -> None:
    desk.open(write_out(tmp_path))
    assert not desk.page.is_visible("#tab-1-context-3 .body")
    desk.page.click(".mark >> nth=2")
    assert desk.page.is_visible("#tab-1-context-3 .body")


def test_next_failing_cycles_through_failures(desk: Visit, tmp_path: Path) -> None:
    desk.open(write_out(tmp_path))
    where = "document.activeElement.closest('.context').id"
    found = []
    for _ in range(3):
        desk.page.click("#tab-1 .next-failing")
        found.append(desk.page.evaluate(where))
    assert found == ["tab-1-context-2", "tab-1-context-4", "tab-1-context-2"]


def test_correct_tests_can_be_hidden(desk: Visit, tmp_path: Path) -> None:
    desk.open(write_out(tmp_path))
    desk.page.check("#tab-1 .hide-correct")
    visible = [
        context
        for context in desk.page.query_selector_all("#tab-1 .context")
        if context.is_visible()
    ]
    assert [context.get_attribute("id") for context in visible] == [
        "tab-1-context-2",
        "tab-1-context-4",
    ]


def test_both_sides_are_shown_side_by_side_or_stacked(desk: Visit, tmp_path: Path) -> None:
    desk.open(write_out(tmp_path))

    def tops() -> list[float]:
        boxes = [
            desk.page.locator(
                f"#tab-1-context-2 tbody tr:last-child td.{side}:not(.nr)"
            ).first.bounding_box()
            for side in ("yours", "expected")
        ]
        return [box["y"] for box in boxes if box]

    yours, expected = tops()
    assert yours == expected
    desk.page.check("#tab-1 [value=unified]")
    yours, expected = tops()
    assert yours < expected


def test_a_link_in_a_message_leads_to_its_line(visit: Visit, tmp_path: Path) -> None:
    visit.open(write_out(tmp_path))
    visit.page.click(".tab-link")
    assert visit.visible_panels() == ["code"]
    assert visit.page.locator("#code-line-13").is_visible()
    assert visit.page.evaluate("document.activeElement.id") == "code-line-13"


def test_a_comment_opens_the_tab_of_its_file(desk: Visit, tmp_path: Path) -> None:
    desk.open(write_out(tmp_path, SEVERAL))
    for link, panel, line in (("2", "code-2", "code-2-line-2"), (None, "code", "code-line-1")):
        desk.page.click("#comments-link")
        chosen = f"[data-file='{link}']" if link else ":not([data-file])"
        desk.page.click(f"#comments .tab-link{chosen}")
        assert desk.visible_panels() == [panel]
        assert desk.page.evaluate("document.activeElement.id") == line
    assert desk.complaints == []


def test_a_link_above_all_tabs_may_be_dangling(desk: Visit, tmp_path: Path) -> None:
    link = Message(format="html", description='<a class="tab-link" data-tab="gone">away</a>')
    desk.open(write_out(tmp_path, with_feedback(replace(OUTPUT, messages=(link,)))))
    before = desk.visible_panels()
    desk.page.click("text=away")
    assert (desk.visible_panels(), desk.complaints) == (before, [])


def test_an_anchor_in_the_address_opens_its_tab(desk: Visit, tmp_path: Path) -> None:
    desk.open(write_out(tmp_path), "#code-line-5")
    assert desk.visible_panels() == ["code"]


def test_the_first_tab_with_a_failure_is_opened(desk: Visit, tmp_path: Path) -> None:
    failing = OUTPUT.groups[0].groups[3]
    fine = Tab(description="fine", groups=(Context(accepted=True),))
    tabs = (fine, Tab(description="not fine", badge_count=1, groups=(failing,)))
    desk.open(write_out(tmp_path, with_feedback(replace(OUTPUT, groups=tabs))))
    assert desk.visible_panels() == ["tab-2"]
    desk.page.click("#tab-1-link")
    desk.page.evaluate("document.dispatchEvent(new Event('feedback-changed'))")
    assert desk.visible_panels() == ["tab-1"]


def test_a_long_difference_can_be_scrolled_by_keyboard(desk: Visit, tmp_path: Path) -> None:
    test = Test(accepted=False, generated="a\n" * 200, expected="b\n" * 200)
    case = Testcase(accepted=False, tests=(test,))
    tab = Tab(groups=(Context(accepted=False, groups=(case,)),))
    desk.open(write_out(tmp_path, with_feedback(replace(OUTPUT, groups=(tab,)))))
    rows = desk.page.locator("#tab-1 .difference tbody")
    box = rows.bounding_box()
    assert box
    assert box["height"] <= 480
    rows.focus()
    desk.page.keyboard.press("End")
    for _ in range(600):  # the page's policy lets nothing be waited for inside of it
        if desk.page.evaluate("document.activeElement.scrollTop") > 0:
            return
        desk.page.wait_for_timeout(100)
    raise AssertionError("it does not scroll")


def test_everything_is_readable_without_scripts(browser: Browser, tmp_path: Path) -> None:
    for visit in open_visit(browser, *PHONE, "light", scripts=False):
        visit.open(write_out(tmp_path))
        panels = visit.page.locator(".panel")
        assert [panels.nth(index).is_visible() for index in range(panels.count())] == [True] * 4
        assert visit.page.locator("#tab-2 .panel-title").is_visible()


def test_both_headings_of_a_difference_are_on_one_line(visit: Visit, tmp_path: Path) -> None:
    visit.open(write_out(tmp_path))
    for view in ("split", "unified"):
        visit.page.evaluate(f"document.querySelector('#tab-1 [value={view}]').click()")
        for heading in visit.page.locator("#tab-1-context-2 .difference th").all():
            box = heading.bounding_box()
            assert box
            assert box["height"] < 40


def test_the_n_key_cycles_through_failures_of_all_tabs(desk: Visit, tmp_path: Path) -> None:
    failing = OUTPUT.groups[0].groups[3]
    tabs = (*OUTPUT.groups, Tab(description="more", groups=(failing, failing)))
    desk.open(write_out(tmp_path, with_feedback(replace(OUTPUT, groups=tabs))))
    found = []
    for _ in range(5):
        desk.page.keyboard.press("n")
        found.append(desk.page.evaluate("document.querySelector('.found').id"))
    assert found == [
        *("tab-1-context-2", "tab-1-context-4", "tab-4-context-1", "tab-4-context-2"),
        "tab-1-context-2",
    ]
    assert desk.visible_panels() == ["tab-1"]


def test_whitespace_is_made_visible_on_request_and_copied_unchanged(
    desk: Visit, tmp_path: Path
) -> None:
    test = Test(accepted=False, generated="a  b\tc\nx", expected="a  b\tc\ny")
    case = Testcase(accepted=False, tests=(test, Test(accepted=True, generated="d e")))
    tab = Tab(groups=(Context(accepted=False, groups=(case,)),))
    desk.open(write_out(tmp_path, with_feedback(replace(OUTPUT, groups=(tab,)))))
    output = "[...document.querySelectorAll('#tab-1 tbody .yours, #tab-1 .output')]"
    before = desk.page.evaluate(f"{output}.map(each => each.textContent)")
    html = desk.page.evaluate(f"{output}.map(each => each.innerHTML)")
    desk.page.check("#tab-1 .show-blanks")
    text = "[...document.querySelectorAll('#tab-1 .blank-shown')].map(each => each.dataset.shown)"
    assert desk.page.evaluate(text) == ["··", "→\t", "··", "→\t", "·"]
    assert desk.page.evaluate(f"{output}.map(each => each.textContent)") == before
    desk.page.uncheck("#tab-1 .show-blanks")
    assert desk.page.evaluate(f"{output}.map(each => each.innerHTML)") == html


def test_pages_print_on_white_in_dark_mode_too(visit: Visit, tmp_path: Path) -> None:
    html = '<div style="background:#fff" id="w">a <b style="color:red">b</b></div>'
    output = replace(OUTPUT, messages=(Message(format="html", description=html),))
    visit.open(write_out(tmp_path, with_feedback(output)))
    assert visit.page.evaluate(
        "['.look-paper-white', '.look-ink-red'].map(each => {"
        " const style = getComputedStyle(document.querySelector(each));"
        " return [style.backgroundColor, style.color]; })"
    ) == [
        ["rgb(255, 255, 255)", "rgb(28, 33, 39)"],
        ["rgba(0, 0, 0, 0)", "rgb(176, 36, 26)"],
    ]


WIDE = "wide" * 5_000
HEAVY = [
    '<table width="99999"><tr><td>' + WIDE,
    f'<div style="white-space:pre;width:100%;float:right;border:9px solid">{WIDE}</div>',
    "<table>" + "<tr><td colspan=1000 rowspan=65000>x" * 6_000,
    "<table><tr>" + "<td rowspan=60000 colspan=900>x" * 9_000,
    "<table><tr><td>" * 80,
    "<details open><summary>s</summary>" * 200,
    "<big>" * 200 + "BIG",
    "<h1>" + "Z\u0351\u0327\u0352" * 300_000,
    "\u202e" * 1_000 + "backwards",
    "<svg width='99999' height='99999'><rect width='9' height='9'/></svg>",
    f"<svg><path id=p d='M0 0{'L9 9 L1 5' * 100_000}'/>{'<use href=#p />' * 1_000}</svg>",
    "<svg width=9000 height=9000>" + "<circle r=4000 opacity=.5 />" * 9_000 + "</svg>",
    "<svg><path stroke='#000' stroke-dasharray='.0001' d='M0 0 L1e9 1e9'/></svg>" * 100,
]


def test_hostile_messages_are_harmless(visit: Visit, tmp_path: Path) -> None:
    messages = [
        Message(format=format_, description=text)
        for text in HOSTILE
        for format_ in ("html", "md", "plain", "console")
    ]
    output = replace(OUTPUT, messages=tuple(messages), groups=())
    file = write_out(tmp_path, with_feedback(output))
    visit.open(file)
    visit.page.wait_for_timeout(200)
    assert visit.requests == [file.as_uri()]
    assert visit.complaints == []
    assert not visit.overflows()
    heading = visit.page.locator(".verdict").bounding_box()
    assert heading
    assert heading["y"] < 50
    assert visit.page.evaluate(OUTSIDE) == []
    assert visit.page.locator(".message").count() == len(messages)


@pytest.mark.long(reason="hostile text in every part of a page")
def test_hostile_text_is_harmless_everywhere(visit: Visit, tmp_path: Path) -> None:
    output = replace(
        OUTPUT,
        groups=tuple(map(_make_full_tab, HOSTILE)),
        annotations=tuple(
            Annotation(row=0, text=text, external_url=url)
            for text in HOSTILE
            for url in (text, "javascript:alert(1)")
        ),
    )
    file = write_out(tmp_path, with_feedback(output))
    visit.open(file)
    for link in visit.page.locator(".tabs a").all():
        link.click()
    assert visit.requests == [file.as_uri()]
    assert visit.complaints == []
    assert not visit.overflows()
    assert visit.page.evaluate(OUTSIDE) == []


def _make_full_tab(text: str) -> Tab:
    message = Message(format="html", description=text)
    files = {text: {"name": text, "location": "href", "content": text}}
    difference = [[1, 1, text, text, False]]
    tests = (
        Test(accepted=False, expected=text, generated=text[::-1], channel=text),
        Test(accepted=False, description=message, data={"diff": difference, "channel": text}),
    )
    case = Testcase(accepted=False, description=message, tests=tests, data={"files": files})
    debug = {"statements": text, "stdin": text}
    context = Context(accepted=False, description=message, groups=(case,), data=debug)
    return Tab(description=text, badge_count=1, messages=(message,), groups=(context,))


@pytest.mark.long(reason="heavy messages of every format")
@pytest.mark.parametrize("html", HEAVY, ids=lambda html: html[:24])
def test_a_heavy_message_neither_blocks_nor_overflows_the_page(
    desk: Visit, tmp_path: Path, html: str
) -> None:
    message = Message(format="html", description=html)
    file = write_out(tmp_path, with_feedback(replace(OUTPUT, messages=(message,))))
    desk.open(file)
    desk.page.keyboard.press("n")
    painted = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    desk.page.evaluate(painted)
    assert desk.complaints == []
    assert not desk.overflows()
    assert desk.page.evaluate(OUTSIDE) == []


# What of the messages lies where it should not: outside the column of the feedback, or fixed.
OUTSIDE = """[...document.querySelectorAll('.message, .message *')].filter(each => {
  const style = getComputedStyle(each);
  return !['static', 'relative'].includes(style.position) && !each.matches('.for-screen-readers')
    || style.zIndex !== 'auto' || style.transform !== 'none' && !each.closest('svg');
}).map(each => each.outerHTML.slice(0, 200))"""


TEN_MEGABYTES = 10 * 1024 * 1024
MARKDOWN = [
    *("> ", "*_*_", "[", "![", "[a](", "`", "<b>", "<!--", "- ", "1. ", "~~a ", "\\", "a\n"),
    *("[[[[]]]]", "**a *b ", "```\n", "|a", "|1|2|\n", "# ", "===\n", "<http://", "x", "&amp;"),
    "[a]: b\n",
]


@pytest.mark.long(reason="ten megabytes")
def test_ten_megabytes_of_markdown_open_at_once(desk: Visit, tmp_path: Path) -> None:
    each = TEN_MEGABYTES // len(MARKDOWN) // 4
    texts = [piece * (each // len(piece)) for piece in MARKDOWN]
    some = [text[:size] for size in (4_000, 60_000, each) for text in texts]
    table = "|a|b|\n|-|-|\n" + "|1|2|\n" * 15_000
    messages = [
        Message(format="md", description=text) for text in (*some, table, "x" * TEN_MEGABYTES)
    ]
    file = write_out(tmp_path, with_feedback(replace(OUTPUT, messages=tuple(messages))))
    desk.open(file)
    assert desk.requests == [file.as_uri()]
    assert desk.complaints == []
    assert not desk.overflows()
    desk.page.keyboard.press("n")
