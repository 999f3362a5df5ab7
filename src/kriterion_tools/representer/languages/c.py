"""C."""

from kriterion_tools.representer.equivalents.assignments import (
    shorten_assignment,
    unify_all_steps,
)
from kriterion_tools.representer.equivalents.last_statements import chain, drop_last_continue
from kriterion_tools.representer.language import ANY, Language, NameRole, Order, TypeRules
from kriterion_tools.representer.language_parts.c_family.c_tokens import join_directive_lines
from kriterion_tools.representer.language_parts.c_family.declarations import (
    BINDINGS,
    BLOCKS,
    DESIGNATORS,
    NAME_SPELLERS,
    PATTERNS,
    REWRITES,
    RUNS,
    SPELLINGS,
    changes_names,
    drop_empty_statement,
)
from kriterion_tools.representer.library_names import c as library_names
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

TYPING = TypeRules(
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
    implied=DESIGNATORS,
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
)


# With one of these words in a solution, `x = x + 1` and `x += 1` may differ.
_UNSAFE_WORDS = frozenset({"_Atomic", "stdatomic", "volatile"})
_unify_steps = unify_all_steps(
    {"assignment_expression"}, fields=("argument", "operator"), unsafe_words=_UNSAFE_WORDS
)


def _simplify_arrow(node: Node, _: SolutionWords) -> Node:
    """Normalise (*x).y to x->y."""
    argument, dot = node.children[0], node.children[1]
    if dot.text == "." and argument.kind == "pointer_expression":
        star, pointer = argument.children
        if star.text == "*":
            pointer.field = "argument"
            node.children[:2] = [pointer, leaf("->", "->", "operator")]
    return node


def _drop_auto(node: Node, _: SolutionWords) -> Node:
    """Drop `auto`, which is the default of a local variable, and `extern` of a function."""
    names = [child for child in node.children if child.kind == "storage_class_specifier"]
    is_function = any(child.kind == "function_declarator" for child in node.children)
    for child in names:
        if [part.text for part in child.children] in (["auto"], ["extern"] if is_function else []):
            node.children.remove(child)
    return node


LANGUAGE = Language(
    name="c",
    version=12,
    prepare=join_directive_lines,
    has_macros=True,
    quoting={"assert": True},
    name_readers=frozenset({"dlsym", "alias"}),
    name_spellers=NAME_SPELLERS,
    order_readers=frozenset({"__COUNTER__", "__LINE__"}),
    transparent=frozenset({"parenthesized_expression", "parenthesized_declarator"}),
    spliced=frozenset({"declarations"}),
    blocks=BLOCKS,
    spellings=SPELLINGS,
    rewrites={
        **REWRITES,
        "assignment_expression": shorten_assignment(
            "assignment_expression", unsafe_words=_UNSAFE_WORDS, calls=False
        ),
        "expression_statement": chain(drop_empty_statement, _unify_steps),
        "for_statement": chain(_unify_steps, drop_last_continue),
        "while_statement": drop_last_continue,
        "do_statement": drop_last_continue,
        "field_expression": _simplify_arrow,
        "declaration": chain(_drop_auto, REWRITES["declaration"]),
    },
    identifiers={
        "identifier": NameRole.EITHER,
        "type_identifier": NameRole.VARIABLE,
        "field_identifier": NameRole.MEMBER,
        "statement_identifier": NameRole.VARIABLE,
    },
    roles={("call_expression", "function"): NameRole.VARIABLE},  # a field needs a receiver
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes={
        "function_definition": {"declarator", "body"},
        "compound_statement": {ANY},
        "for_statement": {ANY},
        "preproc_function_def": {"parameters", "value"},
        "prototype": {ANY},
    },
    typing=TYPING,
    accesses={"field_expression": ("argument", "field")},
    calls={"call_expression": "function"},
    is_kept_name=frozenset({"main"}).__contains__,
    orders=(
        Order(
            containers=frozenset({"translation_unit"}),
            items=frozenset({"function_definition"}),
            is_barrier=changes_names,
            deferred={"function_definition": {ANY}},
        ),
    ),
    runs=RUNS,
)
