"""The tools that Kriterion ships, by directory; the host treats them like any other."""

from collections.abc import Mapping
from pathlib import Path

import kriterion_tools
from kriterion_tools.languages import LANGUAGES

_TOOLBOX = Path(kriterion_tools.__file__).parent

SUITE = "suite"
LEARN_OCAML = "learn-ocaml"

SHIPPED_JUDGES: Mapping[str, Path] = {
    SUITE: _TOOLBOX / "suite_judge",
    LEARN_OCAML: _TOOLBOX / "learn_ocaml_judge",
}

# Arguments of Python for the program that checks what the judge `suite` reads of exercises.
SUITE_INPUT_CHECK = ("-P", "-m", "kriterion_tools.suite_judge.suite_file_check")

SHIPPED_REPRESENTER = _TOOLBOX / "representer"
SHIPPED_ANALYZER = _TOOLBOX / "analyzer"
SHIPPED_COMMENTS = SHIPPED_ANALYZER / "comments"  # the texts of its comments

_RULES = SHIPPED_ANALYZER / "rules"

# By all names that exercises may use for a language. The representer supports all languages of the
# register, the analyzer those with rules.
REPRESENTED_LANGUAGES = tuple(name for language in LANGUAGES for name in language.names)
ANALYZED_LANGUAGES = tuple(
    name for language in LANGUAGES if (_RULES / language.name).is_dir() for name in language.names
)
