"""Run ast-grep rules on a file. Rule objects are those of ast-grep 0.51."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from ast_grep_py import SgNode, SgRoot

from kriterion_tools.analyzer.engine.rule import Pattern
from kriterion_tools.analyzer.source import Match, Source

MAXIMUM_MATCHES = 200  # of one rule in one file

# ast-grep's names of languages, where they differ from ours. It does not support OCaml.
_NAMES = {"c_sharp": "csharp"}
UNKNOWN = frozenset({"ocaml"})

VARIABLE = re.compile(r"(\$\$\$|\$)([A-Z_][A-Z0-9_]*)")


class UnusableRule(Exception):
    """A rule cannot be run; the message says why."""


def parse_code(text: str, language: str) -> SgNode:
    """Parse a text with ast-grep. Raises UnusableRule."""
    if language in UNKNOWN:
        raise UnusableRule(f"ast-grep does not support {language}: write a query")
    with _raise_unusable():
        return SgRoot(text, _NAMES.get(language, language)).root()


def find(pattern: Pattern, source: Source, root: SgNode, names: frozenset[str]) -> list[Match]:
    """Return the matches of a rule, with what it captured under these names (`$X`, `$$$X`)."""
    with _raise_unusable():
        nodes = root.find_all(pattern.config)
        return [_make_match(node, source, names) for node in islice(nodes, MAXIMUM_MATCHES)]


def check_pattern(pattern: Pattern, language: str) -> None:
    """Check that ast-grep accepts a rule. Raises UnusableRule."""
    root = parse_code("", language)
    with _raise_unusable():
        root.find_all(pattern.config)


@contextmanager
def _raise_unusable() -> Iterator[None]:
    """Turn any error of ast-grep into UnusableRule."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except BaseException as error:  # a panic in Rust is not an Exception
        raise UnusableRule(_describe_error(error)) from error


def _describe_error(error: BaseException) -> str:
    """Return ast-grep's reason on one line."""
    message = str(error).partition("Stack backtrace:")[0]
    causes = re.split(r"(?m)^ *\d+: ", message.partition("Caused by:")[2] or message)
    # Errors of regular expressions span several lines.
    return " ".join(" ".join(dict.fromkeys(causes)).split()) or type(error).__name__


def _make_match(node: SgNode, source: Source, names: frozenset[str]) -> Match:
    start = node.range().start
    captured = {name: _read_capture(node, source, name) for name in names}
    return Match(
        place=source.locate(start.line, start.column, node.text()),
        captured={name: text for name, text in captured.items() if text is not None},
    )


def _read_capture(node: SgNode, source: Source, name: str) -> str | None:
    variable = VARIABLE.fullmatch(name)
    if variable is None:
        return None
    if variable[1] == "$":
        match = node.get_match(variable[2])
        return None if match is None else match.text()
    several = node.get_multiple_matches(variable[2])
    if not several:
        return ""
    return source.text[several[0].range().start.index : several[-1].range().end.index]
