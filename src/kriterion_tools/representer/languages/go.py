"""Go."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from kriterion_tools.representer.equivalents import go as statements
from kriterion_tools.representer.equivalents.last_statements import (
    chain,
    drop_last_continue,
    drop_last_return,
)
from kriterion_tools.representer.escapes import unescape_bytes
from kriterion_tools.representer.language import (
    ANY,
    ElementRules,
    ImpliedMember,
    Language,
    NameRole,
    Order,
    Places,
    Rewrite,
    TypeRules,
)
from kriterion_tools.representer.library_names import go as library_names
from kriterion_tools.representer.literals import quote, spell_number
from kriterion_tools.representer.printing import render
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

# Directives that the go command reads in comments: build constraints, embed, export.
_DIRECTIVES = ("//go:", "//export ", "// +build")

# Methods that the library looks up in any value: renaming one would change the program.
_LOOKED_UP = frozenset(
    {"String", "GoString", "Format", "Error", "Unwrap", "Is", "As", "Timeout", "Temporary"}
    | {"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "LogValue", "Scan"}
    | {"MarshalBinary", "UnmarshalBinary", "WriteTo", "ReadFrom", "WriteString", "ReadByte"}
)
# The same by a word of the package or function that looks them up.
_READ = frozenset({"Read", "ReadAt", "ReadByte", "ReadRune", "UnreadByte", "UnreadRune", "Seek"})
_WRITTEN = frozenset({"Write", "WriteAt", "WriteByte", "WriteRune", "Flush", "Close", "Sync"})
_SORTED = frozenset({"Len", "Less", "Swap"})
_LOOKED_UP_BY_WORD = {
    "sort": _SORTED,
    "heap": _SORTED | {"Push", "Pop"},
    **dict.fromkeys(("Fscan", "Fscanf", "Fscanln"), _READ),
    **dict.fromkeys(("Fprint", "Fprintf", "Fprintln", "log", "tabwriter"), _WRITTEN),
    **dict.fromkeys(("io", "bufio", "json", "xml", "csv", "gob", "binary"), _READ | _WRITTEN),
    "http": frozenset({"ServeHTTP", "RoundTrip", "Header", "WriteHeader", "Write", "Flush"}),
    "flag": frozenset({"Set", "Get", "IsBoolFlag"}),
    "sync": frozenset({"Lock", "Unlock", "RLocker"}),
    "context": frozenset({"Deadline", "Done", "Err", "Value"}),
    "rand": frozenset({"Int63", "Uint64", "Seed"}),
    "image": frozenset({"ColorModel", "Bounds", "At", "RGBA", "Set", "Convert"}),
    "sql": frozenset({"Value"}),
}
_DECIMAL = re.compile(r"(?=[\d.]*[.eE])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?")
# Predeclared types that may be embedded.
_PREDECLARED = frozenset({"error", "any", "comparable", "string", "int", "bool", "byte", "rune"})
_TYPE_NAMES = {"type_spec": {"name"}, "type_alias": {"name"}}
_FIELD_NAMES = {**_TYPE_NAMES, "field_declaration": {"name"}}
_FUNCTION_NAMES = {"function_declaration": {"name"}, "method_declaration": {"name"}}
_NAME_SPELLERS: Mapping[str, Places] = {
    **dict.fromkeys((r"%[-+# 0-9.*]*T", "TypeOf"), _TYPE_NAMES),
    **dict.fromkeys((r"%[- 0-9.*]*[+#][-+# 0-9.*]*v",), _FIELD_NAMES),
    **dict.fromkeys(("FuncForPC", "CallersFrames", "PrintStack"), _FUNCTION_NAMES),
}
_KEPT_NAMES = _LOOKED_UP | {"_", "main", "init"}


def _spell_string(text: str) -> str:
    return quote(unescape_bytes(text[1:-1], max_digits=2))


def _spell_raw_string(text: str) -> str:
    return quote(text[1:-1].replace("\r", ""))


def _spell_rune(text: str) -> str:
    return f"chr{_spell_string(text)}"


def _spell_number(text: str) -> str:
    """Constants are exact: one that no float represents keeps its spelling."""
    plain = text.replace("_", "")
    if _DECIMAL.fullmatch(plain) and Decimal(plain) != Decimal(repr(float(plain))):
        return plain.lower()
    return spell_number(text, suffixes="i", octal=not text.endswith("i"))


def _keep_directives(node: Node, _: SolutionWords) -> Node | None:
    return node if (node.text or "").startswith(_DIRECTIVES) else None


def _merge_declarations(kind: str) -> Rewrite:
    """Normalise (a int, b int) to (a, b int), for parameters and fields of a struct."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        merged: list[Node] = []
        for child in node.children:
            last = merged[-1] if merged else None
            if last is not None and last.kind == child.kind == kind and _is_same_type(last, child):
                last.children[-1:-1] = child.children[:-1]
            else:
                merged.append(child)
        node.children = merged
        return node

    return rewrite


