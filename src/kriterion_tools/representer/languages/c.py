"""C."""

from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    SolutionWords,
    Typing,
)
from kriterion_tools.representer.language_parts.c_tokens import join_directive_lines
from kriterion_tools.representer.language_parts.declarations import (
    BINDINGS,
    BLOCKS,
    PATTERNS,
    REWRITES,
    RUNS,
    SPELLINGS,
    drop_empty_statement,
)
from kriterion_tools.representer.language_parts.increments import unify_steps
from kriterion_tools.representer.library_names import c as library_names
from kriterion_tools.representer.solution_tree import Node

TYPING = Typing(
    classes=frozenset({"struct_specifier", "union_specifier"}),
    declarations={
        "declaration": ({"declarator"}, {"type"}),
        "parameter_declaration": ({"declarator"}, {"type"}),
        "optional_parameter_declaration": ({"declarator"}, {"type"}),
        "field_declaration": ({"declarator"}, {"type"}),
        "for_range_loop": ({"declarator"}, {"type"}),
        "assignment_expression": ({"left"}, ()),
    },
    results={"function_definition": "type", "declaration": "type"},
    wrappers={"pointer_expression": "argument", "cast_expression": "type"},
    type_wrappers=frozenset({"type_descriptor"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
)


def _rewrite_statement(node: Node, source: SolutionWords) -> Node | None:
    statement = drop_empty_statement(node, source)
    return statement and unify_steps(statement, source)


LANGUAGE = Language(
    name="c",
    version=3,
    prepare=join_directive_lines,
    transparent=frozenset({"parenthesized_expression", "parenthesized_declarator"}),
    blocks=BLOCKS,
    spellings=SPELLINGS,
    rewrites={**REWRITES, "expression_statement": _rewrite_statement, "for_statement": unify_steps},
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
        "compound_statement": {ANY},
        "for_statement": {ANY},
        "preproc_function_def": {"parameters", "value"},
    },
    typing=TYPING,
    accesses={"field_expression": ("argument", "field")},
    calls={"call_expression": "function"},
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
