import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.feedback.annotation_placement import (
    clean_annotation_text,
    place_annotations,
    sort_annotations,
    split_source_lines,
)
from kriterion_tools.contracts.dodona_judge.output_records import Annotation, AnnotationSeverity

LINES = ["def f(x):", "    return x", ""]


def make_annotation(row: int, **fields: int) -> Annotation:
    return Annotation(row=row, text="x", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("annotation", "under", "marked"),
    [
        (make_annotation(0), 0, {0: (0, 9)}),
        (make_annotation(0, column=4), 0, {0: (4, 5)}),
        (make_annotation(0, column=4, columns=3), 0, {0: (4, 7)}),
        (make_annotation(0, column=4, columns=300), 0, {0: (4, 9)}),
        (make_annotation(0, column=40, columns=3), 0, {0: (0, 9)}),
        (make_annotation(1, column=40), 1, {1: (4, 12)}),
        (make_annotation(1), 1, {1: (4, 12)}),
        (make_annotation(0, rows=2, column=4, columns=8), 1, {0: (4, 9), 1: (4, 8)}),
        (make_annotation(0, rows=9), 2, {0: (0, 9), 1: (4, 12)}),
        (make_annotation(0, rows=0), 0, {0: (0, 9)}),
        (make_annotation(2, column=0), 2, {}),
        (make_annotation(99), 2, {}),
    ],
)
def test_an_annotation_stays_within_the_code(
    annotation: Annotation, under: int, marked: dict[int, tuple[int, int]]
) -> None:
    marks = place_annotations([annotation], LINES)
    assert dict(marks.annotations_by_line) == {under: [annotation]}
    assert {row: (mark.start, mark.end) for row, (mark,) in marks.marks_by_line.items()} == marked


@given(
    st.builds(
        Annotation,
        row=st.integers(0, 10**12),
        text=st.just("x"),
        column=st.none() | st.integers(0, 10**12),
        rows=st.none() | st.integers(0, 10**12),
        columns=st.none() | st.integers(0, 10**12),
    ),
    st.lists(st.text(alphabet="ab \t", max_size=5), min_size=1, max_size=5),
)
def test_any_annotation_of_any_code_has_a_position(found: Annotation, lines: list[str]) -> None:
    marks = place_annotations([found], lines)
    assert set(marks.annotations_by_line) <= set(range(len(lines)))
    for row, ranges in marks.marks_by_line.items():
        assert all(0 <= mark.start < mark.end <= len(lines[row]) for mark in ranges)


def test_annotations_are_sorted_by_line_then_severity() -> None:
    info, error = make_annotation(1), Annotation(row=1, text="x", type=AnnotationSeverity.ERROR)
    assert sort_annotations([info, error, make_annotation(0)]) == [make_annotation(0), error, info]


def test_lines_of_dashes_are_dropped() -> None:
    assert clean_annotation_text(Annotation(row=0, text="a\n-----\n- b\n\nc\n---")) == "a\n- b\n\nc"


@pytest.mark.parametrize(
    ("source", "lines"),
    [("a\nb\n", ["a", "b"]), ("a\r\nb\rc", ["a", "b", "c"]), ("", [""]), ("\n\n", ["", ""])],
)
def test_code_is_split_into_lines_like_in_an_editor(source: str, lines: list[str]) -> None:
    assert split_source_lines(source) == lines
