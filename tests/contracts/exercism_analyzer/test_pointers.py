"""A pointer leads to one file of the library, and never out of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path, make_pointer


@pytest.mark.parametrize(
    ("pointer", "path"),
    [
        ("ruby.two-fer.class_method", "ruby/two-fer/class_method.md"),
        ("python.pylint.convention", "python/pylint/convention.md"),
        ("elm.feedback_request", "elm/feedback_request.md"),
        ("a", "a.md"),
        ("Java.General.AvoidX", "Java/General/AvoidX.md"),
        ("a.b.c.d.e", "a/b/c/d/e.md"),
    ],
)
def test_pointers_and_files_map_to_each_other(pointer: str, path: str) -> None:
    assert find_comment_path(pointer) == path
    assert make_pointer(path) == pointer


@pytest.mark.parametrize(
    "pointer",
    [
        "",
        ".",
        "..",
        "a.",
        ".a",
        "a..b",
        "../a",
        "/etc/passwd",
        "a/b",
        "a\\b",
        "a\0b",
        "a\nb",
        "a\ud800",
        "a" * 501,
    ],
)
def test_a_pointer_that_could_escape_is_invalid(pointer: str) -> None:
    with pytest.raises(ValueError, match="has "):
        find_comment_path(pointer)


@pytest.mark.parametrize("path", ["a.txt", "a.b/c.md", "a/b.c.md", ".md", "a/.md", "/a.md", "a"])
def test_no_pointer_maps_to_a_file_with_dots_in_its_name(path: str) -> None:
    assert make_pointer(path) is None


@given(st.text())
def test_a_path_stays_in_the_library(pointer: str) -> None:
    try:
        path = find_comment_path(pointer)
    except ValueError:
        return
    assert "\0" not in path
    assert not {"", ".", ".."} & set(path.split("/"))
    assert make_pointer(path) == pointer
