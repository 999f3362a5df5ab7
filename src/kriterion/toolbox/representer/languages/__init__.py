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
    "cpp": (".cpp", ".hpp", ".cc", ".hh", ".cxx", ".h"),
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
    "tsx": (".tsx",),
    "typescript": (".ts", ".mts", ".cts"),
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
    name = canonical_name(name)
    if name not in SUFFIXES:
        return None
    language = import_module(f"{__name__}.{name}").LANGUAGE
    assert isinstance(language, Language)
    return language


def canonical_name(name: str) -> str:
    """A language's name as its module has it."""
    return OTHER_NAMES.get(name.lower(), name.lower())


def languages_of(path: str) -> list[str]:
    """The languages a file may be in, from its suffix: a header is one of C or of C++."""
    suffix = PurePosixPath(path).suffix
    return [name for name, suffixes in SUFFIXES.items() if suffix in suffixes]
