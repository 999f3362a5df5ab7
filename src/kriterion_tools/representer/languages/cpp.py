"""C++."""

import re
from collections.abc import Mapping

from kriterion_tools.representer.equivalents.assignments import (
    shorten_assignment,
    unify_all_steps,
)
from kriterion_tools.representer.equivalents.last_statements import chain, drop_last_continue
from kriterion_tools.representer.language import (
    ANY,
    ElementRules,
    Language,
    NameRole,
    Order,
    Places,
    TypeRules,
)
from kriterion_tools.representer.language_parts.c_family import declarations
from kriterion_tools.representer.language_parts.c_family.c_tokens import join_directive_lines
from kriterion_tools.representer.language_parts.c_family.declarations import (
    NAME_SPELLERS,
    changes_names,
    drop_empty_statement,
    drop_last_result,
    get_inner_declarator,
    lift_name,
)
from kriterion_tools.representer.library_names import cpp as library_names
from kriterion_tools.representer.literals import quote
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# Names that the language or the library looks up.
_KEPT_NAMES = frozenset({"main", "begin", "end", "swap", "what", "hash"})
# Members that the library looks up in any type, by a word that the solution then contains.
_ITERATED = frozenset(
    {"value_type", "size_type", "difference_type", "reference", "const_reference", "pointer"}
    | {"iterator", "const_iterator", "iterator_category", "rbegin", "rend", "cbegin", "cend"}
)
_CONTAINED = _ITERATED | {
    *("back", "data", "emplace_back", "empty", "front", "insert", "pop_back", "pop_front"),
    *("push_back", "push_front", "size"),
}
_LOOKED_UP = {
    "<iterator>": _ITERATED | {"data", "empty", "size"},
    **dict.fromkeys(
        ("<stack>", "<queue>", "<ranges>", "<span>", "back_inserter", "front_inserter"), _CONTAINED
    ),
    "<random>": frozenset({"result_type", "min", "max"}),
    **dict.fromkeys(
        ("<set>", "<map>", "<unordered_set>", "<unordered_map>"), frozenset({"is_transparent"})
    ),
    "<type_traits>": frozenset({"value", "type"}),
    "<format>": frozenset({"parse", "format"}),
    "numeric_limits": frozenset(
        {"max", "min", "lowest", "epsilon", "infinity", "quiet_NaN", "is_specialized", "digits"}
        | {"is_signed", "is_integer", "is_exact", "round_error", "denorm_min"}
    ),
    "<mutex>": frozenset({"lock", "try_lock", "unlock"}),
    "tuple_size": frozenset({"get"}),
    "allocator_traits": frozenset(
        {"allocate", "deallocate", "construct", "destroy", "rebind", "other"}
    ),
    **dict.fromkeys(
        ("co_await", "co_return", "co_yield", "coroutine"),
        frozenset(
            {"promise_type", "get_return_object", "initial_suspend", "final_suspend", "yield_value"}
            | {"return_value", "return_void", "unhandled_exception", "await_ready"}
            | {"await_suspend", "await_resume", "await_transform"}
        ),
    ),
}
_RAW = re.compile(r'(u8|[uUL])?R"([^()\\\s]*)\((.*)\)\2"', re.DOTALL)


def _spell_raw_string(text: str) -> str:
    """Normalise R"(a)" to "a"."""
    match = _RAW.fullmatch(text)
    assert match is not None
    return (match[1] or "") + quote(match[3])


def _rename_raw_string(node: Node, _: SolutionWords) -> Node:
    node.kind = "string_literal"
    return node


def _lift_name(node: Node, source: SolutionWords) -> Node:
    """Lift a function's name; keep it if the method overrides another."""
    overrides = _is_override(node)
    node = lift_name(node, source)
    if overrides:
        for child in node.children:
            if child.field == "name":
                child.field = "inherited_name"
    return node


def _keep_overriding_name(node: Node, _: SolutionWords) -> Node:
    """Keep the name of an overriding method that a class only declares."""
    if _is_override(node):
        inner = node.child("declarator")
        while inner is not None and inner.text is None:
            inner = get_inner_declarator(inner)
        if inner is not None:
            inner.kind = "inherited_name"
    return node


