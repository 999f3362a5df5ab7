"""The tools that Kriterion ships, by directory: the host knows no more of them than of others."""

from collections.abc import Mapping
from pathlib import Path

import kriterion_tools

_TOOLBOX = Path(kriterion_tools.__file__).parent

LEARN_OCAML = "learn-ocaml"

SHIPPED_JUDGES: Mapping[str, Path] = {
    "suite": _TOOLBOX / "suite_judge",
    LEARN_OCAML: _TOOLBOX / "learn_ocaml_judge",
}

SHIPPED_REPRESENTER = _TOOLBOX / "representer"
SHIPPED_ANALYZER = _TOOLBOX / "analyzer"
SHIPPED_COMMENTS = SHIPPED_ANALYZER / "comments"  # the library with the texts of its comments

# By the names that exercises use (Dodona's), and others that are common.
REPRESENTED_LANGUAGES = (
    *("bash", "c", "c#", "c++", "cpp", "csharp", "go", "haskell", "java", "javascript", "kotlin"),
    *("ocaml", "php", "python", "ruby", "runhaskell", "rust", "sh", "typescript"),
)
ANALYZED_LANGUAGES = REPRESENTED_LANGUAGES
