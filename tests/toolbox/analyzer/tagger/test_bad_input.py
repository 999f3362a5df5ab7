"""Whatever a file says, it has tags or none: never an error, never without an end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion_tools.analyzer.tagger.tagger import find_tags
from kriterion_tools.contracts.exercism_analyzer.tags import find_tag_fault
from kriterion_tools.languages import SUFFIXES

LANGUAGES = sorted(SUFFIXES)
DEEP = 100_000

# What programs are made of, in no order.
PIECES = st.sampled_from(
    [
        *"(){}[]<>=+-*/%&|^!?:;,.#$@'\"`~\\_ \n\t",
        *("if", "else", "for", "while", "do", "def", "fn", "func", "fun", "function", "class"),
        *("let", "rec", "match", "with", "case", "of", "try", "catch", "yield", "return", "new"),
        *("x", "f", "0x1F", "1.5", "'a'", '"text"', "=>", "->", "::", "static", "import", "lambda"),
    ]
)


@pytest.mark.long(reason="a property for each language")
@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60, deadline=None)
@given(text=st.one_of(st.text(), st.lists(PIECES, max_size=60).map(" ".join)))
def test_any_text_has_tags_or_none(language: str, text: str) -> None:
    for tag in find_tags({"a": text}, language):
        assert find_tag_fault(tag) is None


@settings(max_examples=100, deadline=None)
@given(content=st.binary(), language=st.sampled_from(LANGUAGES))
def test_any_bytes_have_tags_or_none(content: bytes, language: str) -> None:
    find_tags({"a": content.decode(errors="replace")}, language)
    find_tags({"a": content.decode("utf-8", "surrogateescape")}, language)


@pytest.mark.long(reason="hostile code in each language")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "(" * DEEP + "1" + ")" * DEEP,
        "f(" * 3_000 + "1" + ")" * 3_000,
        "x = 1" + " + 1" * 3_000,
        "x" + ".f(1)" * 3_000,
        "if (x) {" * 3_000,
    ],
    ids=["parentheses", "calls", "sums", "chains", "conditions"],
)
def test_deeply_nested_code_has_tags_or_none(language: str, text: str) -> None:
    find_tags({"a": text}, language)


@pytest.mark.parametrize("language", ["python", "java", "c_sharp", "rust"])
def test_constructs_in_deeply_nested_code_are_found(language: str) -> None:
    depth = 20_000
    tags = find_tags({"a": "(" * depth + "1" + ")" * depth}, language)
    assert "construct:integral-number" in tags


def test_broken_source_has_the_tags_of_its_valid_parts() -> None:
    tags = find_tags({"a.py": "def f(n):\n    return n + 1\n\n)) ((\n"}, "python")
    assert {"construct:function", "construct:return", "construct:add"} <= set(tags)


def test_no_files_have_no_tags() -> None:
    assert find_tags({}, "haskell") == ()


def test_an_empty_file_has_no_tags() -> None:
    assert find_tags({"a.hs": ""}, "haskell") == ()


def test_a_student_cannot_inject_tags() -> None:
    """Only names of a library are taken over from the source."""
    tags = find_tags({"a.py": 'import math\nmath.sqrt("construct:list uses:x")\n'}, "python")
    assert "construct:list" not in tags
    assert "uses:x" not in tags
    assert "uses:math.sqrt" in tags
