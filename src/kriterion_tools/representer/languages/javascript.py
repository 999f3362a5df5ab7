"""JavaScript."""

from collections.abc import Mapping

from kriterion_tools.representer.equivalents.assignments import (
    shorten_assignment,
    unify_steps,
)
from kriterion_tools.representer.equivalents.known_numbers import StepRule
from kriterion_tools.representer.equivalents.last_statements import (
    chain,
    drop_last_continue,
    drop_last_return,
    simplify_lambda,
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
from kriterion_tools.representer.language_parts import jsx
from kriterion_tools.representer.library_names import javascript as library_names
from kriterion_tools.representer.literals import LETTERS, quote, spell_number, unescape
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

HOISTED_FUNCTIONS = frozenset({"function_declaration", "generator_function_declaration"})
FUNCTION_DECLARATIONS = HOISTED_FUNCTIONS | {"constant_function"}
LOOPS = ("for_in_statement", "var_for_in_statement", "assigning_for_in_statement")
DECLARATORS = frozenset({"variable_declarator", "var_declarator"})
HOISTED = HOISTED_FUNCTIONS | {"var_declarator", "var_for_in_statement"}
_KEPT_NAMES = frozenset({"constructor", "arguments", "undefined", "NaN", "Infinity", "__proto__"})
NAMES = frozenset({"identifier", "type_identifier"})
FUNCTION_EXPRESSIONS = frozenset({"arrow_function", "function_expression", "generator_function"})


_LETTERS = {letter: value for letter, value in LETTERS.items() if letter != "a"}


_DIRECTIVE = "use strict"


def _spell_string(text: str) -> str:
    value = unescape(text[1:-1], _LETTERS)
    # A directive has no escapes.
    return text if value == _DIRECTIVE != text[1:-1] else quote(value)


def _spell_number(text: str) -> str:
    return spell_number(text, suffixes="n", floats_only=True, octal=True)


def _rewrite_template(node: Node, _: SolutionWords) -> Node:
    """Normalise a template without substitutions to a string; otherwise its texts are strings.

    A function before a template sees its raw texts.
    """
    if node.field == "arguments":
        for child in node.children:
            if child.kind != "template_substitution":
                child.kind, child.text = "raw_text", quote(child.text or "")
        return node
    pieces: list[Node] = []
    text = ""
    for child in node.children:
        if child.kind == "template_substitution":
            pieces += [leaf("string", quote(unescape(text, _LETTERS))), child]
            text = ""
        elif child.kind != "`":
            text += child.text or ""
    pieces.append(leaf("string", quote(unescape(text, _LETTERS))))
    is_text = len(pieces) == 1 and text != _DIRECTIVE  # no template is a directive
    return pieces[0] if is_text else Node(node.kind, children=pieces)


def _drop_substitution_brackets(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.kind not in ("${", "}")]
    return node


def _expand_shorthand(node: Node, _: SolutionWords) -> Node:
    """Normalise {name} to {name: name}, but not {__proto__}, which sets no prototype."""
    if node.text == "__proto__":
        return node
    return Node(
        "pair",
        children=[
            leaf("property_identifier", node.text or "", "key"),
            leaf("identifier", node.text or "", "value"),
        ],
    )


def _expand_shorthand_pattern(node: Node, _: SolutionWords) -> Node:
    return Node(
        "pair_pattern",
        children=[
            leaf("property_identifier", node.text or "", "key"),
            leaf("identifier", node.text or "", "value"),
        ],
    )


def _expand_default_pattern(node: Node, _: SolutionWords) -> Node:
    """Normalise {name = 1} to {name: name = 1}."""
    left, *rest = node.children
    if left.kind != "pair_pattern":
        node.kind = "assignment_pattern"
        return node
    key, value = left.children
    value.field = "left"
    pattern = Node("assignment_pattern", "value", children=[value, *rest])
    return Node("pair_pattern", children=[key, pattern])


def _drop_semicolon(node: Node, _: SolutionWords) -> Node:
    """Drop the semicolon of a bare return, break or continue."""
    node.children = [child for child in node.children if child.text != ";"]
    return node


def _rewrite_subscript(node: Node, _: SolutionWords) -> Node:
    """Normalise a["name"] to a.name."""
    *before, index = node.children
    if index.kind != "string" or not (index.text or "")[1:-1].isidentifier():
        return node
    dot = [] if any(child.kind == "optional_chain" for child in before) else [leaf(".", ".")]
    name = leaf("property_identifier", (index.text or "")[1:-1], "property")
    return Node("member_expression", children=[*before, *dot, name])


def _unquote_key(node: Node, _: SolutionWords) -> Node:
    """Normalise {"name": 1} to {name: 1}."""
    node.children = [child for child in node.children if child.text != ":"]
    key = node.child("key")
    if key is not None and key.kind == "string" and key.text and key.text[1:-1].isidentifier():
        node.children[0] = leaf("property_identifier", key.text[1:-1], "key")
    return node


def _mark_entries(node: Node, _: SolutionWords) -> Node:
    """Mark the methods of an object literal as entries: unlike a class's methods, they bind no
    names.
    """
    for child in node.children:
        if child.kind == "method_definition":
            child.kind = "entry_definition"
        elif child.kind == "spread_element" and len(child.children) == 2:
            _mark_listed(child, child.children[1])
    return node


def _add_parentheses(node: Node, _: SolutionWords) -> Node:
    """Normalise x => 1 to (x) => 1."""
    children = [child for child in node.children if child.text != "=>"]
    for place, child in enumerate(children):
        if child.field == "parameter":
            child.field = ""
            children[place] = Node("formal_parameters", "parameters", children=[child])
    node.children = children
    return node


def _mark_exported_name(node: Node, _: SolutionWords) -> Node:
    """Keep the names that a declaration exports."""
    declaration = node.child("declaration")
    if declaration is None or any(child.text == "default" for child in node.children):
        return node
    if declaration.kind in FUNCTION_DECLARATIONS:
        is_constant = declaration.kind == "constant_function"
        node.kind = "exported_constant_function" if is_constant else "exported_function"
    declared = (child for child in declaration.children if child.kind in DECLARATORS)
    for part in (declaration, *declared):
        name = part.child("name")
        if name is not None and name.kind in NAMES:
            name.kind = "exported_identifier"
    return node


def _mark_constant_function(node: Node, _: SolutionWords) -> Node:
    """Treat `const f = () => …` as a named function, which may swap places."""
    kind, *declarators = node.children
    value = declarators[0].child("value") if len(declarators) == 1 else None
    if kind.text == "const" and value is not None and value.kind in FUNCTION_EXPRESSIONS:
        node.kind = "constant_function"
        node.children = [kind, *declarators[0].children]
    return node


def _mark_effect_import(node: Node, _: SolutionWords) -> Node:
    """Keep the place of an import for its side effects."""
    if len(node.children) == 2:
        node.kind = "effect_import"
    return node


def _mark_exported_specifier(node: Node, _: SolutionWords) -> Node:
    name = node.child("name")
    if name is not None and name.kind in NAMES and node.child("alias") is None:
        name.kind = "exported_identifier"
    return node


def _is_computed(method: Node) -> bool:
    name = method.child("name")
    return name is None or name.text is None


def _mark_decorated(node: Node, _: SolutionWords) -> Node:
    """Mark the body of a class with decorators, which belong to what follows them."""
    if any(child.kind == "decorator" for child in node.children):
        node.kind = "decorated_class_body"
    return node


def _add_empty_arguments(node: Node, _: SolutionWords) -> Node:
    """Normalise new Thing to new Thing()."""
    if node.child("arguments") is None:
        node.children.append(Node("arguments", "arguments"))
    return node


STEPS = StepRule(
    names="identifier",
    numbers=frozenset({"number"}),
    number_fields=frozenset({"length"}),
    number_modules=frozenset({"Math"}),
    number_functions=frozenset({"Number", "parseInt", "parseFloat"}),
    declarations={
        "variable_declarator": "name",
        "var_declarator": "name",
        "assignment_expression": "left",
        "augmented_assignment_expression": "left",
    },
    values=frozenset({"value", "right"}),
    unknown={
        "formal_parameters": "",
        "for_in_statement": "left",
        "var_for_in_statement": "left",
        "assigning_for_in_statement": "left",
        "catch_clause": "parameter",
        "array_pattern": "",
        "object_pattern": "",
        "import_clause": "",
        "function_declaration": "name",
        "class_declaration": "name",
    },
    unsafe_words=frozenset({"BigInt", "eval", "with"}),
)


def _nest_else_if(node: Node, _: SolutionWords) -> Node:
    """Normalise `else if` to an if in a block."""
    for place, child in enumerate(node.children):
        if child.kind == "if_statement":
            node.children[place] = Node("statement_block", child.field, children=[child])
            child.field = ""
    return node


def _split_declarators(node: Node, source: SolutionWords) -> Node:
    """Normalise `let a = 1, b = 2;` to two statements, except in a loop or an export."""
    kind, *declarators = node.children
    if node.field or len(declarators) < 2:
        return _mark_constant_function(_drop_undefined(node, source), source)
    statements = [
        Node(node.kind, children=[leaf(kind.kind, kind.text or "", kind.field), declarator])
        for declarator in declarators
    ]
    return Node(
        "declarations",
        children=[
            _mark_constant_function(_drop_undefined(each, source), source) for each in statements
        ],
    )


def _mark_var(node: Node, _: SolutionWords) -> Node:
    """Mark the declarators of `var`, which bind names in the function around the block."""
    for child in node.children:
        if child.kind == "variable_declarator":
            child.kind = "var_declarator"
    return node


def _mark_loop(node: Node, source: SolutionWords) -> Node:
    """Mark loops over `var x`, and over a variable that is declared elsewhere."""
    drop_last_continue(node, source)
    kind = node.child("kind")
    operator, value = node.child("operator"), node.child("right")
    if operator is not None and operator.text == "in" and value is not None:
        _mark_listed(node, value)
    if kind is None:
        node.kind = "assigning_for_in_statement"
    elif kind.text == "var":
        node.kind = "var_for_in_statement"
    return node


def _mark_listed(node: Node, value: Node) -> None:
    """Mark an object whose members a loop or a spread lists."""
    place = node.children.index(value)
    node.children[place] = Node("listed", value.field, children=[value])
    value.field = ""


def _mark_tested(node: Node, _: SolutionWords) -> Node:
    """Mark an object in which a computed name is looked for: k in o."""
    left, operator, right = node.children if len(node.children) == 3 else (node, node, node)
    if operator.text == "in" and left.kind not in ("string", "private_property_identifier"):
        _mark_listed(node, right)
    return node


def _drop_undefined(node: Node, source: SolutionWords) -> Node:
    """Normalise `let x = undefined` to `let x`; a `var` in a loop would keep its value."""
    kind = node.children[0]
    if "undefined" in source.defined:
        return node
    for declarator in node.children[1:]:
        value = declarator.child("value") if declarator.text is None else None
        if kind.text == "let" and value is not None and value.text == "undefined":
            declarator.children = [
                child for child in declarator.children if child is not value and child.text != "="
            ]
    return node


def _drop_strict_mode(node: Node, source: SolutionWords) -> Node:
    """Drop "use strict" of a module, where it is the default."""
    if any(child.kind.startswith(("export", "import_")) for child in node.children):
        first = node.children[0]
        if [part.text for part in first.leaves() if part.text != ";"] == ['"use strict"']:
            del node.children[0]
    _drop_unused_names(node)
    _export_declarations(node)
    _keep_read_names(node, source)
    return STEPS.unify(node, source)


def _keep_read_names(program: Node, source: SolutionWords) -> None:
    """Keep the names of functions and classes that code reads, and the order of listed methods."""
    nodes = [node for node in program.walk() if node.text is None]
    if not source.words.isdisjoint(_ORDER_READERS):
        for node in nodes:
            node.kind = "listed_class_body" if node.kind == "class_body" else node.kind
    is_own = any(
        child.text == "name" and child.kind == "property_identifier" and _is_binding(node, child)
        for node in nodes
        for child in node.children
    )
    if not any(_reads_name(node, is_own=is_own) for node in nodes):
        return
    named = {
        name.text
        for node in nodes
        if (name := node.child("name")) is not None and name.text
        if node.kind in _NAMED or (node.child("value") or name).kind in FUNCTION_EXPRESSIONS
    }
    for part in program.leaves():
        if part.kind in NAMES and part.text in named:
            part.kind = "read_identifier"


_ORDER_READERS = frozenset({"getOwnPropertyNames", "ownKeys", "getOwnPropertyDescriptors"})
_NAMED = FUNCTION_DECLARATIONS | {"class_declaration", "abstract_class_declaration"}


def _is_binding(node: Node, name: Node) -> bool:
    """Whether a name in this node is that of a member that the solution defines."""
    return node.kind != "member_expression" or node.field == "left"


def _reads_name(node: Node, *, is_own: bool) -> bool:
    """Whether this is x.constructor.name, or x.name of what is no object of the solution."""
    if node.kind != "member_expression" or node.children[-1].text != "name":
        return False
    *_, last = node.children[0].leaves()
    return not is_own or last.text == "constructor"


def _drop_unused_names(program: Node) -> None:
    """Drop names that an import binds and nothing uses; the import itself stays."""
    lists = [
        names
        for child in program.children
        if child.kind == "import_statement"
        for names in child.walk()
        if names.kind == "named_imports" and len(names.children) > 1
    ]
    if not lists:
        return
    used = {
        part.text
        for child in program.children
        if child.kind not in ("import_statement", "effect_import")
        for part in child.leaves()
    }
    for names in lists:
        kept = [child for child in names.children if list(child.leaves())[-1].text in used]
        names.children = kept or names.children[:1]


def _export_declarations(program: Node) -> None:
    """Normalise `const f = 1; export { f };` to `export const f = 1;`."""
    lists = [
        (child, child.children[1])
        for child in program.children
        if child.kind == "export_statement" and len(child.children) == 2
        if child.children[1].kind == "export_clause"
    ]
    if not lists:
        return
    declared: dict[str, Node] = {}
    for child in program.children:
        if child.kind in _EXPORTED:
            parts = [child, *child.children]
            names = [name.text for part in parts if (name := part.child("name")) is not None]
            if len(names) == 1:
                declared[names[0] or ""] = child
    exported: set[int] = set()
    for _, clause in lists:
        names_kept = []
        for specifier in clause.children:
            name = specifier.child("name")
            declaration = declared.get(name.text or "") if name is not None else None
            if declaration is None or specifier.child("alias") is not None:
                names_kept.append(specifier)
            else:
                exported.add(id(declaration))
        clause.children = names_kept
    children = []
    for child in program.children:
        if id(child) in exported:
            child.field = "declaration"
            statement = Node("export_statement", children=[leaf("export", "export"), child])
            child = _mark_exported_name(statement, _NO_WORDS)
        elif any(child is statement and not clause.children for statement, clause in lists):
            continue
        children.append(child)
    program.children = children


_EXPORTED = frozenset(
    {"lexical_declaration", "constant_function", "function_declaration", "class_declaration"}
    | {"generator_function_declaration", "variable_declaration"}
)
_NO_WORDS = SolutionWords({})


REWRITES: Mapping[str, Rewrite] = {
    **jsx.REWRITES,
    "template_string": _rewrite_template,
    "template_substitution": _drop_substitution_brackets,
    "shorthand_property_identifier": _expand_shorthand,
    "shorthand_property_identifier_pattern": _expand_shorthand_pattern,
    "object_assignment_pattern": _expand_default_pattern,
    "expression_statement": unify_steps,
    "for_statement": chain(unify_steps, drop_last_continue),
    "for_in_statement": _mark_loop,
    "while_statement": drop_last_continue,
    "do_statement": drop_last_continue,
    "assignment_expression": shorten_assignment("augmented_assignment_expression"),
    "function_declaration": drop_last_return,
    "function_expression": drop_last_return,
    "method_definition": drop_last_return,
    "else_clause": _nest_else_if,
    "binary_expression": _mark_tested,
    "program": _drop_strict_mode,
    "return_statement": _drop_semicolon,
    "break_statement": _drop_semicolon,
    "continue_statement": _drop_semicolon,
    "subscript_expression": _rewrite_subscript,
    "pair": _unquote_key,
    "pair_pattern": _unquote_key,
    "object": _mark_entries,
    "arrow_function": chain(
        _add_parentheses, simplify_lambda({"statement_block"}), drop_last_return
    ),
    "lexical_declaration": _split_declarators,
    "variable_declaration": _mark_var,
    "import_statement": _mark_effect_import,
    "export_statement": _mark_exported_name,
    "export_specifier": _mark_exported_specifier,
    "new_expression": _add_empty_arguments,
    "class_body": _mark_decorated,
}

IDENTIFIERS: Mapping[str, NameRole] = {
    "identifier": NameRole.VARIABLE,
    "exported_identifier": NameRole.KEPT,
    "property_identifier": NameRole.MEMBER,
    "private_property_identifier": NameRole.MEMBER,
    "statement_identifier": NameRole.VARIABLE,
}
SPACES = {"statement_identifier": "label "}

BINDINGS: Places = {
    "constant_function": {"name"},
    "variable_declarator": {"name"},
    "var_declarator": {"name"},
    "function_declaration": {"name"},
    "generator_function_declaration": {"name"},
    "function_expression": {"name"},
    "generator_function": {"name"},
    "class_declaration": {"name"},
    "class": {"name"},
    "formal_parameters": {ANY},
    "catch_clause": {"parameter"},
    **{kind: {"left"} for kind in LOOPS},
    "assignment_expression": {"left"},
    "method_definition": {"name"},
    "field_definition": {"property"},
    "labeled_statement": {"label"},
    "export_specifier": {"name"},
    "import_clause": {""},
    "namespace_import": {""},
    "import_specifier": {"alias"},
}

PATTERNS: Places = {
    "array_pattern": {ANY},
    "object_pattern": {ANY},
    "pair_pattern": {"value"},
    "assignment_pattern": {"left"},
    "rest_pattern": {ANY},
}

FUNCTIONS = {"parameters", "body"}
BLOCK_SCOPES: Places = {
    "statement_block": {ANY},
    "switch_body": {ANY},
    "for_statement": {ANY},
    "for_in_statement": {"left", "body"},
    "catch_clause": {ANY},
}
SCOPES: Places = {
    **BLOCK_SCOPES,
    "function_declaration": FUNCTIONS,
    "generator_function_declaration": FUNCTIONS,
    "function_expression": {ANY},
    "generator_function": {ANY},
    "arrow_function": {ANY},
    "method_definition": FUNCTIONS,
    "entry_definition": FUNCTIONS,
    "class_declaration": {"body"},
    "class": {"body"},
}

BLOCKS: Mapping[tuple[str, str], str] = {
    ("if_statement", "consequence"): "statement_block",
    ("else_clause", ""): "statement_block",
    ("for_statement", "body"): "statement_block",
    ("for_in_statement", "body"): "statement_block",
    ("while_statement", "body"): "statement_block",
    ("do_statement", "body"): "statement_block",
}


def _is_text(statement: Node) -> bool:
    """Whether this is a directive if it stands at the beginning."""
    return statement.kind == "expression_statement" and statement.children[0].kind == "string"


ORDERS = (
    Order(
        containers=frozenset({"program"}),
        items=HOISTED_FUNCTIONS | {"exported_function"},
        name=("declaration", "name"),
        hoisted=True,
        is_barrier=_is_text,
    ),
    Order(
        containers=frozenset({"program"}),
        items=frozenset({"constant_function", "exported_constant_function"}),
        name=("declaration", "name"),
        is_barrier=_is_text,
        deferred={
            kind: {"parameters", "body"}
            for kind in (
                *(HOISTED_FUNCTIONS | FUNCTION_EXPRESSIONS),
                *("method_definition", "entry_definition"),
            )
        },
    ),
    Order(
        containers=frozenset({"class_body"}),
        items=frozenset({"method_definition"}),
        is_fixed=_is_computed,
        hoisted=True,
    ),
)

TYPING = TypeRules(
    classes=frozenset({"class_declaration", "class", "abstract_class_declaration"}),
    bases=frozenset({"class_heritage"}),
    declarations={
        "variable_declarator": ({"name"}, {"type"}),
        "var_declarator": ({"name"}, {"type"}),
        "constant_function": ({"name"}, ()),
        "assignment_expression": ({"left"}, ()),
        "field_definition": ({"property"}, ()),
        "assignment_pattern": ({"left"}, ()),
    },
    constructions={"new_expression": "constructor"},
    supers=frozenset({"super"}),
    wrappers={"await_expression": ANY},
    library_values=frozenset(
        {"array", "object", "string", "template_string", "regex", "number", "true", "false"}
    ),
    empty_values=frozenset({"null", "undefined"}),
    loose=frozenset({"pair", "pair_pattern", "entry_definition"}),
    literals=frozenset({"pair", "entry_definition"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
    base_fields=library_names.ERROR_FIELDS,
    fields_by_word=library_names.FIELDS_BY_WORD,
    known_bases=library_names.BASES,
)

LANGUAGE = Language(
    name="javascript",
    version=12,
    opaque_by_text={"use strict": {"expression_statement": {ANY}}},
    order_readers=frozenset({"globalThis", "window"}),
    ended_by_line_end=frozenset(
        {"return_statement", "break_statement", "continue_statement", "yield_expression"}
    ),
    dropped=frozenset({"comment", "empty_statement", "hash_bang_line"}),
    spliced=frozenset({"declarations"}),
    spellings={"string": _spell_string, "number": _spell_number, "regex": str},
    rewrites=REWRITES,
    identifiers=IDENTIFIERS,
    roles={("export_specifier", "alias"): NameRole.MEMBER},
    bindings=BINDINGS,
    patterns=PATTERNS,
    scopes=SCOPES,
    block_scopes=frozenset(BLOCK_SCOPES),
    hoisted=HOISTED,
    exact_scopes=frozenset({ANY}),
    assignments=frozenset({"assignment_expression", "assigning_for_in_statement"}),
    implicit_globals=True,
    # If a is missing, a?.b.c skips .c, but (a?.b).c does not.
    chains=frozenset({"member_expression", "subscript_expression", "call_expression"}),
    optional_links=frozenset({"optional_chain"}),
    accesses={"member_expression": ("object", "property")},
    calls={"call_expression": "function"},
    receivers=frozenset({"this", "super"}),
    typing=TYPING,
    is_kept_name=_KEPT_NAMES.__contains__,
    looked_up=library_names.LOOKED_UP,
    code_readers=frozenset({"eval", "Function"}),
    text_accesses={"subscript_expression": ("object", "index")},
    texts_name_members=True,
    hidden_members=frozenset({"private_property_identifier"}),
    member_readers=frozenset(
        {
            "hasOwnProperty",
            "hasOwn",
            "Reflect",
            "Proxy",
            "defineProperty",
            "defineProperties",
            "JSON",
            "structuredClone",
        }
    ),
    member_listers=frozenset(
        {
            "console.log",
            "console.dir",
            "console.table",
            "Object.keys",
            "Object.entries",
            "Object.assign",
            "Object.getOwnPropertyNames",
        }
    ),
    listing_kinds=frozenset({"listed"}),
    spaces=SPACES,
    sigils="#",
    blocks=BLOCKS,
    orders=ORDERS,
    runs={
        "program": frozenset({"import_statement"}),
        "named_imports": frozenset({"import_specifier"}),
        "export_clause": frozenset({"export_specifier"}),
    },
)
