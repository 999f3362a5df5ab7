"""PHP."""

from collections.abc import Mapping

from kriterion_tools.representer.equivalents import php as equivalents
from kriterion_tools.representer.equivalents.assignments import unify_steps
from kriterion_tools.representer.equivalents.last_statements import (
    chain,
    drop_last_continue,
    drop_last_return,
)
from kriterion_tools.representer.language import (
    ANY,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
    TypeRules,
)
from kriterion_tools.representer.language_parts import php_literals as literals
from kriterion_tools.representer.language_parts import php_names as names
from kriterion_tools.representer.language_parts import php_statements as statements
from kriterion_tools.representer.library_names import php as library_names
from kriterion_tools.representer.looked_up import php as looked_up

ACCESSES = (
    *("member_access_expression", "nullsafe_member_access_expression", "member_call_expression"),
    *("nullsafe_member_call_expression", "scoped_call_expression"),
)

REWRITES: Mapping[str, Rewrite] = {
    "encapsed_string": literals.rewrite_double_quoted,
    "variable_name": names.join_variable,
    "property_element": names.mark_property,
    "scoped_property_access_expression": names.mark_property,
    "property_promotion_parameter": names.bind_promoted_property,
    "class_constant_access_expression": names.mark_class_constant,
    "const_element": names.mark_defined_constant,
    "program": chain(
        statements.mark_several_namespaces,
        equivalents.drop_unused_uses,
        looked_up.keep_looked_up_names,
    ),
    **dict.fromkeys(ACCESSES, looked_up.mark_dynamic_access),
    "cast_type": literals.unify_cast,
    "union_type": equivalents.sort_null,
    "named_type": literals.lower_builtin_type,
    "switch_block": statements.drop_colon,
    "exit_statement": statements.drop_semicolon,
    "assignment_expression": equivalents.shorten,
    "expression_statement": equivalents.simplify_statement,
    "for_statement": chain(statements.drop_colon, unify_steps, drop_last_continue),
    "foreach_statement": chain(statements.mark_loop_variables, drop_last_continue),
    "while_statement": drop_last_continue,
    "do_statement": drop_last_continue,
    "function_definition": drop_last_return,
    "return_statement": equivalents.simplify_return,
    "unary_op_expression": equivalents.negate_comparison,
    "function_call_expression": equivalents.call_exit,
    "property_declaration": equivalents.sort_modifiers,
    "const_declaration": equivalents.sort_modifiers,
    "optional_type": equivalents.expand_optional_type,
    "namespace_use_declaration": equivalents.split_use,
    "object_creation_expression": statements.add_empty_arguments,
    "if_statement": statements.nest_elseif,
    "colon_block": statements.rewrite_colon_block,
    "array_creation_expression": statements.unify_array,
    "list_literal": statements.unify_array,
    "boolean": literals.lower_case,
    "null": literals.lower_case,
    "php_tag": statements.drop_opening_tag,
    "text_interpolation": statements.drop_closing_tag,
    "binary_expression": statements.unify_operator,
    "method_declaration": chain(
        names.keep_magic_method, equivalents.sort_modifiers, drop_last_return
    ),
}

IDENTIFIERS: Mapping[str, NameRole] = {
    "variable": NameRole.OWN,
    "property": NameRole.MEMBER,
    "name": NameRole.VARIABLE,
}

ROLES: Mapping[tuple[str, str], NameRole] = {
    ("member_access_expression", "name"): NameRole.MEMBER,
    ("nullsafe_member_access_expression", "name"): NameRole.MEMBER,
    ("member_call_expression", "name"): NameRole.MEMBER,
    ("nullsafe_member_call_expression", "name"): NameRole.MEMBER,
    ("scoped_call_expression", "name"): NameRole.MEMBER,
    ("class_constant_access_expression", "name"): NameRole.MEMBER,
    ("method_declaration", "name"): NameRole.MEMBER,
    ("enum_case", "name"): NameRole.MEMBER,
    ("argument", "name"): NameRole.KEYWORD,
    # An imported name, followed by its alias.
    ("qualified_name", ""): NameRole.KEPT,
    ("namespace_name", ""): NameRole.KEPT,
    ("attribute", ""): NameRole.KEPT,
}

