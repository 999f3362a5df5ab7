"""Lists show the beginning of a comment as plain text."""

import pytest

from kriterion.feedback.automatic_comments import MAXIMUM_TEXT
from kriterion.web.comment_reports.pages.comment_excerpt import make_excerpt


@pytest.mark.parametrize(
    ("markdown", "excerpt"),
    [
        ("Use `sum`. See [`sum`](https://example.org/a#b).", "Use sum. See sum."),
        ("See [the rules](https://exam", "See the rules"),
        ("list[0] (the first) stays", "list[0] (the first) stays"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("", ""),
    ],
)
def test_links_and_marks_of_code_are_left_out(markdown: str, excerpt: str) -> None:
    assert make_excerpt(markdown) == excerpt


def test_a_cut_text_ends_in_an_ellipsis() -> None:
    assert make_excerpt("x" * 5000) == f"{'x' * MAXIMUM_TEXT} …"


def test_hostile_texts_take_no_time() -> None:
    assert make_excerpt("[" * 5000)
    assert make_excerpt("[](" * 5000)
