"""The languages that our tools for solutions know, by the suffixes of their files."""

from collections.abc import Mapping
from pathlib import PurePosixPath

# The suffixes of each language's files.
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


def canonical_name(name: str) -> str:
    """A language's name as SUFFIXES has it."""
    return OTHER_NAMES.get(name.lower(), name.lower())


def languages_of(path: str) -> list[str]:
    """The languages a file may be in, from its suffix: a header is one of C or of C++."""
    suffix = PurePosixPath(path).suffix
    return [name for name, suffixes in SUFFIXES.items() if suffix in suffixes]
