"""C."""

from kriterion_tools.representer.language import ANY, Language, NameRole, Order
from kriterion_tools.representer.language_parts.c_tokens import join_directive_lines
from kriterion_tools.representer.language_parts.declarations import (
    BINDINGS,
    BLOCKS,
    PATTERNS,
    REWRITES,
    RUNS,
    SPELLINGS,
)

LANGUAGE = Language(
    name="c",
    version=2,
    prepare=join_directive_lines,
    transparent=frozenset({"parenthesized_expression", "parenthesized_declarator"}),
    blocks=BLOCKS,
    spellings=SPELLINGS,
    rewrites=REWRITES,
    identifiers={
        "identifier": NameRole.EITHER,
        "type_identifier": NameRole.VARIABLE,
        "field_identifier": NameRole.MEMBER,
        "statement_identifier": NameRole.VARIABLE,
    },
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes={
        "function_definition": {"declarator", "body"},
        "preproc_function_def": {"parameters", "value"},
    },
    is_kept_name=frozenset({"main"}).__contains__,
    orders=(
        Order(
            containers=frozenset({"translation_unit"}),
            items=frozenset({"function_definition"}),
            deferred={"function_definition": {ANY}},
        ),
    ),
    runs=RUNS,
)
