"""What C and C++ share: declarations, and the places that bind names."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from kriterion_tools.representer.equivalents.last_statements import (
    chain,
    drop_last_return,
    drop_repeated,
)
from kriterion_tools.representer.language import ANY, ImpliedMember, Places, Rewrite
from kriterion_tools.representer.language_parts.c_family import c_tokens as tokens
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_INNERMOST = frozenset(
    {"identifier", "field_identifier", "type_identifier", "qualified_identifier"}
    | {"operator_name", "destructor_name", "operator_cast", "template_function"}
)


_MACROS = frozenset({"preproc_def", "preproc_function_def", "preproc_call"})
_CHANGES_NAMES = _MACROS | {"using_declaration"}
_HOLDERS = frozenset(
    {"preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "namespace_definition"}
    | {"linkage_specification"}
)


def lift_name(node: Node, _: SolutionWords) -> Node:
    """Move a function's name out of its type, to a place of its own: int *f(int a) { … }."""
    parent, inner = node, node.child("declarator")
    while inner is not None and inner.kind not in _INNERMOST:
        parent, inner = inner, get_inner_declarator(inner)
    if inner is not None:
        parent.children.remove(inner)
        inner.field = "name"
        node.children.insert(0, inner)
    return node


def get_inner_declarator(declarator: Node) -> Node | None:
    """Return the declarator inside this one, from outside to inside: *a[3] → a[3] → a."""
    inner = declarator.child("declarator")
    if inner is not None:
        return inner
    candidates = [
        child for child in declarator.children if child.text is None or child.kind in _INNERMOST
    ]
    return candidates[-1] if candidates else None


def close_prototypes(node: Node, _: SolutionWords) -> Node:
    """Mark the parameters of functions that are only declared, and of types of functions."""
    pending = [child for child in node.children if child.field == "declarator"]
    while pending:
        declarator = pending.pop()
        parameters = declarator.child("parameters")
        if parameters is not None:
            parameters.kind = "prototype"
        pending += [
            child
            for child in declarator.children
            if child.kind.endswith("_declarator") and child.text is None
        ]
    return node


def mark_mention(node: Node, _: SolutionWords) -> Node:
    """Mark the name of a type that is mentioned (struct tm *t), not defined (struct tm {…})."""
    name = node.child("name")
    if name is not None and node.child("body") is None:
        name.field = "mentioned"
    return node


def sort_sized_type(node: Node, _: SolutionWords) -> Node:
    """Normalise unsigned long int to long unsigned."""
    words = [leaf.text or "" for leaf in node.leaves()]
    if len(words) > 1:
        words = [word for word in words if word != "int"]
    if "char" not in words:
        words = [word for word in words if word != "signed"]
    return leaf("primitive_type", " ".join(sorted(words)) or "int")


def changes_names(node: Node) -> bool:
    """Whether a node changes what names after it mean, without defining a function."""
    return node.kind in _CHANGES_NAMES or (
        node.kind in _HOLDERS and any(part.kind in _MACROS for part in node.walk())
    )


def drop_empty_statement(node: Node, _: SolutionWords) -> Node | None:
    """Drop an empty statement; keep an empty block where the grammar requires a body."""
    if all(child.text == ";" for child in node.children):
        return Node("compound_statement") if node.field else None
    return node


def mark_system_header(node: Node, _: SolutionWords) -> Node:
    """Let includes of system headers swap places; other headers may depend on their order."""
    if any(child.kind == "system_lib_string" for child in node.children):
        node.kind = "system_include"
    return node


def drop_prototypes(node: Node, _: SolutionWords) -> Node:
    """Drop stray semicolons, and prototypes of functions that are also defined here, unless they
    say more than the definition: which overloads are visible, defaults, attributes.

    With an #undef, the order of definitions matters: the unit then gets another kind.
    """
    functions = [child for child in node.children if child.kind == "function_definition"]
    times = Counter(map(_get_function_name, functions))
    definitions = {
        name: _sort_specifiers(child)
        for child in functions
        if times[name := _get_function_name(child)] == 1
    }
    node.children = [
        child
        for child in node.children
        if child.text != ";" and not (_is_matching_prototype(child, definitions))
    ]
    if any(part.text == "#undef" for part in node.leaves()):
        node.kind = "unit_with_changing_macros"
    return node


