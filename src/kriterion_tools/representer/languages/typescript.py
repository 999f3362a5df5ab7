"""TypeScript: JavaScript with types, which are part of the representation."""

from dataclasses import replace

from kriterion_tools.representer.equivalents.assignments import unify_steps
from kriterion_tools.representer.equivalents.last_statements import chain, drop_last_return
from kriterion_tools.representer.language import ANY, NameRole, Order, Places, TypeRules
from kriterion_tools.representer.languages import javascript
from kriterion_tools.representer.library_names import javascript as library_names
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords


def _bind_parameter_property(node: Node, _: SolutionWords) -> Node:
    """Bind a constructor parameter with a modifier as a member, too."""
    pattern = node.child("pattern")
    has_modifier = any(
        child.kind in ("accessibility_modifier", "readonly") for child in node.children
    )
    if has_modifier and pattern is not None and pattern.text is not None:
        node.kind = "parameter_property"
        node.children.append(leaf("property_identifier", pattern.text, "member"))
    return node


def _wrap_parameter(node: Node, _: SolutionWords) -> Node:
    """Normalise x => 1 to (x) => 1: the grammar wraps each parameter in brackets."""
    parameters = node.child("parameters")
    for place, child in enumerate(parameters.children if parameters is not None else ()):
        if child.kind == "identifier" and parameters is not None:
            child.field = "pattern"
            parameters.children[place] = Node("required_parameter", children=[child])
    return node


_ARRAYS = frozenset({"Array", "ReadonlyArray"})


def _expand_array_type(node: Node, source: SolutionWords) -> Node:
    """Normalise T[] to Array<T>, and readonly T[] to ReadonlyArray<T>."""
    if not source.defined.isdisjoint(_ARRAYS):
        return node
    if node.kind == "readonly_type":
        array = node.children[-1]
        name = array.child("name") if array.kind == "generic_type" else None
        if name is not None and name.text == "Array":
            name.text = "ReadonlyArray"
            return array
        return node
    element = [child for child in node.children if child.text not in ("[", "]")]
    if len(element) != 1:
        return node
    element[0].field = ""
    arguments = Node("type_arguments", "type_arguments")
    arguments.children = [leaf("<", "<"), element[0], leaf(">", ">")]
    return Node("generic_type", children=[leaf("type_identifier", "Array", "name"), arguments])


def _drop_public(node: Node, _: SolutionWords) -> Node:
    """Drop `public`, which is the default."""
    node.children = [
        child
        for child in node.children
        if child.kind != "accessibility_modifier"
        or [part.text for part in child.leaves()] != ["public"]
    ]
    return node


def _unquote_property(node: Node, _: SolutionWords) -> Node:
    """Normalise the property "name" of a type to name."""
    name = node.child("name")
    text = (name.text or "")[1:-1] if name is not None and name.kind == "string" else ""
    if name is not None and text.isidentifier():
        name.kind, name.text = "property_identifier", text
    return node


def _drop_separators(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.text not in (",", ";")]
    return node


def _drop_first_bar(node: Node, _: SolutionWords) -> Node:
    """Normalise | a to a."""
    if len(node.children) == 2 and node.children[0].text == "|":
        return node.children[1]
    return node


def _unwrap_namespace(node: Node, source: SolutionWords) -> Node:
    """Unwrap a namespace, which the grammar puts into an expression statement."""
    first = node.children[0] if node.children else None
    if first is not None and first.kind == "internal_module":
        return first
    return unify_steps(node, source)


BINDINGS: Places = {
    **javascript.BINDINGS,
    "abstract_class_declaration": {"name"},
    "abstract_method_signature": {"name"},
    "enum_assignment": {"name"},
    "enum_body": {"name"},
    "enum_declaration": {"name"},
    "function_signature": {"name"},
    "import_require_clause": {""},
    "index_signature": {"name"},
    "infer_type": {""},
    "interface_declaration": {"name"},
    "internal_module": {"name"},
    "mapped_type_clause": {"name"},
    "method_signature": {"name"},
    "parameter_property": {"member"},
    "property_signature": {"name"},
    "public_field_definition": {"name"},
    "type_alias_declaration": {"name"},
    "type_parameter": {"name"},
}

