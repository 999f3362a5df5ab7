import re
from html import unescape

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


def test_correct_contexts_are_closed_if_all_are_correct() -> None:
    html = render_tab(OUTPUT.groups[1], (0,), VIEWER)
    assert "open" not in find_attributes(html, "tab-1-context-1")


@pytest.mark.parametrize(
    ("accepted", "verdict", "colour"), [(True, "correct", "good"), (False, "wrong", "bad")]
)
def test_accepted_and_failed_contexts_have_different_bars(
    accepted: bool, verdict: str, colour: str
) -> None:
    html = render_context(Context(accepted=accepted), (0, 0), VIEWER, is_open=False)
    assert verdict in find_attributes(html, "tab-1-context-1")["class"].split()
    bar = re.search(
        rf"\.context\.{verdict} {{\s*border-inline-start: 4px solid var\(--(\w+)\);\s*}}",
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
    context = Context(accepted=accepted, groups=(case, case))
    html = render_context(context, (0, 0), VIEWER, is_open=True)
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


def get_text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def fail(call: str, *, generated: str = "", expected: str = "1", says: str = "") -> Context:
    test = Test(accepted=False, generated=generated, expected=expected, channel="return")
    messages = (Message(format="code", description=says),) if says else ()
    case = Testcase(
        accepted=False,
        description=Message(format="python", description=call),
        tests=(test,),
        messages=messages,
    )
    return Context(accepted=False, groups=(case,))


def test_values_of_one_line_are_one_sentence() -> None:
    context = fail("f(2)", generated="10", expected="0")
    html = render_context(context, (0, 0), VIEWER, is_open=True)
    assert get_text(html) == "#1Wrongf(2)got 10, expected 0"  # boxes beside each other


def test_a_value_that_is_missing_is_called_nothing() -> None:
    html = render_test(Test(accepted=False, generated="", expected="7"), (0, 0, 0, 0), VIEWER)
    assert get_text(html) == "got nothing, expected 7"


def test_a_value_names_its_channel_unless_it_is_returned() -> None:
    test = Test(accepted=False, generated="a\n", expected="b\n", channel="stdout")
    assert get_text(render_test(test, (0, 0, 0, 0), VIEWER)) == "stdoutgot a, expected b"


def test_lines_and_long_values_are_compared_in_a_table() -> None:
    for generated in ("a\nb", "x" * 301):
        test = Test(accepted=False, generated=generated, expected="1")
        assert "<table" in render_test(test, (0, 0, 0, 0), VIEWER)


def test_an_open_context_shows_its_name_once() -> None:
    html = render_context(fail("f(2)", generated="10"), (0, 0), VIEWER, is_open=True)
    assert get_text(html).count("f(2)") == 1
    hidden = re.search(r"\.context\[open\][^{]*\.gist[^{]*{[^}]*}", load_page_assets().stylesheet)
    assert hidden is not None
    assert "hidden" not in hidden.group()


def test_a_title_that_does_not_fit_is_repeated_below() -> None:
    context = fail("f(1)\ng(2)", generated="10")
    html = render_context(context, (0, 0), VIEWER, is_open=True)
    assert get_text(html).count("f(1) g(2)") == 1


def test_a_cause_that_tests_share_is_shown_once_with_a_count() -> None:
    error = "NameError: name 'leg' is not defined"
    contexts = tuple(fail(f"f({number})", says=error) for number in range(12))
    html = render_tab(Tab(groups=contexts), (0,), VIEWER)
    text = get_text(html)
    assert text.count(error) == 1
    assert "12 tests fail with this message." in text
    assert text.count("Same message as test 1") == 11
    assert "open" in find_attributes(html, "tab-1-context-1")
    assert "open" not in find_attributes(html, "tab-1-context-2")


def test_tests_with_different_values_do_not_share_a_cause() -> None:
    hint = "Only upper and lower case differ."
    contexts = (fail("f(1)", generated="A", says=hint), fail("f(2)", generated="B", says=hint))
    html = render_tab(Tab(groups=contexts), (0,), VIEWER)
    assert get_text(html).count(hint) == 2
    assert "open" in find_attributes(html, "tab-1-context-2")


def test_statements_that_are_visible_are_not_repeated() -> None:
    context = fail("f(2)", generated="10")
    same = replace(context, data={"statements": "f(2)"})
    more = replace(context, data={"statements": "import g\nf(2)"})
    assert "Debug" not in render_context(same, (0, 0), VIEWER, is_open=True)
    assert "Debug" in render_context(more, (0, 0), VIEWER, is_open=True)


def test_no_heading_skips_a_level() -> None:
    data = {"statements": "import g", "stdin": "1"}
    context = replace(fail("f(2)", generated="10"), data=data)
    html = render_tab(Tab(groups=(context,)), (0,), VIEWER)
    levels = [int(tag[1]) for tag, _ in list_elements(html) if re.fullmatch(r"h\d", tag)]
    assert levels == [2, 3, 3]
