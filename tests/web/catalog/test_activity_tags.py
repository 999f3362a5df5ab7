"""Programming languages as people write them."""

import pytest

from kriterion.web.catalog.templatetags.activities import spelt


@pytest.mark.parametrize(
    ("language", "told"),
    [("ocaml", "OCaml"), ("python", "Python"), ("c++", "C++"), ("befunge", "Befunge"), ("", "")],
)
def test_a_language_is_spelt_as_people_write_it(language: str, told: str) -> None:
    assert spelt(language) == told