PATTERNS: Places = {
    **javascript.PATTERNS,
    "optional_parameter": {"pattern"},
    "parameter_property": {"pattern"},
    "required_parameter": {"pattern"},
}

FUNCTIONS = {"parameters", "body", "type_parameters", "return_type"}
SCOPES: Places = {
    **{
        kind: FUNCTIONS if places == javascript.FUNCTIONS else places
        for kind, places in javascript.SCOPES.items()
    },
    "abstract_method_signature": FUNCTIONS,
    "abstract_class_declaration": {"body"},
    "call_signature": {ANY},
    "construct_signature": {ANY},
    "function_signature": FUNCTIONS,
    "function_type": {ANY},
    "interface_declaration": {"type_parameters", "body", ""},
    "method_signature": FUNCTIONS,
    "type_alias_declaration": {"type_parameters", "value"},
}

TYPES = frozenset({"type_alias_declaration", "interface_declaration"})

TYPING = TypeRules(
    classes=javascript.TYPING.classes | {"interface_declaration", "enum_declaration"},
    bases=javascript.TYPING.bases | {"extends_type_clause"},
    declarations={
        **javascript.TYPING.declarations,
        "required_parameter": ({"pattern"}, {"type"}),
        "optional_parameter": ({"pattern"}, {"type"}),
        "parameter_property": ({"pattern", "member"}, {"type"}),
        "public_field_definition": ({"name"}, {"type"}),
        "property_signature": ({"name"}, {"type"}),
    },
    results={
        "function_declaration": "return_type",
        "method_definition": "return_type",
        "method_signature": "return_type",
    },
    constructions=javascript.TYPING.constructions,
    wrappers={
        **javascript.TYPING.wrappers,
        "non_null_expression": ANY,
        "as_expression": "type_identifier",
    },
    supers=javascript.TYPING.supers,
    library_values=javascript.TYPING.library_values - {"object"},
    empty_values=javascript.TYPING.empty_values,
    type_wrappers=frozenset({"type_annotation", "union_type", "literal_type", "readonly_type"}),
    library_types=frozenset({"array_type", "tuple_type", "function_type"}),
    inferred_types=frozenset({"any", "unknown"}),
    structural_types=frozenset({"object_type"}),
    loose=javascript.TYPING.loose,
    literals=javascript.TYPING.literals,
    literal_members=frozenset({"property_signature", "method_signature"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
    base_fields=library_names.ERROR_FIELDS,
    fields_by_word=library_names.FIELDS_BY_WORD,
    known_bases=library_names.BASES,
)

LANGUAGE = replace(
    javascript.LANGUAGE,
    name="typescript",
    version=12,
    separators=frozenset(",;:"),
    transparent=javascript.LANGUAGE.transparent | {"parenthesized_type"},
    chains=javascript.LANGUAGE.chains | {"non_null_expression"},
    rewrites={
        **javascript.REWRITES,
        "expression_statement": _unwrap_namespace,
        "arrow_function": chain(javascript.REWRITES["arrow_function"], _wrap_parameter),
        "array_type": _expand_array_type,
        "readonly_type": _expand_array_type,
        "public_field_definition": _drop_public,
        "method_definition": chain(_drop_public, drop_last_return),
        "interface_body": _drop_separators,
        "property_signature": _unquote_property,
        "object_type": _drop_separators,
        "union_type": _drop_first_bar,
        "required_parameter": _bind_parameter_property,
        "optional_parameter": _bind_parameter_property,
    },
    identifiers={**javascript.IDENTIFIERS, "type_identifier": NameRole.VARIABLE},
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    typing=TYPING,
    orders=(
        *javascript.ORDERS,
        Order(containers=frozenset({"program"}), items=TYPES, hoisted=True),
    ),
)