BINDINGS: Places = {
    "simple_parameter": {"name"},
    "variadic_parameter": {"name"},
    "property_promotion_parameter": {"name", "property"},
    "function_definition": {"name"},
    "class_declaration": {"name"},
    "interface_declaration": {"name"},
    "trait_declaration": {"name"},
    "enum_declaration": {"name"},
    "method_declaration": {"name"},
    "property_element": {"name"},
    "const_element": {"name"},
    "enum_case": {"name"},
    "namespace_use_clause": {"alias"},
    "named_label_statement": {""},
    "assignment_expression": {"left"},
    "foreach_statement": {"target"},
    "catch_clause": {"name"},
    "static_variable_declaration": {"name"},
}

PATTERNS: Places = {
    "pair": {ANY},
    "by_ref": {ANY},
    "array_creation_expression": {ANY},
    "array_element_initializer": {ANY},
}

BLOCKS: Mapping[tuple[str, str], str] = {
    (kind, "body"): "compound_statement"
    for kind in (
        *("if_statement", "else_clause", "else_if_clause", "while_statement", "do_statement"),
        *("for_statement", "foreach_statement"),
    )
}

DYNAMIC = tuple(f"dynamic_{kind}" for kind in ACCESSES)
NULL_SAFE = frozenset(kind for kind in (*ACCESSES, *DYNAMIC) if "nullsafe" in kind)
CHAINS = frozenset({*ACCESSES, *DYNAMIC, "subscript_expression", "function_call_expression"})

ORDERS = (
    Order(
        containers=frozenset({"program"}),
        items=frozenset({"function_definition"}),
        hoisted=True,
    ),
    Order(
        containers=frozenset({"declaration_list", "enum_declaration_list"}),
        items=frozenset({"method_declaration"}),
        hoisted=True,
    ),
)

TYPES = frozenset({"type", "named_type", "optional_type"})

TYPING = TypeRules(
    classes=frozenset(
        {"class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"}
    ),
    bases=frozenset({"base_clause", "class_interface_clause"}),
    declarations={
        "assignment_expression": ({"left"}, ()),
        "property_declaration": ({"property_element"}, TYPES),
        "simple_parameter": ({"name"}, TYPES),
        "property_promotion_parameter": ({"name", "property"}, TYPES),
    },
    results={"function_definition": "return_type", "method_declaration": "return_type"},
    constructions={"object_creation_expression": "class"},
    supers=frozenset({"parent"}),
    wrappers={"clone_expression": ANY, "relative_scope": ANY},
    library_values=frozenset(
        {"array_creation_expression", "string", "encapsed_string", "integer", "float", "boolean"}
        | {"heredoc", "anonymous_function", "arrow_function", "cast_expression"}
    ),
    carriers=frozenset(
        {"array_pop", "array_shift", "end", "reset", "current", "next", "prev", "max", "min"}
        | {"call_user_func", "call_user_func_array", "array_reduce", "unserialize", "array_find"}
        | {"func_get_arg", "iterator_apply", "settype", "array_rand", "key", "each"}
    ),
    empty_values=frozenset({"null"}),
    type_wrappers=frozenset({"named_type", "optional_type"}),
    method_calls=frozenset(
        {"member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression"}
    ),
    library_members=library_names.METHODS,
    fields_by_word=library_names.FIELDS_BY_WORD,
    base_fields=library_names.EXCEPTION_FIELDS,
    types_of_libraries=library_names.TYPES,
)

