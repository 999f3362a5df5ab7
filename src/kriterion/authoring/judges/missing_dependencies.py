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
class DependencyKind(StrEnum):
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

    kind: DependencyKind
    name: str

    def __str__(self) -> str:
        return f"the {self.kind} {self.name!r} is missing"


_PATTERNS: tuple[tuple[DependencyKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        # dash: "run: 3: python: not found"; busybox: "run: line 3: python: not found".
        (
            DependencyKind.PROGRAM,
            rf":(?: line)? ?\d+: (?:exec: )?(?:line \d+: )?{_NAME}: not found$",
        ),
        # bash: "run: line 3: jq: command not found"; zsh: "command not found: jq".
        (DependencyKind.PROGRAM, rf"(?:^|: ){_NAME}: command not found$"),
        (DependencyKind.PROGRAM, rf"command not found: {_NAME}$"),
        # bash, without the directory of the interpreter.
        (DependencyKind.PROGRAM, rf": {_NAME}: bad interpreter: No such file or directory"),
        # coreutils and busybox: "env: 'python': No such file or directory".
        (DependencyKind.PROGRAM, rf"\benv: (?:can't execute )?{_NAME}: No such file or directory"),
        (
            DependencyKind.PROGRAM,
            rf"^(?:\S+: )?exec: {_NAME}: (?:cannot execute: )?(?:not found|No such)",
        ),
        # Shells and Python, of a program with or without its directory.
        (DependencyKind.PROGRAM, rf": line \d+: {_NAME}: No such file or directory$"),
        (DependencyKind.PROGRAM, rf"^FileNotFoundError: .*No such file or directory: {_NAME}"),
        (DependencyKind.PROGRAM, r"(?:\bspawn|spawnSync) (?P<name>[^\s:]{1,200}) ENOENT\b"),
        (DependencyKind.PROGRAM, r'Cannot run program "(?P<name>[^"\s]{1,200})"'),
        (
            DependencyKind.LIBRARY,
            r"(?P<name>[\w.+-]{1,200}\.so[\w.]{0,40}): cannot open shared object file",
        ),
        (
            DependencyKind.PYTHON,
            r"^ModuleNotFoundError: No module named ['\"](?P<name>[\w.]{1,200})",
        ),
        (DependencyKind.PYTHON, r": No module named (?P<name>[\w.]{1,200})$"),
        (DependencyKind.NODE, r"Cannot find (?:module|package) ['\"](?P<name>[^'\"]{1,200})['\"]"),
        (
            DependencyKind.JAVA,
            r"(?:NoClassDefFoundError|ClassNotFoundException): (?P<name>[\w./$]{1,200})",
        ),
        (DependencyKind.JAVA, r"Could not find or load main class (?P<name>[\w./$]{1,200})"),
        (DependencyKind.JAVA, r"error: package (?P<name>[\w.]{1,200}) does not exist"),
        (DependencyKind.RUBY, r"cannot load such file -- (?P<name>[^\s()]{1,200})"),
        (DependencyKind.R, rf"there is no package called {_NAME}"),
        (DependencyKind.PERL, r"Can't locate (?P<name>[\w/]{1,200})\.pm in @INC"),
        (DependencyKind.HASKELL, r"Could not (?:find|load) module [‘`'](?P<name>[\w.]{1,200})"),
        (DependencyKind.LUA, r"module '(?P<name>[\w.]{1,200})' not found:"),
        (DependencyKind.PROLOG, r"source_sink [`'](?P<name>[\w/()]{1,200})' does not exist"),
    )
)

_FIXES = {
    DependencyKind.LIBRARY: "install the package with it: apt-file search {name}",
    DependencyKind.PYTHON: "pip install it where the python of the judge's image finds it",
    DependencyKind.NODE: "npm install it, and name its node_modules in NODE_PATH of the judge's image",
    DependencyKind.JAVA: "add its jar to the judge, or to CLASSPATH of the judge's image",
    DependencyKind.RUBY: "gem install {name}",
    DependencyKind.R: "apt-get install r-cran-{lower}, or install.packages() as root",
    DependencyKind.PERL: "install it with cpan, or as a package of the system",
    DependencyKind.HASKELL: "install the library with it: apt-file search {name}",
    DependencyKind.LUA: "luarocks install {name}",
    DependencyKind.PROLOG: "install the pack or the package with it",
}


def find_missing_dependency(stderr: bytes) -> MissingDependency | None:
    """Return the first program or library that the output says is missing, or None."""
    text = stderr[-_MAXIMUM_BYTES:].decode(errors="replace")
    for line in text.splitlines():
        line = line.strip()[:_MAXIMUM_LINE]
        for kind, pattern in _PATTERNS:
            match = pattern.search(line)
            if (
                match is not None
                and (dependency := _make_dependency(kind, match["name"])) is not None
            ):
                return dependency
    return None


def suggest_dependency_remedy(dependency: MissingDependency, image: Image) -> str:
    """Return what to do about it."""
    if dependency.kind is DependencyKind.PROGRAM:
        return suggest_remedy(dependency.name, image)
    return _FIXES[dependency.kind].format(name=dependency.name, lower=dependency.name.lower())


def _make_dependency(kind: DependencyKind, name: str) -> MissingDependency | None:
    name = name.rstrip(".")
    if not name.isprintable() or any(place in name for place in _EXERCISE_PLACES):
        return None
    if kind is DependencyKind.PROGRAM:
        base = name.rpartition("/")[2]
        # A file with an ending, or in a directory, may be one that the exercise lacks.
        if not base or ("." in base and base not in PACKAGES):
            return None
        return MissingDependency(kind, base)
    if kind is DependencyKind.JAVA:
        name = name.replace("/", ".")
    if kind is DependencyKind.PERL:
        name = name.replace("/", "::")
    if kind is DependencyKind.NODE and name.startswith((".", "/")):
        return None  # a file of the judge or of the exercise
    return MissingDependency(kind, name) if name else None
