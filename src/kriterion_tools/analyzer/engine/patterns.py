"""Rules of ast-grep, run on a file. Source of what a rule object may hold: ast-grep 0.51."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from ast_grep_py import SgNode, SgRoot

from kriterion_tools.analyzer.engine.rule import Pattern
from kriterion_tools.analyzer.source import Match, Source

MAXIMUM_MATCHES = 200  # of one rule in one file

# ast-grep's names, where they are others; it has no OCaml.
_NAMES = {"c_sharp": "csharp"}
UNKNOWN = frozenset({"ocaml"})

VARIABLE = re.compile(r"(\$\$\$|\$)([A-Z_][A-Z0-9_]*)")


class Unusable(Exception):
    """A rule cannot be run, and why."""


def parsed(text: str, language: str) -> SgNode:
    """The text as ast-grep sees it. Raises Unusable."""
    if language in UNKNOWN:
        raise Unusable(f"ast-grep knows no {language}: write a query")
    with _told():
        return SgRoot(text, _NAMES.get(language, language)).root()


def find(pattern: Pattern, source: Source, root: SgNode, names: frozenset[str]) -> list[Match]:
    """Where a rule matches, with what it captured under these names (`$X`, `$$$X`)."""
    with _told():
        found = root.find_all(pattern.config)
        return [_match(node, source, names) for node in islice(found, MAXIMUM_MATCHES)]


def try_out(pattern: Pattern, language: str) -> None:
    """Have ast-grep read a rule. Raises Unusable."""
    root = parsed("", language)
    with _told():
        root.find_all(pattern.config)


@contextmanager
def _told() -> Iterator[None]:
    """Whatever ast-grep refuses is told as Unusable."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except BaseException as error:  # what panics in Rust is no Exception
        raise Unusable(_reason_of(error)) from error


def _reason_of(error: BaseException) -> str:
    """What ast-grep says is wrong, on one line."""
    told = str(error).partition("Stack backtrace:")[0]
    causes = re.split(r"(?m)^ *\d+: ", told.partition("Caused by:")[2] or told)
    # The innermost says most, and an expression's is drawn over several lines.
    return " ".join(" ".join(dict.fromkeys(causes)).split()) or type(error).__name__


def _match(node: SgNode, source: Source, names: frozenset[str]) -> Match:
    start = node.range().start
    captured = {name: _captured(node, source, name) for name in names}
    return Match(
        place=source.place_of(start.line, start.column, node.text()),
        captured={name: text for name, text in captured.items() if text is not None},
    )


def _captured(node: SgNode, source: Source, name: str) -> str | None:
    variable = VARIABLE.fullmatch(name)
    if variable is None:
        return None
    if variable[1] == "$":
        one = node.get_match(variable[2])
        return None if one is None else one.text()
    several = node.get_multiple_matches(variable[2])
    if not several:
        return ""
    return source.text[several[0].range().start.index : several[-1].range().end.index]