def _is_same_type(left: Node, right: Node) -> bool:
    """Whether both declare only names, of the same type."""
    return all(
        len(node.children) > 1
        and node.children[-1].field == "type"
        and all(child.field == "name" for child in node.children[:-1])
        for node in (left, right)
    ) and render(left.children[-1]) == render(right.children[-1])


def _add_embedded_name(node: Node, _: SolutionWords) -> Node:
    """Bind the field that an embedded type of the solution declares, too."""
    type_ = node.child("type")
    if node.child("name") is None and type_ is not None and type_.kind == "type_identifier":
        name = type_.text or ""
        if name not in _PREDECLARED:
            node.children.append(leaf("field_identifier", name, "name"))
    return node


def _mark_embedded_type(node: Node, source: SolutionWords) -> Node:
    node = _add_embedded_name(node, source)
    if node.child("type") is not None and all(
        child.field != "name" or child is node.children[-1] for child in node.children
    ):
        names = [child for child in node.children if child.field == "name"]
        type_ = node.child("type")
        if not names or (type_ is not None and type_.text == names[0].text):
            node.kind = "embedded_field"
    return node


def _bind_type_parameters(node: Node, _: SolutionWords) -> Node:
    """Mark the type parameters in a receiver: they are names that the method chooses."""
    receiver = node.child("receiver")
    for part in receiver.walk() if receiver is not None else ():
        if part.kind == "type_elem":
            part.children[0].field = "parameter"
    return node


def _mark_receive(node: Node, _: SolutionWords) -> Node:
    """Tell `<-c`, an element of c, from other operators."""
    if node.children[0].text == "<-":
        node.kind = "receive_expression"
    return node


def _list_keys(node: Node) -> Iterator[ImpliedMember]:
    """Yield the field that an element of a literal names."""
    key = node.child("key")
    for name in key.children if key is not None else ():
        if name.kind == "field_identifier" and name.hint is not None:
            yield ImpliedMember(name, name.hint, is_type=True)


def end_last_line(text: str) -> str:
    """End the last line, as the grammar requires after some declarations."""
    return text if text.endswith("\n") else f"{text}\n"


REWRITES: Mapping[str, Rewrite] = {
    "comment": _keep_directives,
    "parameter_list": _merge_declarations("parameter_declaration"),
    "type_parameter_list": _merge_declarations("type_parameter_declaration"),
    "field_declaration": _mark_embedded_type,
    "assignment_statement": statements.simplify_assignment,
    "range_clause": statements.simplify_range,
    "for_statement": chain(statements.simplify_loop, drop_last_continue),
    "expression_switch_statement": statements.simplify_switch,
    "slice_expression": statements.simplify_slice,
    "unary_expression": _mark_receive,
    "var_spec": statements.drop_zero_value,
    "interface_type": statements.simplify_interface,
    "composite_literal": statements.drop_element_types,
    "const_declaration": statements.split_constants,
    "source_file": chain(statements.name_packages, statements.mark_fields),
    "function_declaration": drop_last_return,
    "method_declaration": chain(_bind_type_parameters, drop_last_return),
    "func_literal": drop_last_return,
    "field_declaration_list": _merge_declarations("field_declaration"),
}

BINDINGS: Places = {
    "function_declaration": {"name"},
    "method_declaration": {"name"},
    "method_elem": {"name"},
    "parameter_declaration": {"name"},
    "variadic_parameter_declaration": {"name"},
    "type_parameter_declaration": {"name"},
    "field_declaration": {"name"},
    "embedded_field": {"name"},
    "type_elem": {"parameter"},
    "var_spec": {"name"},
    "const_spec": {"name"},
    "type_spec": {"name"},
    "type_alias": {"name"},
    "short_var_declaration": {"left"},
    "range_clause": {"left"},
    "receive_statement": {"left"},
    "type_switch_statement": {"alias"},
    "labeled_statement": {"label"},
    "import_spec": {"name"},
}
FUNCTION = {"receiver", "type_parameters", "parameters", "result", "body"}

