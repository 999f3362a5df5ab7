"""What C and C++ share: how they declare, what literals are worth, what a macro is made of."""

import re
from collections.abc import Collection, Mapping

from kriterion.toolbox.representer.escapes import unescaped_bytes
from kriterion.toolbox.representer.language import Places, Rewrite, Source
from kriterion.toolbox.representer.literals import LETTERS, number, quoted
from kriterion.toolbox.representer.tree import Node, leaf

_LETTERS = {**LETTERS, "e": "\x1b"}
_LARGEST_INT = 0x7FFF_FFFF  # beyond, a hexadecimal number may have no sign where a decimal one has


def string(text: str) -> str:
    """A string's one spelling: u8"a", "a"."""
    prefix, rest = text.split('"', 1)
    return prefix + quoted(unescaped_bytes(rest[:-1], _LETTERS))


def character(text: str) -> str:
    """A character's one spelling: Lchr"a", chr"a"."""
    prefix, rest = text.split("'", 1)
    return f"{prefix}chr{quoted(unescaped_bytes(rest[:-1], _LETTERS))}"


def numeral(text: str) -> str:
    """A number's one spelling, of the same type: 0x10UL is 16lu."""
    sign = text[0] if text[0] in "+-" else ""
    body = text[len(sign) :].lower()
    digits = body.rstrip("ulz" if body.startswith("0x") else "ulfz")
    spelled = number(digits, octal=True)
    is_decimal = body[0] != "0" or len(digits) == 1
    if not is_decimal and spelled.isdecimal() and int(spelled) > _LARGEST_INT:
        spelled = digits.replace("'", "")
    return sign + spelled + "".join(sorted(body[len(digits) :]))


def concatenated(node: Node, _: Source) -> Node:
    """Strings next to one another are one, when they are of one kind."""
    if not all(child.kind == "string_literal" and child.text for child in node.children):
        return node
    texts = [child.text or "" for child in node.children]
    prefixes = {text[: text.index('"')] for text in texts} - {""}
    if len(prefixes) > 1:
        return node
    inner = "".join(text[text.index('"') + 1 : -1] for text in texts)
    return leaf("string_literal", f'{"".join(prefixes)}"{inner}"')


_INNERMOST = frozenset(
    {"identifier", "field_identifier", "type_identifier", "qualified_identifier"}
    | {"operator_name", "destructor_name", "operator_cast", "template_function"}
)


def named_first(node: Node, _: Source) -> Node:
    """int *f(int a) { … }: the name of a function is in a place of its own, not within its type."""
    holder, inner = node, node.child("declarator")
    while inner is not None and inner.kind not in _INNERMOST:
        holder, inner = inner, declared(inner)
    if inner is not None:
        holder.children.remove(inner)
        inner.field = "name"
        node.children.insert(0, inner)
    return node


def declared(declarator: Node) -> Node | None:
    """What is inside of a declarator: *a[3] → a[3] → a."""
    inner = declarator.child("declarator")
    if inner is not None:
        return inner
    named = [one for one in declarator.children if one.text is None or one.kind in _INNERMOST]
    return named[-1] if named else None


def only_mentioned(node: Node, _: Source) -> Node:
    """struct tm *t mentions a type, struct tm { … } makes one."""
    name = node.child("name")
    if name is not None and node.child("body") is None:
        name.field = "mentioned"
    return node


def sized(node: Node, _: Source) -> Node:
    """unsigned long int is long unsigned."""
    words = [leaf.text or "" for leaf in node.leaves()]
    if len(words) > 1:
        words = [word for word in words if word != "int"]
    if "char" not in words:
        words = [word for word in words if word != "signed"]
    return leaf("primitive_type", " ".join(sorted(words)) or "int")


def prepared(text: str) -> str:
    """Without blanks at the end of the preprocessor's lines, which the grammars do not know."""
    lines = text.split("\n")
    return "\n".join(line.rstrip() if line.lstrip().startswith("#") else line for line in lines)


_TOKEN = re.compile(
    r"(?P<blank>\s+|\\\n|//[^\n]*|/\*.*?\*/)|(?P<string>(?:u8|[uUL])?\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?P<character>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*')|(?P<identifier>[A-Za-z_]\w*)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|[\w.'])*)"
    r"|(?P<operator>\.\.\.|<<=|>>=|->\*?|[-+*/%&|^!=<>]=|\+\+|--|&&|\|\||<<|>>|##|::|.)",
    re.DOTALL,
)


def macro_text(node: Node, _: Source) -> Node:
    """What a macro stands for, token by token."""
    tokens = []
    for match in _TOKEN.finditer(node.text or ""):
        kind, text = match.lastgroup or "", match[0]
        if kind == "identifier":
            tokens.append(leaf("identifier", text))
        elif kind != "blank":
            spell = {"string": string, "character": character, "number": numeral}.get(kind, str)
            tokens.append(leaf(kind, spell(text)))
    return Node("preproc_arg", children=tokens)


def statement(node: Node, _: Source) -> Node | None:
    """A statement of nothing is none, or an empty block where there has to be one."""
    if all(child.text == ";" for child in node.children):
        return Node("compound_statement") if node.field else None
    return node


def header(node: Node, _: Source) -> Node:
    """The headers of the system come in any order; one's own may need what stands before them."""
    if any(child.kind == "system_lib_string" for child in node.children):
        node.kind = "system_include"
    return node


def unit(node: Node, _: Source) -> Node:
    """Without stray semicolons, and without announcements of functions that are defined as well.

    Where a macro is taken back, order matters: this unit is of another kind.
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
    """What stands before a declarator, in an order of its own."""
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

SPELLINGS = {"string_literal": string, "char_literal": character, "number_literal": numeral}

REWRITES: Mapping[str, Rewrite] = {
    "concatenated_string": concatenated,
    "function_definition": named_first,
    "struct_specifier": only_mentioned,
    "union_specifier": only_mentioned,
    "enum_specifier": only_mentioned,
    "sized_type_specifier": sized,
    "preproc_arg": macro_text,
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
