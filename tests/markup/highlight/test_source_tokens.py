import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.highlight.source_tokens import (
    MAXIMUM_CHARACTERS,
    detect_language,
    tokenize_source,
)

LANGUAGES = ["python", "java", "javascript", "console", "prolog", "sql", "haskell", "html", "r"]


def test_a_known_language_is_highlighted() -> None:
    assert ("keyword", "def ") in list(tokenize_source("def f():\n    pass\n", "Python"))


@pytest.mark.parametrize("language", ["klingon", "", "__import__", "python " * 10])
def test_an_unknown_language_is_plain_text(language: str) -> None:
    assert list(tokenize_source("x = 1", language)) == [("", "x = 1")]


@pytest.mark.parametrize("text", ["x" * (MAXIMUM_CHARACTERS + 1), "'" * 2_001 + "\nx = 1"])
def test_expensive_text_is_plain(text: str) -> None:
    assert list(tokenize_source(text, "python")) == [("", text)]


@given(st.text(max_size=200), st.sampled_from(LANGUAGES))
def test_no_character_is_lost(text: str, language: str) -> None:
    assert "".join(piece for _, piece in tokenize_source(text, language)) == text


@pytest.mark.parametrize(
    ("file_name", "language"),
    [
        ("solution.py", "python"),
        ("Solution.JAVA", "java"),
        ("query.sql", "sql"),
        ("rules.pl", "prolog"),
        ("page.html", "html"),
        ("main.rs", "rust"),
        ("submission", ""),
        ("what.everisthis", ""),
        ("", ""),
    ],
)
def test_the_language_follows_from_the_file_name(file_name: str, language: str) -> None:
    assert detect_language(file_name) == language
