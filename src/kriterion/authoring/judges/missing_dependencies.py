"""Name the program or library that a judge lacks, from what it wrote to its standard error.

Shells, interpreters and loaders each have words of their own for it; the table has one pattern for
each. A file of the exercise may be missing as well: that does not keep the judge from starting.
"""

import re
from dataclasses import dataclass
from enum import StrEnum, unique

from kriterion.authoring.judges.judge_needs import PACKAGES, suggest_remedy
from kriterion.sandbox.image import Image

_MAXIMUM_BYTES = 64 * 1024  # at the end of what was written
_MAXIMUM_LINE = 2_000  # characters
_LONGEST_NAME = 200
_EXERCISE_PLACES = ("/resources/", "/submission/", "/workdir/", "/files/")

# A name, perhaps in the quotes of some locale.
_NAME = r"['\"`‘“]?(?P<name>[^\s'\"`‘’“”:,;()<>]{1,200})['\"’”]?"


@unique
class PartKind(StrEnum):
    """What is missing; the value is the word for it."""

    PROGRAM = "program"
    LIBRARY = "shared library"
    PYTHON = "Python module"
    NODE = "Node.js module"
    JAVA = "Java class"
    RUBY = "Ruby library"
    R = "R package"
    PERL = "Perl module"
    HASKELL = "Haskell module"
    LUA = "Lua module"
    PROLOG = "Prolog library"


@dataclass(frozen=True, slots=True)
class MissingDependency:
    """A program or library that was not found."""

    kind: PartKind
    name: str

    def __str__(self) -> str:
        return f"the {self.kind} {self.name!r} is missing"


_PATTERNS: tuple[tuple[PartKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        # dash: "run: 3: python: not found"; busybox: "run: line 3: python: not found".
        (
            PartKind.PROGRAM,
            rf":(?: line)? ?\d+: (?:exec: )?(?:line \d+: )?{_NAME}: not found$",
        ),
        # bash: "run: line 3: jq: command not found"; zsh: "command not found: jq".
        (PartKind.PROGRAM, rf"(?:^|: ){_NAME}: command not found$"),
        (PartKind.PROGRAM, rf"command not found: {_NAME}$"),
        # bash, without the directory of the interpreter.
        (PartKind.PROGRAM, rf": {_NAME}: bad interpreter: No such file or directory"),
        # coreutils and busybox: "env: 'python': No such file or directory".
        (PartKind.PROGRAM, rf"\benv: (?:can't execute )?{_NAME}: No such file or directory"),
        (
            PartKind.PROGRAM,
            rf"^(?:\S+: )?exec: {_NAME}: (?:cannot execute: )?(?:not found|No such)",
        ),
        # Shells and Python, of a program with or without its directory.
        (PartKind.PROGRAM, rf": line \d+: {_NAME}: No such file or directory$"),
        (PartKind.PROGRAM, rf"^FileNotFoundError: .*No such file or directory: {_NAME}"),
        (PartKind.PROGRAM, r"(?:\bspawn|spawnSync) (?P<name>[^\s:]{1,200}) ENOENT\b"),
        (PartKind.PROGRAM, r'Cannot run program "(?P<name>[^"\s]{1,200})"'),
        (
            PartKind.LIBRARY,
            r"(?P<name>[\w.+-]{1,200}\.so[\w.]{0,40}): cannot open shared object file",
        ),
        (
            PartKind.PYTHON,
            r"^ModuleNotFoundError: No module named ['\"](?P<name>[\w.]{1,200})",
        ),
        (PartKind.PYTHON, r": No module named (?P<name>[\w.]{1,200})$"),
        (PartKind.NODE, r"Cannot find (?:module|package) ['\"](?P<name>[^'\"]{1,200})['\"]"),
        (
            PartKind.JAVA,
            r"(?:NoClassDefFoundError|ClassNotFoundException): (?P<name>[\w./$]{1,200})",
        ),
        (PartKind.JAVA, r"Could not find or load main class (?P<name>[\w./$]{1,200})"),
        (PartKind.JAVA, r"error: package (?P<name>[\w.]{1,200}) does not exist"),
        (PartKind.RUBY, r"cannot load such file -- (?P<name>[^\s()]{1,200})"),
        (PartKind.R, rf"there is no package called {_NAME}"),
        (PartKind.PERL, r"Can't locate (?P<name>[\w/]{1,200})\.pm in @INC"),
        (PartKind.HASKELL, r"Could not (?:find|load) module [‘`'](?P<name>[\w.]{1,200})"),
        (PartKind.LUA, r"module '(?P<name>[\w.]{1,200})' not found:"),
        (PartKind.PROLOG, r"source_sink [`'](?P<name>[\w/()]{1,200})' does not exist"),
    )
)

_FIXES = {
    PartKind.LIBRARY: "install the package with it: apt-file search {name}",
    PartKind.PYTHON: "pip install it where the python of the judge's image finds it",
    PartKind.NODE: "npm install it, and name its node_modules in NODE_PATH of the judge's image",
    PartKind.JAVA: "add its jar to the judge, or to CLASSPATH of the judge's image",
    PartKind.RUBY: "gem install {name}",
    PartKind.R: "apt-get install r-cran-{lower}, or install.packages() as root",
    PartKind.PERL: "install it with cpan, or as a package of the system",
    PartKind.HASKELL: "install the library with it: apt-file search {name}",
    PartKind.LUA: "luarocks install {name}",
    PartKind.PROLOG: "install the pack or the package with it",
}


def find_missing_dependency(stderr: bytes) -> MissingDependency | None:
    """Return the first program or library that the output says is missing, or None."""
    text = stderr[-_MAXIMUM_BYTES:].decode(errors="replace")
    for line in text.splitlines():
        line = line.strip()[:_MAXIMUM_LINE]
        for kind, pattern in _PATTERNS:
            match = pattern.search(line)
            if match is not None and (found := _make_dependency(kind, match["name"])) is not None:
                return found
    return None


def suggest_dependency_remedy(dependency: MissingDependency, image: Image) -> str:
    """Return what to do about it."""
    if dependency.kind is PartKind.PROGRAM:
        return suggest_remedy(dependency.name, image)
    return _FIXES[dependency.kind].format(name=dependency.name, lower=dependency.name.lower())


def _make_dependency(kind: PartKind, name: str) -> MissingDependency | None:
    name = name.rstrip(".")
    if not name.isprintable() or any(place in name for place in _EXERCISE_PLACES):
        return None
    if kind is PartKind.PROGRAM:
        base = name.rpartition("/")[2]
        # A file with an ending, or in a directory, may be one that the exercise lacks.
        if not base or ("." in base and base not in PACKAGES):
            return None
        return MissingDependency(kind, base)
    if kind is PartKind.JAVA:
        name = name.replace("/", ".")
    if kind is PartKind.PERL:
        name = name.replace("/", "::")
    if kind is PartKind.NODE and name.startswith((".", "/")):
        return None  # a file of the judge or of the exercise
    return MissingDependency(kind, name) if name else None