_FUNCTIONS = {"function_definition": {"name"}, "method_declaration": {"name"}}
_CLASSES = {f"{kind}_declaration": {"name"} for kind in ("class", "interface", "trait", "enum")}
_NAME_SPELLERS: Mapping[str, Places] = {
    **dict.fromkeys(("__FUNCTION__", "debug_backtrace"), _FUNCTIONS),
    **dict.fromkeys(("__CLASS__", "::class", "get_class", "get_debug_type"), _CLASSES),
    "__METHOD__": _FUNCTIONS | _CLASSES,
    "cases": {"enum_case": {"name"}},
}
_STREAMS = frozenset(
    f"stream_{name}"
    for name in (
        *("open", "close", "read", "write", "eof", "flush", "seek", "tell", "stat", "cast", "lock"),
        *("metadata", "set_option", "truncate"),
    )
) | {"unlink", "rename", "mkdir", "rmdir", "url_stat", "dir_opendir", "dir_readdir"}

LANGUAGE = Language(
    name="php",
    name_spellers=_NAME_SPELLERS,
    looked_up={"stream_wrapper_register": _STREAMS},
    order_readers=frozenset(
        {"get_class_methods", "ReflectionClass", "ReflectionObject", "get_defined_functions"}
    ),
    version=9,
    dropped=frozenset({"comment", "empty_statement"}),
    dropped_places={"heredoc": {"identifier", "end_tag"}, "nowdoc": {"identifier", "end_tag"}},
    brackets=frozenset({*"(){}[]", "endif", "endwhile", "endfor", "endforeach", "endswitch"}),
    # If $a is null, $a?->b->c skips ->c, but ($a?->b)->c does not.
    chains=CHAINS | NULL_SAFE,
    optional_links=NULL_SAFE,
    blocks=BLOCKS,
    spellings={
        "string": literals.spell_string,
        "integer": literals.spell_php_number,
        "float": literals.spell_php_number,
        "string_content": str,
        "escape_sequence": str,
    },
    verbatim=frozenset({"text_interpolation", "encapsed_string", "heredoc_body"}),
    tokens=frozenset({"encapsed_string", "heredoc_body"}),
    spliced=frozenset({"uses"}),
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles=ROLES,
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes={
        "declaration_list": {ANY},
        "enum_declaration_list": {ANY},
        "function_definition": {"parameters", "body"},
        "method_declaration": {"parameters", "body"},
        "anonymous_function": {"parameters", "body"},
        "arrow_function": {ANY},
    },
    exact_scopes=frozenset({ANY}),
    assignments=frozenset({"assignment_expression"}),
    closed_scopes=frozenset({"function_definition", "method_declaration"}),
    rebindings=frozenset({"global_declaration"}),
    spaces={"variable": "$"},
    member_scopes=frozenset({"declaration_list", "enum_declaration_list"}),
    accesses={
        "member_access_expression": ("object", "name"),
        "nullsafe_member_access_expression": ("object", "name"),
        "member_call_expression": ("object", "name"),
        "nullsafe_member_call_expression": ("object", "name"),
        "scoped_call_expression": ("scope", "name"),
        "scoped_property_access_expression": ("scope", "name"),
        "class_constant_access_expression": ("scope", "name"),
    },
    receivers=frozenset({"$this", "self", "static", "parent"}),
    calls={
        "function_call_expression": "function",
        "member_call_expression": "name",
        "scoped_call_expression": "name",
        "object_creation_expression": "class",
    },
    opaque={"binary_expression": {"left"}},
    member_listers=frozenset(
        {"json_encode", "serialize", "var_dump", "var_export", "print_r", "get_object_vars"}
        | {"get_class_methods", "get_class_vars"}
    ),
    text_accesses={kind: ("scope" if "scoped" in kind else "object", "text") for kind in DYNAMIC},
    sigils="$",
    typing=TYPING,
    orders=ORDERS,
    runs={"program": frozenset({"namespace_use_declaration"})},
)