_SAYS_MORE = frozenset({"optional_parameter_declaration", "attribute_declaration"})


def _is_matching_prototype(node: Node, definitions: Mapping[str, list[str]]) -> bool:
    declarators = [child for child in node.children if child.field == "declarator"]
    if node.kind != "declaration" or len(declarators) != 1:
        return False
    if any(part.kind in _SAYS_MORE for part in node.walk()):
        return False
    inner, is_function = declarators[0], False
    while inner.text is None:
        is_function = inner.kind == "function_declarator"
        next_inner = get_inner_declarator(inner)
        if next_inner is None:
            return False
        inner = next_inner
    return is_function and definitions.get(inner.text) == _sort_specifiers(node)


def _get_function_name(definition: Node) -> str:
    name = definition.child("name")
    return (name.text or "") if name is not None else ""


def _sort_specifiers(node: Node) -> list[str]:
    """Return the specifiers before a declarator in alphabetical order."""
    return sorted(
        " ".join(leaf.text or "" for leaf in child.leaves())
        for child in node.children
        if child.field not in ("declarator", "name", "body")
    )


def drop_last_result(node: Node, source: SolutionWords) -> Node:
    """Drop a return without a value at the end of a function, and `return 0` at that of main."""
    name, body = node.child("name"), node.child("body")
    last = body.children[-1] if body is not None and body.children else None
    if name is not None and name.text == "main" and last is not None and body is not None:
        texts = [child.text for child in last.children if child.text != ";"]
        if last.kind == "return_statement" and texts == ["return", "0"]:
            body.children.pop()
    return drop_last_return(node, source)


def simplify_parameter(node: Node, _: SolutionWords) -> Node:
    """Normalise the parameter int x[] to int *x, also behind pointers: char *x[]."""
    parent, declarator = node, node.child("declarator")
    while declarator is not None and declarator.kind == "pointer_declarator":
        parent, declarator = declarator, declarator.child("declarator")
    if declarator is None or declarator.kind != "array_declarator":
        return node
    inner, size = declarator.child("declarator"), declarator.child("size")
    if inner is None or inner.text is None or len(declarator.children) > 1 + (size is not None):
        return node
    if size is None or size.kind == "number_literal":
        pointer = Node("pointer_declarator", "declarator", children=[leaf("*", "*"), inner])
        parent.children[parent.children.index(declarator)] = pointer
    return node


def split_declarators(node: Node, source: SolutionWords) -> Node:
    """Normalise `int a, b = 1;` to two declarations, each with its own value or width, except in a
    loop or after a type's members.
    """
    starts = [at for at, child in enumerate(node.children) if child.field == "declarator"]
    if node.field or len(starts) < 2 or source.macros:
        return node
    specifiers = node.children[: starts[0]]
    if any(part.field == "body" for child in specifiers for part in child.walk()):
        return node
    ends = [*starts[1:], len(node.children)]
    return Node(
        "declarations",
        children=[
            Node(
                node.kind,
                children=[*(part.copy() for part in specifiers), *node.children[start:end]],
            )
            for start, end in zip(starts, ends, strict=True)
        ],
    )


def _list_declared_fields(node: Node) -> Iterator[ImpliedMember]:
    """Yield the fields that the initialiser in a declaration names: P p = {.x = 1};"""
    type_ = node.child("type")
    for declarator in node.children:
        value = declarator.child("value") if declarator.kind == "init_declarator" else None
        if value is not None:
            yield from _list_fields(value, type_)


def _list_literal_fields(node: Node) -> Iterator[ImpliedMember]:
    """Yield the fields that a literal names: (P){.x = 1}."""
    value = node.child("value")
    if value is not None:
        yield from _list_fields(value, node.child("type"))


