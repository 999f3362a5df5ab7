"""The languages there are tables for: one module each, loaded when it is asked for."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import PurePosixPath

from kriterion.toolbox.representer.language import Language

# The suffixes of each language's files. A module of the language's name holds its table, LANGUAGE.
SUFFIXES: Mapping[str, tuple[str, ...]] = {
    "bash": (".sh", ".bash"),
    "c": (".c", ".h"),
    "c_sharp": (".cs",),
    "cpp": (".cpp", ".hpp", ".cc", ".hh", ".cxx"),
    "go": (".go",),
    "haskell": (".hs",),
    "java": (".java",),
    "javascript": (".js", ".mjs", ".cjs", ".jsx"),
    "kotlin": (".kt", ".kts"),
    "ocaml": (".ml",),
    "php": (".php",),
    "python": (".py",),
    "ruby": (".rb",),
    "rust": (".rs",),
    "typescript": (".ts", ".mts", ".tsx"),
}
# Exercism's tracks and everyday names.
OTHER_NAMES = {
    "c++": "cpp",
    "csharp": "c_sharp",
    "c#": "c_sharp",
    "golang": "go",
    "js": "javascript",
    "ts": "typescript",
    "sh": "bash",
}


def load_language(name: str) -> Language | None:
    """The table of the language of that name, if there is one."""
    name = OTHER_NAMES.get(name.lower(), name.lower())
    if name not in SUFFIXES:
        return None
    language = import_module(f"{__name__}.{name}").LANGUAGE
    assert isinstance(language, Language)
    return language


def language_of(path: str) -> str | None:
    """The language that a file's suffix tells."""
    suffix = PurePosixPath(path).suffix
    return next((name for name, suffixes in SUFFIXES.items() if suffix in suffixes), None)
