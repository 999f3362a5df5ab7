"""Rust."""

from collections import Counter
from collections.abc import Iterator, Mapping

from kriterion_tools.representer.equivalents import rust as statements
from kriterion_tools.representer.equivalents.last_statements import chain
from kriterion_tools.representer.language import (
    ANY,
    ElementRules,
    ImpliedMember,
    Language,
    NameRole,
    Order,
    Places,
    TypeRules,
)
from kriterion_tools.representer.language_parts import rust_tokens as tokens
from kriterion_tools.representer.library_names import rust as library_names
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords


def _attach_attributes(node: Node, _: SolutionWords) -> Node:
    """Move each attribute into the item after it, so that both are sorted together."""
    children: list[Node] = []
    attributes: list[Node] = []
    for child in node.children:
        if child.kind == "attribute_item":
            attributes.append(child)
            continue
        if attributes and child.text is None:
            child.children[:0] = statements.unify_attributes(attributes)
            attributes = []
        children.append(child)
    node.children = children + attributes
    return node


_LIBRARY_MACROS = frozenset(
    {"assert", "assert_eq", "assert_ne", "cfg", "column", "compile_error", "concat", "dbg"}
    | {"debug_assert", "debug_assert_eq", "debug_assert_ne", "env", "eprint", "eprintln", "file"}
    | {"format", "format_args", "include", "include_bytes", "include_str", "line", "matches"}
    | {"module_path", "option_env", "panic", "print", "println", "stringify", "thread_local"}
    | {"todo", "try", "unimplemented", "unreachable", "vec", "write", "writeln"}
)


def _mark_repeated_macros(node: Node, _: SolutionWords) -> Node:
    """Mark macros of one name, perhaps the library's: what a use means depends on its place."""
    macros = [child for child in node.children if child.kind == "macro_definition"]
    names = Counter(name.text for each in macros if (name := each.child("name")) is not None)
    for each in macros:
        name = each.child("name")
        if name is not None and (names[name.text] > 1 or name.text in _LIBRARY_MACROS):
            each.kind = "repeated_macro"
    return node


def _keep_trait_names(node: Node, _: SolutionWords) -> Node:
    """Keep the names of the items that implement a trait: the trait has given them."""
    body = node.child("body")
    if node.child("trait") is not None and body is not None:
        for item in body.children:
            for child in item.children:
                if child.field == "name":
                    child.field = "inherited_name"
        body.kind = "answers"
    return node


def _mark_constants(node: Node, _: SolutionWords) -> Node:
    """In a pattern, mark a capitalised name as a constant or a variant: it binds nothing."""
    for child in node.children:
        if child.kind == "identifier" and (child.text or "").lstrip("_")[:1].isupper():
            child.field = "constant"
    return node


def _expand_field_pattern(node: Node, source: SolutionWords) -> Node:
    """In a pattern, normalise S { x } to S { x: x }."""
    (*others, name) = node.children
    if not others and name.kind == "shorthand_field_identifier":
        text = name.text or ""
        node.children = [
            leaf("field_identifier", text, "name"),
            leaf(":", ":"),
            leaf("identifier", text, "pattern"),
        ]
    return _mark_constants(node, source)


def _expand_initializer(node: Node, _: SolutionWords) -> Node:
    """Normalise S { x } to S { x: x }."""
    (name,) = node.children
    text = name.text or ""
    value = leaf("identifier", text, "value")
    field = leaf("field_identifier", text, "field")
    return Node("field_initializer", children=[field, leaf(":", ":"), value])


def _simplify_arm(node: Node, _: SolutionWords) -> Node:
    """Normalise `x => { y }` to `x => y`, if y is one expression."""
    return _drop_braces(node, "value")


def _simplify_closure(node: Node, _: SolutionWords) -> Node:
    return _drop_braces(node, "body")


def _drop_braces(node: Node, place: str) -> Node:
    block = node.child(place)
    if block is not None and block.kind == "block" and len(block.children) == 1:
        (only,) = block.children
        if only.kind == "expression_statement" and len(only.children) == 1:  # without a semicolon
            (only,) = only.children
        if only.text is not None or only.kind.endswith(_VALUES):
            only.field = place
            node.children[node.children.index(block)] = only
    return node


def _mark_container(node: Node, _: SolutionWords) -> Node:
    node.children[0].field = "object"
    return node


def _list_initialised(node: Node) -> Iterator[ImpliedMember]:
    """Yield the fields that a new object of a struct gets."""
    body = node.child("body")
    for part in body.children if body is not None else ():
        name = part.child("field")
        if name is not None:
            yield ImpliedMember(name, node.child("name"), is_type=True)


def _list_matched(node: Node) -> Iterator[ImpliedMember]:
    """Yield the fields in a pattern of a struct."""
    for part in node.children:
        name = part.child("name") if part.kind == "field_pattern" else None
        if name is not None:
            yield ImpliedMember(name, node.child("type"), is_type=True)


