"""Grammars are loaded without what their packages import for other purposes."""

import subprocess
import sys

import pytest

from kriterion_tools.grammars import find_grammar
from kriterion_tools.languages import REGISTER


@pytest.mark.parametrize("language", sorted(REGISTER))
def test_each_language_has_a_grammar(language: str) -> None:
    assert find_grammar(language).node_kind_count > 1


def test_the_package_of_a_grammar_is_not_imported() -> None:
    program = (
        "import sys; from kriterion_tools.grammars import find_grammar; find_grammar('python');"
        "print([name for name in ('tree_sitter_python', 'importlib.resources') "
        "if name in sys.modules])"
    )
    printed = subprocess.run(
        (sys.executable, "-P", "-c", program), capture_output=True, text=True, check=True
    ).stdout
    assert printed == "[]\n"
