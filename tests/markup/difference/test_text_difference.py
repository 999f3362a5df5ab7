import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.difference.alignment import FOLDED_FROM, UNFOLDED
from kriterion.markup.difference.text_difference import (
    EXCESS_CHARACTERS,
    MAXIMUM_ROWS,
    Line,
    compare_texts,
)

SIGNS = {"same": " ", "changed": "~", "blank": "_", "unended": "¬"}


def write_out(line: Line | None) -> str | None:
    """A line as text, the pieces that are not the same on both sides in brackets."""
    if line is None:
        return None
    return "".join(
        segment.text if segment.kind == "same" else f"[{SIGNS[segment.kind]}{segment.text}]"
        for segment in line.segments
    )


def list_rows(generated: str, expected: str) -> list[tuple[str | None, str | None]]:
    return [
        (write_out(row.generated), write_out(row.expected))
        for row in compare_texts(generated, expected).rows
    ]


@pytest.mark.parametrize(
    ("generated", "expected", "visible"),
    [
        ("a\nb\n", "a\nb\n", [("a", "a"), ("b", "b")]),
        ("a\nx\nc", "a\ny\nc", [("a", "a"), ("[~x]", "[~y]"), ("c", "c")]),
        ("42", "142", [("42", "[~1]42")]),
        ("hello world", "hello, world", [("hello world", "hello[~,] world")]),
        ("1.25", "1.52", [("1.[~25]", "1.[~52]")]),
        ("a", "a\n", [("a[¬]", "a")]),
        ("a\n", "a", [("a", "a[¬]")]),
        ("a  ", "a", [("a[_  ]", "a")]),
        ("a\t", "a ", [("a[_\t]", "a[_ ]")]),
        ("a\r\n", "a\n", [("a[~\r]", "a")]),
        ("", "x\n", [(None, "[~x]")]),
        ("x", "", [("[~x]", None)]),
        ("", "", []),
        ("\n", "", [("", None)]),
        ("one", "completely else", [("[~one]", "[~completely else]")]),
        ("liftoff", "1\nliftoff!", [(None, "[~1]"), ("liftoff", "liftoff[~!]")]),
        ("caf\u0065\u0301", "cafe", [("caf[~e\u0301]", "cafe")]),
        ("\ud800x", "\ud801x", [("[~\ud800]x", "[~\ud801]x")]),
        ("a\0c", "abc", [("a[~\0]c", "a[~b]c")]),
    ],
)
def test_differences_are_marked(
    generated: str, expected: str, visible: list[tuple[str | None, str | None]]
) -> None:
    assert list_rows(generated, expected) == visible


def test_lines_that_moved_down_are_matched() -> None:
    assert list_rows("b\nc", "a\nb\nc") == [(None, "[~a]"), ("b", "b"), ("c", "c")]


@given(st.text(alphabet="ab \n\u0301", max_size=60), st.text(alphabet="ab \n\u0301", max_size=60))
def test_each_side_reads_as_written(generated: str, expected: str) -> None:
    difference = compare_texts(generated, expected)
    for text, side in (
        (generated, [row.generated for row in difference.rows]),
        (expected, [row.expected for row in difference.rows]),
    ):
        lines = [line for line in side if line]
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
        assert "\n".join(line.text for line in lines) == text.removesuffix("\n")


@given(st.text(), st.text())
def test_a_row_is_equal_only_if_both_sides_are(generated: str, expected: str) -> None:
    for row in compare_texts(generated, expected).rows:
        if row.same:
            assert row.generated and row.expected
            assert row.generated.text == row.expected.text


@given(st.text())
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert all(row.same for row in compare_texts(text, text).rows)


def test_excessive_output_is_cut() -> None:
    difference = compare_texts("x" * 20_000, "x")
    assert difference.cut
    assert (difference.generated_length, difference.expected_length) == (20_000, 1)
    assert difference.rows[0].generated is not None
    assert len(difference.rows[0].generated.text) == 1 + EXCESS_CHARACTERS


def test_a_long_stretch_of_equal_lines_is_folded() -> None:
    lines = "".join(f"{number}\n" for number in range(FOLDED_FROM + 50))
    difference = compare_texts(lines + "a\n", lines + "b\n")
    assert len(difference.rows) == 2 * UNFOLDED + 2
    assert difference.rows[UNFOLDED].folded == FOLDED_FROM + 50 - 2 * UNFOLDED
    assert not difference.cut


def test_a_difference_after_a_thousand_equal_lines_is_found() -> None:
    lines = "x\n" * 100_000
    assert not compare_texts(lines + "a", lines + "b").rows[-1].same


@pytest.mark.parametrize(
    ("generated", "expected"),
    [
        ("a\n" * 2_000_000, "b\n" * 2_000_000),
        ("".join(f"{n}\n" for n in range(100_000)), "".join(f"-{n}\n" for n in range(100_000))),
    ],
    ids=["equal lines", "unlike lines"],
)
def test_too_many_rows_are_cut(generated: str, expected: str) -> None:
    difference = compare_texts(generated, expected)
    assert difference.cut
    assert len(difference.rows) == MAXIMUM_ROWS


def test_a_line_of_ten_megabytes_is_changed_as_a_whole() -> None:
    assert len(compare_texts("a" * 10_000_000, "b" * 10_000_000).rows) == 1