def _is_override(node: Node) -> bool:
    """Whether a method is marked with `override` or `final`."""
    inner = node.child("declarator")
    while inner is not None and inner.text is None:
        if any(child.kind == "virtual_specifier" for child in inner.children):
            return True
        inner = get_inner_declarator(inner)
    return False


def _drop_void(node: Node, _: SolutionWords) -> Node:
    """Normalise f(void) to f()."""
    if len(node.children) == 1:
        (only,) = node.children
        if [child.text for child in only.children] == ["void"]:
            node.children = []
    return node


def _unify_type_parameter(node: Node, _: SolutionWords) -> Node:
    """Normalise template <class T> to template <typename T>."""
    for child in node.children:
        if child.text == "class":
            child.text = child.kind = "typename"
    return node


def _drop_semicolons(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.text != ";"]
    return node


# With one of these words in a solution, ++x, x++, x += 1 and x = x + 1 may differ.
_UNSAFE_WORDS = frozenset({"operator", "atomic", "atomic_int", "volatile"})
_unify_steps = unify_all_steps(
    {"assignment_expression"}, fields=("argument", "operator"), unsafe_words=_UNSAFE_WORDS
)
_TOKENS = {"and": "&&", "or": "||", "not": "!", "not_eq": "!=", "bitand": "&", "bitor": "|"}
_DEFAULT_ACCESS = {"class_specifier": "private", "struct_specifier": "public"}


def _unify_operator(node: Node, _: SolutionWords) -> Node:
    """Normalise `and` to &&."""
    operator = node.child("operator")
    if operator is not None and operator.text in _TOKENS:
        operator.kind = operator.text = _TOKENS[operator.text]
    return node


def _drop_default_access(node: Node, source: SolutionWords) -> Node:
    """Drop an access specifier at the start of a class that says what is the default."""
    default = _DEFAULT_ACCESS.get(node.kind, "public")
    body = node.child("body")
    if body is not None and _is_access(body.children, default):
        del body.children[:2]
    for child in node.children:
        if child.kind == "base_class_clause" and _is_access(child.children[1:], default):
            del child.children[1]
    return declarations.mark_mention(node, source)


def _is_access(children: list[Node], text: str) -> bool:
    return (
        len(children) > 1
        and children[0].kind == "access_specifier"
        and [part.text for part in children[0].children] == [text]
    )


def _split_namespace(node: Node, _: SolutionWords) -> Node:
    """Normalise namespace a::b to namespace b in namespace a."""
    name, body = node.child("name"), node.child("body")
    if name is None or body is None or name.kind != "nested_namespace_specifier":
        return node
    parts = list(name.leaves())
    if any(part.text == "inline" for part in parts):
        return node
    *outer, inner = [part for part in parts if part.text != "::"]
    inner.field = "name"
    node = Node("namespace_definition", node.field, children=[leaf("namespace", "namespace")])
    node.children += [inner, body]
    for part in reversed(outer):
        part.field = "name"
        content = Node("declaration_list", "body", children=[node])
        word = leaf("namespace", "namespace")
        node = Node("namespace_definition", children=[word, part, content])
    return node


def _drop_virtual(node: Node, source: SolutionWords) -> Node:
    """Drop `virtual` beside `override`."""
    if _is_override(node):
        node.children = [child for child in node.children if child.text != "virtual"]
    return node


def _drop_inline(node: Node, _: SolutionWords) -> Node:
    """Drop stray semicolons, and `inline` of functions that are defined in a class."""
    for member in node.children:
        if member.kind == "function_definition":
            member.children = [
                child
                for child in member.children
                if child.kind != "storage_class_specifier"
                or [part.text for part in child.children] != ["inline"]
            ]
    return _drop_semicolons(node, _)