def _list_answers(node: Node) -> Iterator[ImpliedMember]:
    """Yield the items of a trait that a type implements."""
    trait, body = node.child("trait"), node.child("body")
    for item in body.children if body is not None and trait is not None else ():
        name = item.child("inherited_name")
        if name is not None:
            yield ImpliedMember(name, trait, is_type=True)


def _list_extensions(node: Node) -> Iterator[str]:
    """Yield the names of a trait's functions: a library's type may have the trait."""
    body = node.child("body")
    for part in body.children if body is not None else ():
        name = part.child("name")
        if name is not None and part.kind.startswith("function"):
            yield name.text or ""


# Kinds that are values at the end of a block; statements and declarations are not.
_VALUES = ("_expression", "_invocation", "_literal", "scoped_identifier", "generic_function")

BINDINGS: Places = {
    **{
        kind: {"name"}
        for kind in (
            *("function_item", "function_signature_item", "const_item", "static_item"),
            *("struct_item", "enum_item", "union_item", "trait_item", "type_item", "mod_item"),
            *(
                "associated_type",
                "macro_definition",
                "repeated_macro",
                "enum_variant",
                "field_declaration",
            ),
            *("type_parameter", "const_parameter", "lifetime_parameter"),
            "token_binding_pattern",
        )
    },
    "parameter": {"pattern"},
    "let_declaration": {"pattern"},
    "let_condition": {"pattern"},
    "closure_parameters": {""},
    "for_expression": {"pattern"},
    "match_arm": {"pattern"},
    "use_as_clause": {"alias"},
    "label": {""},
}

PATTERNS: Places = {
    **{
        kind: {""}
        for kind in (
            *("tuple_pattern", "slice_pattern", "tuple_struct_pattern", "struct_pattern"),
            *("ref_pattern", "mut_pattern", "reference_pattern", "captured_pattern"),
            *("or_pattern", "match_pattern", "lifetime"),
        )
    },
    "field_pattern": {"pattern", "name"},
}

ITEMS = frozenset(
    {"function_item", "struct_item", "enum_item", "union_item", "trait_item", "impl_item"}
    | {"type_item", "const_item", "static_item", "mod_item", "function_signature_item"}
    | {"associated_type"}
)
CLASS = {"", "body", "type_parameters"}

