"""What C and C++ share: declarations, and where names come from."""

from collections.abc import Collection, Mapping

from kriterion_tools.representer.language import Places, Rewrite, SolutionWords
from kriterion_tools.representer.language_parts import c_tokens as tokens
from kriterion_tools.representer.solution_tree import Node, leaf

_INNERMOST = frozenset(
    {"identifier", "field_identifier", "type_identifier", "qualified_identifier"}
    | {"operator_name", "destructor_name", "operator_cast", "template_function"}
)


def lift_name(node: Node, _: SolutionWords) -> Node:
    """Move a function's name out of its type, to a place of its own: int *f(int a) { … }."""
    holder, inner = node, node.child("declarator")
    while inner is not None and inner.kind not in _INNERMOST:
        holder, inner = inner, declared(inner)
    if inner is not None:
        holder.children.remove(inner)
        inner.field = "name"
        node.children.insert(0, inner)
    return node


def declared(declarator: Node) -> Node | None:
    """Return what is inside a declarator: *a[3] → a[3] → a."""
    inner = declarator.child("declarator")
    if inner is not None:
        return inner
    named = [one for one in declarator.children if one.text is None or one.kind in _INNERMOST]
    return named[-1] if named else None


def only_mentioned(node: Node, _: SolutionWords) -> Node:
    """Tell a mention of a type (struct tm *t) from its definition (struct tm { … })."""
    name = node.child("name")
    if name is not None and node.child("body") is None:
        name.field = "mentioned"
    return node


def sized(node: Node, _: SolutionWords) -> Node:
    """Normalise unsigned long int to long unsigned."""
    words = [leaf.text or "" for leaf in node.leaves()]
    if len(words) > 1:
        words = [word for word in words if word != "int"]
    if "char" not in words:
        words = [word for word in words if word != "signed"]
    return leaf("primitive_type", " ".join(sorted(words)) or "int")


def statement(node: Node, _: SolutionWords) -> Node | None:
    """Drop an empty statement; keep an empty block where the grammar requires a body."""
    if all(child.text == ";" for child in node.children):
        return Node("compound_statement") if node.field else None
    return node


def header(node: Node, _: SolutionWords) -> Node:
    """System headers come in any order; one's own may depend on what precedes them."""
    if any(child.kind == "system_lib_string" for child in node.children):
        node.kind = "system_include"
    return node


def unit(node: Node, _: SolutionWords) -> Node:
    """Drop stray semicolons, and prototypes of functions that are defined as well.

    With an #undef, order matters: the unit then gets another kind.
    """
    definitions = {
        _name(child): _specifiers(child)
        for child in node.children
        if child.kind == "function_definition"
    }
    node.children = [
        child
        for child in node.children
        if child.text != ";" and not (_announces(child, definitions))
    ]
    if any(one.text == "#undef" for child in node.children for one in child.children):
        node.kind = "unit_with_changing_macros"
    return node


def _announces(node: Node, definitions: Mapping[str, list[str]]) -> bool:
    declarators = [child for child in node.children if child.field == "declarator"]
    if node.kind != "declaration" or len(declarators) != 1:
        return False
    inner, is_function = declarators[0], False
    while inner.text is None:
        is_function = inner.kind == "function_declarator"
        below = declared(inner)
        if below is None:
            return False
        inner = below
    return is_function and definitions.get(inner.text) == _specifiers(node)


def _name(definition: Node) -> str:
    name = definition.child("name")
    return (name.text or "") if name is not None else ""


def _specifiers(node: Node) -> list[str]:
    """Return the specifiers before a declarator in canonical order."""
    return sorted(
        " ".join(leaf.text or "" for leaf in child.leaves())
        for child in node.children
        if child.field not in ("declarator", "name", "body")
    )


_BODIES = ("for_statement", "while_statement", "do_statement")
BLOCKS: Mapping[tuple[str, str], str] = {
    ("if_statement", "consequence"): "compound_statement",
    ("else_clause", ""): "compound_statement",
    **{(kind, "body"): "compound_statement" for kind in _BODIES},
}

SPELLINGS = {
    "string_literal": tokens.string,
    "char_literal": tokens.character,
    "number_literal": tokens.numeral,
}

REWRITES: Mapping[str, Rewrite] = {
    "concatenated_string": tokens.join_strings,
    "function_definition": lift_name,
    "struct_specifier": only_mentioned,
    "union_specifier": only_mentioned,
    "enum_specifier": only_mentioned,
    "sized_type_specifier": sized,
    "preproc_arg": tokens.macro_text,
    "preproc_include": header,
    "expression_statement": statement,
    "translation_unit": unit,
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
)
RUNS: Mapping[str, frozenset[str]] = {
    "translation_unit": frozenset({"system_include"}),
    **dict.fromkeys(_DECLARATIONS, frozenset(_SPECIFIERS)),
}
