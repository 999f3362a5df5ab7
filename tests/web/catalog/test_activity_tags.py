"""Programming languages as people write them."""

import pytest

from kriterion.web.catalog.templatetags.activities import spelt


@pytest.mark.parametrize(
    ("language", "message"),
    [("ocaml", "OCaml"), ("python", "Python"), ("c++", "C++"), ("befunge", "Befunge"), ("", "")],
)
def test_language_names_are_spelt_as_usual(language: str, message: str) -> None:
    assert spelt(language) == message
