"""How each language builds conditions, loops and blocks: kinds of nodes in its tree-sitter grammar.

What is a function and a call, and where their names and parameters are, is in the tagger's tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """Kinds of nodes by their role. Kinds of `continued` are conditions that belong to the
    condition around them, such as `elif`; an `if` right after the token `else` does, too.
    """

    conditions: frozenset[str]
    continued: frozenset[str] = frozenset()
    loops: frozenset[str]
    switches: frozenset[str] = frozenset()
    cases: frozenset[str] = frozenset()  # of switches
    ternaries: frozenset[str] = frozenset()
    catches: frozenset[str] = frozenset()
    blocks: frozenset[str] = frozenset()  # whose children are statements
    declarations: frozenset[str] = frozenset()  # types and imports: nothing in them is measured


def _kinds(text: str) -> frozenset[str]:
    return frozenset(text.split())


_JAVASCRIPT = Shape(
    conditions=_kinds("if_statement"),
    loops=_kinds("for_statement for_in_statement while_statement do_statement"),
    switches=_kinds("switch_statement"),
    cases=_kinds("switch_case switch_default"),
    ternaries=_kinds("ternary_expression"),
    catches=_kinds("catch_clause"),
    blocks=_kinds("statement_block switch_case switch_default program"),
    declarations=_kinds("import_statement export_clause"),
)
_TYPESCRIPT = Shape(
    conditions=_JAVASCRIPT.conditions,
    loops=_JAVASCRIPT.loops,
    switches=_JAVASCRIPT.switches,
    cases=_JAVASCRIPT.cases,
    ternaries=_JAVASCRIPT.ternaries,
    catches=_JAVASCRIPT.catches,
    blocks=_JAVASCRIPT.blocks,
    declarations=_JAVASCRIPT.declarations
    | _kinds("interface_declaration type_alias_declaration enum_declaration"),
)
_C = Shape(
    conditions=_kinds("if_statement"),
    loops=_kinds("for_statement while_statement do_statement"),
    switches=_kinds("switch_statement"),
    cases=_kinds("case_statement"),
    ternaries=_kinds("conditional_expression"),
    blocks=_kinds("compound_statement case_statement"),
    declarations=_kinds("struct_specifier union_specifier enum_specifier preproc_include"),
)

SHAPES: Mapping[str, Shape] = {
    "bash": Shape(
        conditions=_kinds("if_statement"),
        continued=_kinds("elif_clause"),
        loops=_kinds("for_statement c_style_for_statement while_statement"),
        switches=_kinds("case_statement"),
        cases=_kinds("case_item"),
        blocks=_kinds("compound_statement do_group if_statement elif_clause else_clause case_item"),
    ),
    "c": _C,
    "cpp": Shape(
        conditions=_C.conditions,
        loops=_C.loops | _kinds("for_range_loop"),
        switches=_C.switches,
        cases=_C.cases,
        ternaries=_C.ternaries,
        catches=_kinds("catch_clause"),
        blocks=_C.blocks,
        declarations=_kinds("enum_specifier preproc_include using_declaration"),
    ),
    "c_sharp": Shape(
        conditions=_kinds("if_statement"),
        loops=_kinds("for_statement foreach_statement while_statement do_statement"),
        switches=_kinds("switch_statement switch_expression"),
        cases=_kinds("switch_section switch_expression_arm"),
        ternaries=_kinds("conditional_expression"),
        catches=_kinds("catch_clause"),
        blocks=_kinds("block switch_section"),
        declarations=_kinds("using_directive enum_declaration interface_declaration"),
    ),
    "go": Shape(
        conditions=_kinds("if_statement"),
        loops=_kinds("for_statement"),
        switches=_kinds("expression_switch_statement type_switch_statement select_statement"),
        cases=_kinds("expression_case type_case communication_case default_case"),
        blocks=_kinds("statement_list"),
        declarations=_kinds("import_declaration type_declaration"),
    ),
    "haskell": Shape(
        conditions=_kinds("conditional multi_way_if"),
        loops=frozenset(),
        switches=_kinds("case lambda_case"),
        cases=_kinds("alternative"),
        blocks=_kinds("do"),
        declarations=_kinds("import data_type newtype signature class"),
    ),
    "java": Shape(
        conditions=_kinds("if_statement"),
        loops=_kinds("for_statement enhanced_for_statement while_statement do_statement"),
        switches=_kinds("switch_expression"),
        cases=_kinds("switch_block_statement_group switch_rule"),
        ternaries=_kinds("ternary_expression"),
        catches=_kinds("catch_clause"),
        blocks=_kinds("block constructor_body switch_block_statement_group"),
        declarations=_kinds("import_declaration interface_declaration"),
    ),
    "javascript": _JAVASCRIPT,
    "kotlin": Shape(
        conditions=_kinds("if_expression"),
        loops=_kinds("for_statement while_statement do_while_statement"),
        switches=_kinds("when_expression"),
        cases=_kinds("when_entry"),
        catches=_kinds("catch_block"),
        blocks=_kinds("block lambda_literal"),
        declarations=_kinds("import enum_class_body"),
    ),
    "ocaml": Shape(
        conditions=_kinds("if_expression"),
        loops=_kinds("for_expression while_expression"),
        switches=_kinds("match_expression function_expression"),
        cases=_kinds("match_case"),
        catches=_kinds("try_expression"),
        declarations=_kinds("type_definition open_module module_type_definition"),
    ),
    "php": Shape(
        conditions=_kinds("if_statement"),
        continued=_kinds("else_if_clause"),
        loops=_kinds("for_statement foreach_statement while_statement do_statement"),
        switches=_kinds("switch_statement match_expression"),
        cases=_kinds(
            "case_statement default_statement match_conditional_expression match_default_expression"
        ),
        ternaries=_kinds("conditional_expression"),
        catches=_kinds("catch_clause"),
        blocks=_kinds("compound_statement case_statement default_statement"),
        declarations=_kinds("namespace_use_declaration interface_declaration enum_declaration"),
    ),
    "python": Shape(
        conditions=_kinds("if_statement"),
        continued=_kinds("elif_clause"),
        loops=_kinds("for_statement while_statement"),
        switches=_kinds("match_statement"),
        cases=_kinds("case_clause"),
        ternaries=_kinds("conditional_expression"),
        catches=_kinds("except_clause"),
        blocks=_kinds("block"),
        declarations=_kinds("import_statement import_from_statement"),
    ),
    "ruby": Shape(
        conditions=_kinds("if unless if_modifier unless_modifier"),
        continued=_kinds("elsif"),
        loops=_kinds("for while until while_modifier until_modifier"),
        switches=_kinds("case case_match"),
        cases=_kinds("when in_clause"),
        ternaries=_kinds("conditional"),
        catches=_kinds("rescue"),
        blocks=_kinds("body_statement then else do block_body begin"),
    ),
    "rust": Shape(
        conditions=_kinds("if_expression"),
        loops=_kinds("for_expression while_expression loop_expression"),
        switches=_kinds("match_expression"),
        cases=_kinds("match_arm"),
        blocks=_kinds("block"),
        declarations=_kinds("use_declaration struct_item enum_item attribute_item"),
    ),
    "tsx": _TYPESCRIPT,
    "typescript": _TYPESCRIPT,
}