def _nest_path(node: Node, source: SolutionWords) -> Node:
    """Nest a path from the left: a::b::c is c in a::b. Arguments of a template follow its name."""
    scope, name = node.child("scope"), node.child("name")
    if name is None:
        return node
    if scope is not None and scope.kind == "template_type":
        _splice_arguments(node, scope, "scope")
    if name.kind in _TEMPLATES:
        _splice_arguments(node, name, "name")
    if name.kind != "qualified_identifier":
        return node
    inner = name.children
    start = next(place for place, child in enumerate(inner) if child.text == "::")
    outer = [*node.children[: node.children.index(name)], *inner[:start]]
    for child in outer:
        child.field = "name" if child.field == "scope" and child in inner else child.field
    path = Node("qualified_identifier", "scope", children=outer)
    node.children = [path, *inner[start:]]
    return node


_TEMPLATES = frozenset({"template_type", "template_function", "template_method"})


def _splice_arguments(node: Node, template: Node, field: str) -> None:
    """Replace a template by its name, in this place, and its arguments."""
    for child in template.children:
        child.field = field if child.field == "name" else ""
    place = node.children.index(template)
    node.children[place : place + 1] = template.children


def _splice_method(node: Node, _: SolutionWords) -> Node:
    """Let the name of x.f<T> be a child of the access, before its arguments."""
    method = node.child("field")
    if method is not None and method.kind == "template_method":
        _splice_arguments(node, method, "field")
    return node


def _drop_empty_parameters(node: Node, _: SolutionWords) -> Node:
    """Normalise [] () { } to [] { }."""
    declarator = node.child("declarator")
    if declarator is not None and not list(declarator.leaves()):
        node.children.remove(declarator)
    return node


BLOCKS: Mapping[tuple[str, str], str] = {
    **declarations.BLOCKS,
    ("for_range_loop", "body"): "compound_statement",
}

BINDINGS: Places = {
    **declarations.BINDINGS,
    "class_specifier": {"name"},
    "optional_parameter_declaration": {"declarator"},
    "variadic_parameter_declaration": {"declarator"},
    "type_parameter_declaration": {""},
    "variadic_type_parameter_declaration": {""},
    "optional_type_parameter_declaration": {"name"},
    "alias_declaration": {"name"},
    "namespace_definition": {"name"},
    "namespace_alias_definition": {"name"},
    "concept_definition": {"name"},
    "for_range_loop": {"declarator"},
    "lambda_capture_initializer": {"left"},
}

PATTERNS: Places = {
    **declarations.PATTERNS,
    "reference_declarator": {""},
    "variadic_declarator": {""},
    "structured_binding_declarator": {""},
    "qualified_identifier": {"scope", "name"},
}

CLASS = {"", "body"}