TYPING = TypeRules(
    classes=frozenset({"struct_item", "enum_item", "union_item", "trait_item", "impl_item"}),
    declarations={
        "let_declaration": ({"pattern"}, {"type"}),
        "parameter": ({"pattern"}, {"type"}),
        "field_declaration": ({"name"}, {"type"}),
        "const_item": ({"name"}, {"type"}),
        "static_item": ({"name"}, {"type"}),
        "assignment_expression": ({"left"}, ()),
        "for_expression": ({"pattern"}, ()),
    },
    loops=frozenset({"for_expression"}),
    elements=ElementRules(
        lambdas={"closure_expression": "parameters"},
        first=frozenset(
            {"all", "any", "filter", "filter_map", "find", "find_map", "flat_map", "for_each"}
            | {"inspect", "is_some_and", "map", "map_or", "map_while", "max_by_key", "min_by_key"}
            | {"partition", "position", "retain", "rposition", "skip_while", "sort_by_key"}
            | {"sort_unstable_by_key", "take_while", "and_then"}
        ),
        all=frozenset({"max_by", "min_by", "sort_by", "sort_unstable_by"}),
        kept=frozenset(
            {"as_ref", "as_mut", "as_slice", "borrow", "borrow_mut", "by_ref", "clone", "cloned"}
            | {"copied", "cycle", "drain", "expect", "filter", "inspect", "into_iter", "iter"}
            | {"iter_mut", "last", "max_by_key", "min_by_key", "peekable", "rev", "skip"}
            | {"skip_while", "step_by", "take", "take_while", "to_owned", "to_vec", "unwrap"}
        ),
        returned=frozenset(
            {"back", "find", "first", "front", "get", "get_mut", "last", "last_mut", "max_by"}
            | {"max_by_key", "min_by", "min_by_key", "next", "nth", "peek", "pop", "pop_back"}
            | {"pop_front", "remove", "swap_remove", "unwrap", "expect"}
        ),
        subscripts={"index_expression": "object"},
        looked_up=frozenset({"get", "get_mut"}),
    ),
    implied={
        "struct_expression": _list_initialised,
        "struct_pattern": _list_matched,
        "impl_item": _list_answers,
    },
    extensions={"trait_item": _list_extensions},
    openings=frozenset({"use_declaration"}),
    results={"function_item": "return_type", "function_signature_item": "return_type"},
    constructions={"struct_expression": "name"},
    wrappers={"reference_expression": "value", "unary_expression": ANY},
    library_values=frozenset(
        {"array_expression", "tuple_expression", "macro_invocation", "boolean_literal"}
        | {"range_expression", "closure_expression"}
    ),
    paths=frozenset({"scoped_type_identifier"}),
    type_wrappers=frozenset({"reference_type", "mutable_specifier"}),
    library_types=frozenset({"array_type", "tuple_type", "primitive_type", "slice_type"}),
    smart_types=frozenset({"Box", "Rc", "Arc", "Ref", "RefMut", "MutexGuard", "Cow"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
)

# A macro may hand on any name to `stringify!`.
_TYPE_NAMES = {kind: {"name"} for kind in ("struct_item", "enum_item", "union_item", "mod_item")}
_NAME_SPELLERS: Mapping[str, Places] = {
    "stringify": {ANY: {ANY}},
    **dict.fromkeys(("type_name", "type_name_of_val"), _TYPE_NAMES),
    r"\{[^{}\n]*\?\}": {
        **{kind: {"name"} for kind in ("struct_item", "enum_item")},
        **{kind: {"name"} for kind in ("enum_variant", "field_declaration")},
    },
    "module_path": {"mod_item": {"name"}},
}

LANGUAGE = Language(
    name="rust",
    name_spellers=_NAME_SPELLERS,
    quoting={"dbg": True, "assert": False, "debug_assert": False},
    version=9,
    dropped=frozenset({"line_comment", "block_comment", "empty_statement"}),
    separators=frozenset(","),
    # (x.f)(1) calls what the field holds, x.f(1) the method.
    opaque={"call_expression": {"function"}},
    tokens=frozenset({"token_tree", "token_tree_pattern", "token_repetition"})
    | {"token_repetition_pattern"},
    spellings={
        "string_literal": tokens.spell_string,
        "raw_string_literal": tokens.spell_raw_string,
        "char_literal": tokens.spell_character,
        "integer_literal": tokens.spell_rust_number,
        "float_literal": tokens.spell_rust_number,
    },
    spliced=frozenset({"uses"}),
    listings=dict.fromkeys(
        ("source_file", "declaration_list", "block"), frozenset({"use_declaration"})
    ),
    rewrites={
        "source_file": chain(
            _attach_attributes, _mark_repeated_macros, statements.drop_unused_uses
        ),
        "function_item": chain(
            statements.move_bounds, statements.elide_lifetime, statements.simplify_function
        ),
        "function_signature_item": chain(
            statements.move_bounds, statements.elide_lifetime, statements.simplify_function
        ),
        "assignment_expression": statements.shorten,
        "for_expression": statements.drop_last_continue,
        "while_expression": statements.drop_last_continue,
        "use_declaration": statements.split_use,
        "struct_item": statements.move_bounds,
        "enum_item": statements.move_bounds,
        "trait_item": statements.move_bounds,
        "declaration_list": chain(_attach_attributes, _mark_repeated_macros),
        "enum_variant_list": _attach_attributes,
        "field_declaration_list": _attach_attributes,
        "block": _attach_attributes,
        "impl_item": chain(statements.move_bounds, statements.name_own_type, _keep_trait_names),
        "shorthand_field_initializer": _expand_initializer,
        "field_pattern": _expand_field_pattern,
        "match_arm": _simplify_arm,
        "index_expression": _mark_container,
        "closure_expression": _simplify_closure,
        "macro_invocation": tokens.rewrite_macro_arguments,
        **dict.fromkeys(PATTERNS.keys() - {"field_pattern"}, _mark_constants),
    },
    identifiers={
        "identifier": NameRole.EITHER,
        "type_identifier": NameRole.EITHER,
        "field_identifier": NameRole.MEMBER,
        "shorthand_field_identifier": NameRole.EITHER,
        "metavariable": NameRole.VARIABLE,
    },
    roles={("type_binding", "name"): NameRole.EITHER},
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes={
        "function_item": {"type_parameters", "parameters", "return_type", "body", ""},
        "function_signature_item": {"type_parameters", "parameters", "return_type", ""},
        "closure_expression": {ANY},
        "macro_rule": {ANY},
        **dict.fromkeys(("impl_item", "trait_item", "enum_item", "mod_item"), CLASS),
    },
    initialisers={"let_declaration": ("pattern", "value")},
    sees_members_around=True,
    member_scopes=frozenset({"impl_item", "trait_item", "enum_item", "mod_item"}),
    calls={"call_expression": "function"},
    accesses={
        "field_expression": ("value", "field"),
        "scoped_identifier": ("path", "name"),
        "scoped_type_identifier": ("path", "name"),
    },
    receivers=frozenset({"self", "Self", "super", "crate"}),
    typing=TYPING,
    member_readers=frozenset({"serde", "serde_json"}),
    is_kept_name=frozenset({"main", "_", "self", "Self"}).__contains__,
    sigils="$",
    orders=(
        Order(
            containers=frozenset({"source_file", "declaration_list", "answers"}),
            items=ITEMS,
            hoisted=True,
            overloaded=True,
            is_barrier=lambda node: node.kind == "repeated_macro",
        ),
    ),
    runs={
        "source_file": frozenset({"use_declaration"}),
        "declaration_list": frozenset({"use_declaration"}),
        "use_list": frozenset({"identifier", "type_identifier", "scoped_identifier"}),
    },
)