TYPING = TypeRules(
    classes=frozenset({"type_spec"}),
    declarations={
        "parameter_declaration": ({"name"}, {"type"}),
        "var_spec": ({"name"}, {"type"}),
        "field_declaration": ({"name"}, {"type"}),
        "short_var_declaration": ({"left"}, ()),
        "assignment_statement": ({"left"}, ()),
        "range_clause": ({"left"}, ()),
    },
    loops=frozenset({"range_clause"}),
    elements=ElementRules(
        lambdas={"func_literal": "parameters"},
        subscripts={"index_expression": "operand", "receive_expression": "operand"},
    ),
    implied={"keyed_element": _list_keys},
    embedded=frozenset({"embedded_field"}),
    named_parts=frozenset({"field_declaration"}),
    results={"function_declaration": "result", "method_declaration": "result"},
    constructions={"composite_literal": "type"},
    wrappers={"expression_list": ANY, "unary_expression": "operand"},
    library_values=frozenset({"func_literal"}),
    empty_values=frozenset({"nil"}),
    paths=frozenset({"qualified_type"}),
    type_wrappers=frozenset({"pointer_type", "parenthesized_type"}),
    library_types=frozenset({"slice_type", "map_type", "array_type", "channel_type"}),
    library_members=library_names.METHODS,
    library_fields=library_names.FIELDS,
    types_of_libraries=library_names.TYPES,
)

LANGUAGE = Language(
    name="go",
    version=12,
    prepare=end_last_line,
    # The exercise prescribes the package's name.
    dropped=frozenset({"package_clause"}),
    # Split grouped declarations, except constants: those may use iota.
    brackets=frozenset("(){}[]") | {"import", "var", "type"},
    spliced=frozenset(
        {
            "const_declarations",
            "import_declaration",
            "import_spec_list",
            "var_declaration",
            "var_spec_list",
        }
        | {"type_declaration"}
    ),
    transparent=frozenset({"parenthesized_expression", "parenthesized_type"}),
    spellings={
        "interpreted_string_literal": _spell_string,
        "raw_string_literal": _spell_raw_string,
        "rune_literal": _spell_rune,
        "int_literal": _spell_number,
        "float_literal": _spell_number,
        "imaginary_literal": _spell_number,
    },
    rewrites=REWRITES,
    identifiers={
        "identifier": NameRole.EITHER,
        "type_identifier": NameRole.VARIABLE,
        "field_identifier": NameRole.MEMBER,
        "package_identifier": NameRole.VARIABLE,
        "label_name": NameRole.VARIABLE,
    },
    roles={
        ("call_expression", "function"): NameRole.VARIABLE,  # a method needs a receiver
        # The grammar reads x.y[z.a] as types, too.
        ("qualified_type", "name"): NameRole.MEMBER,
    },
    bindings=BINDINGS,
    patterns={"expression_list": {""}},
    scopes={
        "function_declaration": FUNCTION,
        "method_declaration": FUNCTION,
        "func_literal": FUNCTION,
        "function_type": FUNCTION,
        "method_elem": FUNCTION,
        "type_spec": {"type_parameters", "type"},
        "block": {ANY},
        "for_statement": {ANY},
        "if_statement": {ANY},
    },
    initialisers={"short_var_declaration": ("left", "right"), "var_spec": ("name", "value")},
    accesses={"selector_expression": ("operand", "field"), "qualified_type": ("package", "name")},
    receivers=frozenset(),
    calls={"call_expression": "function"},
    typing=TYPING,
    is_kept_name=_KEPT_NAMES.__contains__,
    looked_up=_LOOKED_UP_BY_WORD,
    name_spellers=_NAME_SPELLERS,
    member_readers=frozenset({"json", "xml", "gob", "template", "reflect"}),
    orders=(
        Order(
            containers=frozenset({"source_file"}),
            items=frozenset(
                {"import_spec", "function_declaration", "method_declaration"}
                | {"type_spec", "type_alias"}
            ),
            hoisted=True,
            overloaded=True,
            is_fixed=lambda node: any(child.text == "init" for child in node.children),
        ),
    ),
    files_are_one=True,
    once=frozenset({"import_spec"}),
)
