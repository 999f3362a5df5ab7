"""Names that occur in several scopes: a placeholder is for a variable, not for a spelling."""

from pathlib import Path

import pytest

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent
from tests.cases import collect_failures
from tests.toolbox.representer.test_edits import represent_solution
from tests.toolbox.representer.test_members import list_pairs

LANGUAGES = sorted(path.stem for path in (Path(__file__).parent / "scopes").glob("[a-z]*.py"))
SAME_SPELLING = "def f(x):\n    return x\n\ndef g(y):\n    x = y\n    return x * 2\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_renaming_one_of_two_namesakes_makes_no_difference(language: str) -> None:
    with collect_failures() as cases:
        for name, one, other in list_pairs(language, "SAME", "scopes"):
            with cases.case(name):
                assert (
                    represent_solution(one, language).text
                    == represent_solution(other, language).text
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_referring_to_another_variable_makes_a_difference(language: str) -> None:
    with collect_failures() as cases:
        for name, one, other in list_pairs(language, "DIFFERENT", "scopes"):
            with cases.case(name):
                assert (
                    represent_solution(one, language).text
                    != represent_solution(other, language).text
                )


def test_variables_of_different_scopes_have_placeholders_of_their_own() -> None:
    names = sorted(represent_solution(SAME_SPELLING, "python").mapping.values())
    assert names == ["f", "g", "x", "x", "y"]


def test_identical_names_share_a_placeholder_across_scopes_on_request() -> None:
    language = load_language("python")
    assert language is not None
    by_scope, by_spelling = (
        represent({"solution": SAME_SPELLING.encode()}, language, by_spelling=by_spelling)
        for by_spelling in (False, True)
    )
    assert isinstance(by_scope, Representation) and isinstance(by_spelling, Representation)
    assert sorted(by_spelling.mapping.values()) == ["f", "g", "x", "y"]
    assert by_spelling.version != by_scope.version