TYPING = TypeRules(
    classes=frozenset({"class_specifier", "struct_specifier", "union_specifier"}),
    bases=frozenset({"base_class_clause"}),
    declarations={
        "declaration": ({"declarator"}, {"type"}),
        "parameter_declaration": ({"declarator"}, {"type"}),
        "optional_parameter_declaration": ({"declarator"}, {"type"}),
        "field_declaration": ({"declarator"}, {"type"}),
        "for_range_loop": ({"declarator"}, {"type"}),
        "assignment_expression": ({"left"}, ()),
    },
    loops=frozenset({"for_range_loop"}),
    elements=ElementRules(
        lambdas={"lambda_expression": "declarator"},
        returned=frozenset({"at", "back", "front", "top"}),
        subscripts={"subscript_expression": "argument"},
        looked_up=frozenset({"at"}),
    ),
    openings=frozenset({"using_declaration"}),
    implied=declarations.DESIGNATORS,
    results={"function_definition": "type", "declaration": "type"},
    wrappers={"pointer_expression": "argument", "cast_expression": "type"},
    type_wrappers=frozenset({"type_descriptor"}),
    constructions={"new_expression": "type", "compound_literal_expression": "type"},
    library_values=frozenset({"initializer_list", "string_literal", "lambda_expression"}),
    empty_values=frozenset({"null"}),
    paths=frozenset({"qualified_identifier"}),
    inferred_types=frozenset({"auto"}),
    smart_types=frozenset({"unique_ptr", "shared_ptr", "weak_ptr", "optional"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
    types_of_libraries=library_names.TYPES,
)

LANGUAGE = Language(
    name="cpp",
    version=12,
    prepare=join_directive_lines,
    has_macros=True,
    quoting={"assert": True},
    name_readers=frozenset({"dlsym", "alias"}),
    name_spellers=NAME_SPELLERS,
    order_readers=frozenset({"__COUNTER__", "__LINE__"}),
    tokens=frozenset({"delete_expression", "operator_name"}),
    transparent=frozenset({"parenthesized_expression", "parenthesized_declarator"}),
    opaque={"call_expression": {"function"}, "decltype": {ANY}},
    opaque_by_text={
        r"decltype\s*\(\s*auto\s*\)": {"return_statement": {ANY}, "init_declarator": {"value"}}
    },
    spliced=frozenset({"declarations"}),
    blocks=BLOCKS,
    spellings={**declarations.SPELLINGS, "raw_string_literal": _spell_raw_string},
    rewrites={
        **declarations.REWRITES,
        "raw_string_literal": _rename_raw_string,
        "function_definition": chain(_drop_virtual, _lift_name, drop_last_result),
        "field_declaration": chain(
            _drop_virtual, _keep_overriding_name, declarations.REWRITES["field_declaration"]
        ),
        "class_specifier": _drop_default_access,
        "struct_specifier": _drop_default_access,
        "namespace_definition": _split_namespace,
        "qualified_identifier": _nest_path,
        "field_expression": _splice_method,
        "binary_expression": _unify_operator,
        "unary_expression": _unify_operator,
        "lambda_expression": _drop_empty_parameters,
        "assignment_expression": shorten_assignment(
            "assignment_expression", unsafe_words=_UNSAFE_WORDS, calls=False
        ),
        "expression_statement": chain(drop_empty_statement, _unify_steps),
        "for_statement": chain(_unify_steps, drop_last_continue),
        "for_range_loop": drop_last_continue,
        "while_statement": drop_last_continue,
        "do_statement": drop_last_continue,
        "parameter_list": _drop_void,
        "type_parameter_declaration": _unify_type_parameter,
        "field_declaration_list": _drop_inline,
        "declaration_list": declarations.drop_prototypes,
    },
    identifiers={
        "identifier": NameRole.EITHER,
        "type_identifier": NameRole.EITHER,
        "field_identifier": NameRole.MEMBER,
        "namespace_identifier": NameRole.EITHER,
        "statement_identifier": NameRole.VARIABLE,
    },
    bindings=BINDINGS,
    patterns=PATTERNS,
    parameters=frozenset(
        {"parameter_declaration", "optional_parameter_declaration", "type_parameter_declaration"}
        | {"variadic_parameter_declaration", "function_declarator"}
    ),
    scopes={
        "class_specifier": CLASS,
        "struct_specifier": CLASS,
        "union_specifier": CLASS,
        "namespace_definition": {"body"},
        "function_definition": {"", "type", "declarator", "body"},
        "lambda_expression": {ANY},
        "compound_statement": {ANY},
        "for_statement": {ANY},
        "for_range_loop": {ANY},
        "catch_clause": {ANY},
        "preproc_function_def": {"parameters", "value"},
        "prototype": {ANY},
    },
    member_scopes=frozenset(
        {"class_specifier", "struct_specifier", "union_specifier", "namespace_definition"}
    ),
    accesses={
        "field_expression": ("argument", "field"),
        "qualified_identifier": ("scope", "name"),
    },
    sees_members_around=True,
    calls={"call_expression": "function"},
    typing=TYPING,
    is_kept_name=_KEPT_NAMES.__contains__,
    looked_up=_LOOKED_UP,
    orders=(
        Order(
            containers=frozenset({"translation_unit", "declaration_list"}),
            items=frozenset({"function_definition"}),
            is_barrier=changes_names,
            sees_overloads=True,
            deferred={"function_definition": {ANY}},
        ),
    ),
    runs=declarations.RUNS,
)
