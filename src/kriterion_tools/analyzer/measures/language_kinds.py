"""A language's shape with kinds as the numbers of its grammar, compiled for the walk."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from kriterion_tools.analyzer.measures.language_shapes import SHAPES, Shape
from kriterion_tools.analyzer.tagger.grammar import Grammar, load_grammar
from kriterion_tools.analyzer.tagger.node_selectors import number_kinds
from kriterion_tools.grammars import find_grammar, list_kinds

_LITERAL = re.compile(
    r"(?:\w+_)?(?:string|char|character|number|integer|int|float|real|imaginary|null|nil|none|true"
    r"|false|boolean|bool|regex|rune|symbol)(?:_literal|_string|_content|_fragment)?"
)
_PART_OF_LITERAL = re.compile(
    r"\w*(?:content|fragment|start|end|escape\w*|pattern|flags|delimiter|encoding|suffix)"
)
_COMMENT = re.compile(r"\w*comment")
_LOGICAL = frozenset({"&&", "||", "and", "or"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Kinds:
    """A language's shape with kinds as the grammar's numbers."""

    grammar: Grammar
    shape: Shape
    conditions: frozenset[int]
    continued: frozenset[int]
    loops: frozenset[int]
    switches: frozenset[int]
    cases: frozenset[int]
    ternaries: frozenset[int]
    catches: frozenset[int]
    blocks: frozenset[int]
    declarations: frozenset[int]
    comments: frozenset[int]
    literals: frozenset[int]
    literal_parts: frozenset[int]
    operators: frozenset[int]  # named kinds
    names: frozenset[int]  # named kinds that are neither literals nor operators
    logical: frozenset[int]  # tokens
    defaulting: frozenset[int]  # tokens before a value for the case that there is none
    otherwise: frozenset[int]  # the token `else`
    tests: frozenset[int]  # kinds that may hold only tests
    field_names: Sequence[str]


@functools.cache
def load_kinds(language: str) -> Kinds | None:
    """Return the kinds of a language; None if there is no table for it."""
    shape, grammar = SHAPES.get(language), load_grammar(language)
    if shape is None or grammar is None:
        return None
    numbers = number_kinds(find_grammar(language))
    parser_language = find_grammar(language)

    def select(kinds: frozenset[str]) -> frozenset[int]:
        return frozenset(
            number
            for kind in kinds
            for number in numbers[kind]
            if parser_language.node_kind_is_named(number)
        )

    def match(pattern: re.Pattern[str]) -> frozenset[int]:
        return frozenset(
            number
            for number, kind in enumerate(list_kinds(language))
            if parser_language.node_kind_is_named(number) and pattern.fullmatch(kind)
        )

    def tokens(texts: frozenset[str]) -> frozenset[int]:
        return frozenset(
            number for number, kind in enumerate(list_kinds(language)) if kind in texts
        )

    literals = match(_LITERAL)
    operators = match(re.compile(r"\w*operator"))
    return Kinds(
        grammar=grammar,
        shape=shape,
        conditions=select(shape.conditions),
        continued=select(shape.continued),
        loops=select(shape.loops),
        switches=select(shape.switches),
        cases=select(shape.cases),
        ternaries=select(shape.ternaries),
        catches=select(shape.catches),
        blocks=select(shape.blocks),
        declarations=select(shape.declarations),
        comments=match(_COMMENT),
        literals=literals,
        operators=operators,
        literal_parts=match(_PART_OF_LITERAL),
        names=match(re.compile(r"\w+")) - literals - operators,
        logical=tokens(_LOGICAL),
        defaulting=tokens(frozenset({"??", "?:"})),
        otherwise=tokens(frozenset({"else"})),
        tests=tokens(frozenset({"mod_item"})),
        field_names=[
            parser_language.field_name_for_id(number) or ""
            for number in range(parser_language.field_count + 1)
        ],
    )
