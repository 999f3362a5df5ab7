"""Check the OCaml source of a learn-ocaml exercise.

It must consist of tokens, and its tests may call only what the grader's library has.
"""

import functools
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from kriterion.authoring.author_places import inside
from kriterion.authoring.finding import error
from kriterion.authoring.judge_inputs.ocaml_tokens import LexicalFault, Token, list_tokens
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.learn_ocaml.grading_file_check import list_dependencies
from kriterion.exercises.learn_ocaml.repository_layout import (
    PRELUDE,
    PREPARE,
    SOLUTION,
    TEMPLATE,
    TEST,
)
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion.tools.catalog import LEARN_OCAML, SHIPPED_JUDGES
from kriterion_tools.contracts.learn_ocaml_repository.json_places import find_line_and_column
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name
from kriterion_tools.diagnostic import Diagnostic, describe_value

_MAXIMUM_BYTES = 1024 * 1024
_MAXIMUM_NAMES = 20  # reported of one file
_LEAST_SIMILARITY = 0.85
_SHORTEST_NAME = 6  # characters: shorter names resemble too many others

# After these words, names are bound up to the sign that ends the pattern.
_BINDERS = frozenset(
    ["let", "and", "fun", "function", "with", "|", "for", "val", "external", "method", "as", "type"]
)
_PATTERN_ENDS = {"=", "->", "in", "begin"}
# After these comes a field, a label or a type variable.
_NO_VALUE_AFTER = {".", "~", "?", "'", "#", "`", "{", "mutable"}
_AFTER_FIELD = {"=", ":"}
_EDGE = Token(";;", 0)
_GRADER = SHIPPED_JUDGES[LEARN_OCAML] / "grader"
_LIBRARY = "test_lib"
_VALUE = re.compile(r"^ *val ([a-z_][\w']*)", re.MULTILINE)
_INCLUDED = re.compile(r"include (?:module type of struct\s+include )?([A-Z]\w*)")
# Words of the language that resemble names of the library.
_NO_NAMES = frozenset({"function", "functor"})


def check_ocaml_sources(exercise: Exercise) -> Iterator[Diagnostic]:
    """Yield what keeps the grader from loading the exercise's source."""
    files = Files(exercise.repository)
    tokens: dict[str, list[Token]] = {}
    sources: dict[str, str] = {}
    for name in (
        PRELUDE,
        PREPARE,
        TEMPLATE,
        SOLUTION,
        TEST,
        *list_dependencies(files, exercise.directory),
    ):
        try:
            content = files.load_below(
                exercise.directory.relative_to(exercise.repository) / name, at_most=_MAXIMUM_BYTES
            )
        except Unreadable:
            continue
        sources[name] = content.decode("utf-8-sig", errors="replace")
        try:
            tokens[name] = list(list_tokens(sources[name]))
        except LexicalFault as fault:
            yield error(
                inside(exercise, os.path.normpath(name)),
                f"is not valid OCaml: {fault.what}",
                where=_format_place(sources[name], fault.offset),
                code="learn-ocaml.source.invalid-token",
            )
    if TEST in tokens:
        others = [tokens[name] for name in tokens if name != TEST]
        for token, meant in _find_misspelt_names(tokens[TEST], others):
            yield error(
                inside(exercise, TEST),
                f"{describe_value(token.text)} is not defined",
                where=_format_place(sources[TEST], token.offset),
                fix=f"did you mean {describe_value(meant)}?",
                code="learn-ocaml.test.unknown-name",
            )


@functools.cache
def list_library_names() -> frozenset[str]:
    """Return the names of the values that tests may call."""
    waiting, seen, names = [_LIBRARY], set(), set()
    while waiting:
        module = waiting.pop()
        interface = _GRADER / f"{module}.mli"
        if module in seen or not interface.is_file():
            continue
        seen.add(module)
        text = interface.read_text()
        names.update(_VALUE.findall(text))
        waiting += [name[0].lower() + name[1:] for name in _INCLUDED.findall(text)]
    return frozenset(names)


def _find_misspelt_names(
    tests: Sequence[Token], others: Iterable[Sequence[Token]]
) -> Iterator[tuple[Token, str]]:
    """Yield the first use of each undefined name that resembles a name of the grader's library,
    with the latter.
    """
    library = list_library_names()
    known = {token.text for tokens in others for token in tokens}
    known |= _NO_NAMES | library | _list_bound_names(tests)
    reported = 0
    around = zip([_EDGE, *tests], tests, [*tests[1:], _EDGE], strict=False)
    for before, token, after in around:
        name = token.text
        if (
            name in known
            or len(name) < _SHORTEST_NAME
            or not (name[0].islower() or name[0] == "_")
            or before.text in _NO_VALUE_AFTER
            or (before.text == ";" and after.text in _AFTER_FIELD)
        ):
            continue
        known.add(name)
        meant = find_similar_name(name, library)
        if meant is not None and SequenceMatcher(None, name, meant).ratio() >= _LEAST_SIMILARITY:
            yield token, meant
            reported += 1
            if reported == _MAXIMUM_NAMES:
                return


def _list_bound_names(tokens: Iterable[Token]) -> set[str]:
    """Return the names that the source binds, and possibly more."""
    bound: set[str] = set()
    in_pattern = False
    for token in tokens:
        if token.text in _BINDERS:
            in_pattern = True
        elif token.text in _PATTERN_ENDS:
            in_pattern = False
        elif in_pattern:
            bound.add(token.text)
    return bound


def _format_place(source: str, offset: int) -> str:
    line, column = find_line_and_column(source, offset)
    return f"line {line}, column {column}"
