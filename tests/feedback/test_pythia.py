from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.feedback.debug_input import find_debug_input
from kriterion.feedback.html.contexts import render_context, render_test, render_testcase
from kriterion.feedback.pythia import (
    File,
    merge_source_annotations,
    read_difference,
    read_files,
)
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.text_difference import MAXIMUM_ROWS
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    AnnotationSeverity,
    Context,
    FullOutput,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.markup.parsed import assert_harmless

VIEWER = Viewer()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(st.text(max_size=9), inside),
    max_leaves=20,
)
DATA = st.dictionaries(
    st.sampled_from(["source_annotations", "diff", "files", "statements", "stdin", "channel"]), JSON
)


def make_output(*tabs: Tab) -> FullOutput:
    own = Annotation(row=0, text="own")
    return FullOutput(accepted=True, status=Status.CORRECT, groups=tabs, annotations=(own,))


def make_linted_tab(*annotations: Any, groups: tuple[Context, ...] = ()) -> Tab:
    return Tab(description="Lint", groups=groups, data={"source_annotations": list(annotations)})


def test_annotations_of_a_linter_tab_are_moved_to_the_code() -> None:
    remark = {"line": 3, "column": 4, "rows": 2, "columns": 1, "description": "x", "type": "fatal"}
    annotations = merge_source_annotations(make_output(make_linted_tab(remark)))
    assert annotations.annotations[1] == Annotation(
        row=2, column=4, rows=2, columns=1, text="x", type=AnnotationSeverity.ERROR
    )
    assert annotations.groups == ()


def test_a_tab_with_other_contents_stays() -> None:
    tabs = (Tab(), make_linted_tab(groups=(Context(accepted=True),)), make_linted_tab())
    assert merge_source_annotations(make_output(*tabs)).groups == tabs[:2]


@pytest.mark.parametrize(
    ("type_", "severity"),
    [
        ("fatal", AnnotationSeverity.ERROR),
        ("error", AnnotationSeverity.ERROR),
        ("warning", AnnotationSeverity.WARNING),
        ("refactor", AnnotationSeverity.INFO),
        ("convention", AnnotationSeverity.INFO),
        ("other", AnnotationSeverity.WARNING),
        (None, AnnotationSeverity.WARNING),
    ],
)
def test_linter_words_map_to_severities(type_: str | None, severity: AnnotationSeverity) -> None:
    remark = {"line": 1, "description": "x", "type": type_}
    assert (
        merge_source_annotations(make_output(make_linted_tab(remark))).annotations[1].type
        is severity
    )


def test_an_invalid_remark_is_ignored() -> None:
    bad: list[Any] = [
        None,
        3,
        [],
        {},
        {"line": "3", "description": "x"},
        {"line": -1, "description": "x"},
    ]
    assert len(merge_source_annotations(make_output(make_linted_tab(*bad))).annotations) == 1


def test_the_difference_rendered_by_the_judge_is_shown() -> None:
    test = Test(
        accepted=False,
        generated="not looked at",
        expected="neither",
        data={
            "diff": [
                [1, 1, "<li>same</li>", "<li>same</li>", True],
                [2, "", "<li>exp<ins>ected</ins></li>", None, False],
                ["", 2, None, "<script>alert(1)</script><b>yours</b>", False],
                "no line",
                [],
            ]
        },
    )
    html = render_test(test, (0, 0, 0, 0), VIEWER)
    assert "exp<ins>ected</ins>" in html
    assert "<del>yours</del>" in html
    assert "looked at" not in html
    assert_harmless(html)


def test_an_accepted_test_with_a_judge_rendered_difference_shows_its_lines() -> None:
    test = Test(accepted=True, data={"diff": [[1, 1, "a &lt; b", None, True], [2, 2, "c", "c"]]})
    assert ">a &lt; b\nc</pre>" in render_test(test, (0, 0, 0, 0), VIEWER)


def test_a_very_long_judge_rendered_difference_is_cut() -> None:
    test = Test(accepted=False, data={"diff": [[1, 1, "x", "y", False]] * (MAXIMUM_ROWS + 1)})
    difference = read_difference(test)
    assert difference is not None
    assert difference.cut
    assert len(difference.rows) == MAXIMUM_ROWS


def test_files_are_opened_in_the_page_or_named() -> None:
    testcase = Testcase(
        accepted=True,
        data={
            "files": {
                "a": {"name": "a.txt", "location": "inline", "content": "<one>\n" * 200},
                "b.csv": {"location": "href", "content": "https://evil.example/b.csv"},
                "c": "nonsense",
            }
        },
    )
    assert [file.name for file in read_files(testcase)] == ["a.txt", "b.csv"]
    assert read_files(testcase)[1] == File(name="b.csv", content=None)
    html = render_testcase(testcase, (0, 0, 0), VIEWER)
    assert html.count("&lt;one&gt;") == 99
    assert "⋯ 102 more" in html
    assert "evil.example" not in html


@pytest.mark.parametrize(
    ("context", "debug"),
    [
        ({"statements": "f(1)", "stdin": "3\n"}, ("f(1)", "3\n")),
        ({"stdin": "3\n"}, ("", "3\n")),
        ({"statements": ["f(1)"], "stdin": 3}, ("from the testcase", "")),
        (None, ("from the testcase", "")),
    ],
)
def test_the_data_for_the_debugger_is_found(
    context: dict[str, Any] | None, debug: tuple[str, str]
) -> None:
    testcase = Testcase(accepted=True, data={"statements": "from the testcase"})
    assert find_debug_input(Context(accepted=True, data=context, groups=(testcase,))) == debug


def test_the_data_for_the_debugger_can_be_copied() -> None:
    context = Context(accepted=False, data={"statements": "f('<a>')\n", "stdin": "3\n4\n"})
    html = render_context(context, (0, 0), VIEWER, is_open=True)
    assert '<pre class="output whole">f(&#x27;&lt;a&gt;&#x27;)</pre>' in html
    assert '<pre class="output whole">3\n4</pre>' in html
    assert "<a " not in html
    assert "debug" not in render_context(Context(accepted=True), (0, 0), VIEWER, is_open=True)


@given(DATA, st.booleans())
def test_data_of_any_shape_is_harmless(data: dict[str, Any], accepted: bool) -> None:
    test = Test(accepted=accepted, data=data)
    case = Testcase(accepted=accepted, data=data, tests=(test,))
    context = Context(accepted=accepted, data=data, groups=(case,))
    assert_harmless(render_context(context, (0, 0), VIEWER, is_open=True))
    merge_source_annotations(make_output(Tab(data=data, groups=(context,))))
