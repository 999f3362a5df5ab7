import re

import pytest
from msgspec.structs import replace

from kriterion.feedback.html.contexts import render_context, render_test
from kriterion.feedback.html.tabs import make_slug, render_tab, render_tab_link
from kriterion.feedback.html.text_comparison import has_long_lines
from kriterion.feedback.viewer import Viewer
from kriterion.rendering.page_assets import load_page_assets
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from tests.feedback.sample import OUTPUT
from tests.markup.parsed import list_elements

VIEWER = Viewer()
MIXED = OUTPUT.groups[0]


def find_attributes(html: str, id_: str) -> dict[str, str]:
    return next(attributes for _, attributes in list_elements(html) if attributes.get("id") == id_)


def test_every_level_has_an_id_with_its_position() -> None:
    html = render_tab(MIXED, (1,), VIEWER)
    ids = [attributes["id"] for _, attributes in list_elements(html) if "id" in attributes]
    assert {"tab-2", "tab-2-context-2", "tab-2-context-2-testcase-1"} <= set(ids)
    assert "tab-2-context-2-testcase-1-test-1" in ids
    assert "tab-2-context-4-testcase-1-message-1" in ids
    assert len(ids) == len(set(ids))


def test_a_context_inserted_alone_equals_that_in_its_tab() -> None:
    alone = render_context(MIXED.groups[1], (1, 1), VIEWER, is_open=True)
    assert alone in render_tab(MIXED, (1,), VIEWER)


def test_correct_contexts_are_closed_if_others_failed() -> None:
    html = render_tab(MIXED, (0,), VIEWER)
    assert "open" not in find_attributes(html, "tab-1-context-1")
    assert "open" in find_attributes(html, "tab-1-context-2")


def test_contexts_are_open_if_all_are_correct() -> None:
    html = render_tab(OUTPUT.groups[1], (0,), VIEWER)
    assert "open" in find_attributes(html, "tab-1-context-1")


@pytest.mark.parametrize(
    ("accepted", "verdict", "colour"), [(True, "correct", "good"), (False, "wrong", "bad")]
)
def test_accepted_and_failed_contexts_have_different_bars(
    accepted: bool, verdict: str, colour: str
) -> None:
    html = render_context(Context(accepted=accepted), (0, 0), VIEWER, is_open=False)
    assert verdict in find_attributes(html, "tab-1-context-1")["class"].split()
    bar = re.search(
        rf"\.context\.{verdict} {{\s*border-left: 4px solid var\(--(\w+)\);\s*}}",
        load_page_assets().stylesheet,
    )
    assert bar is not None
    assert bar.group(1) == colour


@pytest.mark.parametrize(("accepted", "word"), [(True, "Correct"), (False, "Wrong")])
def test_an_icon_before_each_testcase_shows_whether_it_is_accepted(
    accepted: bool, word: str
) -> None:
    statement = Message(format="python", description="count(3)")
    case = Testcase(accepted=accepted, description=statement)
    html = render_context(Context(accepted=accepted, groups=(case,)), (0, 0), VIEWER, is_open=True)
    body = html[html.index("tab-1-context-1-testcase-1") :]
    assert body.index(word) < body.index("count")


def test_switches_exist_only_for_what_can_be_switched() -> None:
    all_correct = render_tab(OUTPUT.groups[1], (0,), VIEWER)
    assert "hide-correct" not in all_correct
    assert "views" not in all_correct
    assert "next-failing" not in all_correct
    mixed = render_tab(MIXED, (0,), VIEWER)
    assert "hide-correct" in mixed
    assert 'value="split" checked' in mixed
    all_wrong = render_tab(replace(MIXED, groups=MIXED.groups[1:2]), (0,), VIEWER)
    assert "hide-correct" not in all_wrong


def test_each_context_has_a_mark_that_links_to_it() -> None:
    html = render_tab(MIXED, (0,), VIEWER)
    marks = [
        a for tag, a in list_elements(html) if tag == "a" and "mark" in a.get("class", "").split()
    ]
    assert [a["href"] for a in marks] == [f"#tab-1-context-{number}" for number in range(1, 6)]
    assert marks[1]["aria-label"] == "Test 2: Wrong"
    assert "3/5 correct" in html


def test_long_lines_are_compared_stacked() -> None:
    def with_line(length: int, *, accepted: bool) -> Tab:
        test = Test(accepted=accepted, generated="short\n" + "x" * length, expected="y")
        case = Testcase(accepted=accepted, tests=(test,))
        return Tab(groups=(Context(accepted=accepted, groups=(case,)),))

    assert not has_long_lines(with_line(54, accepted=False))
    assert has_long_lines(with_line(55, accepted=False))
    assert has_long_lines(with_line(55, accepted=True))
    html = render_tab(with_line(55, accepted=False), (0,), VIEWER)
    assert 'value="unified" checked' in html


def test_a_badge_counts_failures_only() -> None:
    assert "badge" not in render_tab_link(OUTPUT.groups[1], (1,), VIEWER)
    assert "badge" not in render_tab_link(Tab(), (1,), VIEWER)
    assert "failed tests: </span>2</span>" in render_tab_link(MIXED, (0,), VIEWER)


def test_a_title_is_capitalised_and_has_an_anchor() -> None:
    assert ">Output<" in render_tab_link(MIXED, (0,), VIEWER)
    assert make_slug("Correct & fast: tests!") == "correct-fast-tests"


def test_a_test_without_description_is_named_after_its_channel() -> None:
    for test in (
        Test(accepted=True, channel="stderr"),
        Test(accepted=True, data={"channel": "stderr"}),
    ):
        html = render_test(test, (0, 0, 0, 0), VIEWER)
        assert '<span class="channel">stderr</span>' in html
    assert "channel" not in render_test(Test(accepted=True, data={"channel": 3}), (0,), VIEWER)


def test_an_accepted_test_shows_the_generated_or_else_the_expected_output() -> None:
    both = Test(accepted=True, generated="1.0", expected="1")
    assert ">1.0</pre>" in render_test(both, (0, 0, 0, 0), VIEWER)
    assert ">1</pre>" in render_test(Test(accepted=True, expected="1"), (0, 0, 0, 0), VIEWER)
    assert "no output" in render_test(Test(accepted=True), (0, 0, 0, 0), VIEWER)


def test_trailing_spaces_are_visible_and_copied_unchanged() -> None:
    test = Test(accepted=False, generated="1 \t", expected="1\n")
    html = render_test(test, (0, 0, 0, 0), VIEWER)
    assert '<span class="blank" data-shown="·→\t"> \t</span>' in html
    assert "no newline at the end" in html


def test_cut_output_mentions_both_lengths() -> None:
    test = Test(accepted=False, generated="x" * 9_000, expected="1")
    html = render_test(test, (0, 0, 0, 0), VIEWER)
    assert "your output has 9000 characters, 1 were expected" in html


def test_restricted_messages_say_who_sees_them() -> None:
    staff = Message(description="x", permission=Permission.STAFF)
    zeus = Message(description="y", permission=Permission.ZEUS)
    html = render_test(Test(accepted=True, messages=(staff, zeus)), (0, 0, 0, 0), VIEWER)
    assert "Only visible to staff" in html
    assert "Only visible to administrators" in html


def test_a_closed_context_shows_its_title() -> None:
    html = render_context(MIXED.groups[0], (0, 0), VIEWER, is_open=False)
    assert '<span class="gist">greet(&#x27;&#x27;)</span>' in html