def _list_fields(initialiser: Node, type_: Node | None) -> Iterator[ImpliedMember]:
    """Yield the names of fields in an initialiser; the type of those inside others is unknown."""
    for pair in initialiser.children:
        designator = pair.child("designator") if pair.kind == "initializer_pair" else None
        for name in designator.children if designator is not None else ():
            if name.kind == "field_identifier":
                yield ImpliedMember(name, type_, is_type=True)


DESIGNATORS: Mapping[str, Callable[[Node], Iterator[ImpliedMember]]] = {
    "declaration": _list_declared_fields,
    "compound_literal_expression": _list_literal_fields,
    "initializer_list": lambda node: _list_fields(node, None),
}

_BODIES = ("for_statement", "while_statement", "do_statement")
BLOCKS: Mapping[tuple[str, str], str] = {
    ("if_statement", "consequence"): "compound_statement",
    ("else_clause", ""): "compound_statement",
    **{(kind, "body"): "compound_statement" for kind in _BODIES},
}

_FUNCTION_NAMES: Places = {"function_definition": {"name"}}
# Code that reads how names are spelled; a macro may paste any name from pieces.
NAME_SPELLERS: Mapping[str, Places] = {
    **dict.fromkeys(
        ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "source_location", "stacktrace"),
        _FUNCTION_NAMES,
    ),
    "typeid": {kind: {"name"} for kind in ("class_specifier", "struct_specifier")},
    "##|%:%:": {ANY: {ANY}},
}

SPELLINGS = {
    "string_literal": tokens.spell_string,
    "char_literal": tokens.spell_character,
    "number_literal": tokens.spell_c_number,
}

REWRITES: Mapping[str, Rewrite] = {
    "concatenated_string": tokens.join_strings,
    "parameter_declaration": chain(close_prototypes, simplify_parameter),
    "type_definition": close_prototypes,
    "type_descriptor": close_prototypes,
    "declaration": chain(close_prototypes, split_declarators),
    "field_declaration": chain(close_prototypes, split_declarators),
    "function_definition": chain(lift_name, drop_last_result),
    "struct_specifier": mark_mention,
    "union_specifier": mark_mention,
    "enum_specifier": mark_mention,
    "sized_type_specifier": sort_sized_type,
    "preproc_arg": tokens.split_macro_text,
    "preproc_include": mark_system_header,
    "expression_statement": drop_empty_statement,
    "translation_unit": chain(drop_prototypes, drop_repeated({"system_include"})),
}

BINDINGS: Places = {
    "function_definition": {"name"},
    "declaration": {"declarator"},
    "parameter_declaration": {"declarator"},
    "field_declaration": {"declarator"},
    "type_definition": {"declarator"},
    "struct_specifier": {"name"},
    "union_specifier": {"name"},
    "enum_specifier": {"name"},
    "enumerator": {"name"},
    "labeled_statement": {"label"},
    "preproc_def": {"name"},
    "preproc_function_def": {"name"},
    "preproc_params": {""},
}

PATTERNS: Places = {
    "init_declarator": {"declarator"},
    "pointer_declarator": {"declarator"},
    "array_declarator": {"declarator"},
    "function_declarator": {"declarator"},
    "parenthesized_declarator": {""},
    "attributed_declarator": {""},
}

_SPECIFIERS: Collection[str] = {
    *("type_qualifier", "storage_class_specifier", "primitive_type", "type_identifier"),
    *("struct_specifier", "union_specifier", "enum_specifier", "qualified_identifier"),
    *("template_type", "placeholder_type_specifier"),
}
_DECLARATIONS = (
    *("declaration", "parameter_declaration", "function_definition"),
    *("field_declaration", "type_descriptor", "optional_parameter_declaration"),
    "for_range_loop",
)
RUNS: Mapping[str, frozenset[str]] = {
    "translation_unit": frozenset({"system_include"}),
    **dict.fromkeys(_DECLARATIONS, frozenset(_SPECIFIERS)),
}
