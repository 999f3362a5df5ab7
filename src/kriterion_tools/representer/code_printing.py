"""Print a normalised tree as code of its language, for people to read.

The code has the student's names replaced and everything redundant removed, as the representation
has. It is not parsed again, and no class depends on it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from kriterion_tools.representer.code_layout import CodeLayout, read_layout
from kriterion_tools.representer.language import Language
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.placeholders import insert_placeholders
from kriterion_tools.representer.represent import build_tree
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.solution.solution_files import load_solution
from kriterion_tools.solution.source_texts import read_texts
from kriterion_tools.solution.unusable import UnusableSolution

INDENTATION = 4
DEEPEST = 20  # levels of indentation

_IN, _OUT, _LINE = "\0in", "\0out", "\0line"
_OPERATION = re.compile(
    r"binary|infix|comparison|_operator$|unary|conditional|ternary|lambda|assignment|cast|await"
)
_RECEIVERS = frozenset({"object", "function", "receiver", "expression", "operand", "value"})
_TIGHT_OPENINGS = re.compile(r"argument|parameter|subscript|index|element|access|reference|generic")
_NO_SPACE_AFTER = frozenset({"(", "[", ".", "::", "!", "~", "@", "#", "?.", "->.", "..", "&."})
_ENDS = frozenset({";", ",", ")", "]", ");"})
_NO_SPACE_BEFORE = frozenset({":", ")", "]", ",", ";", ".", "::", "?.", "..", "&."})


def print_directory(
    directory: Path, language: str | None = None, *, by_spelling: bool = False
) -> str | UnusableSolution:
    """Return the normalised code of the solution in a directory."""
    solution = load_solution("", directory, language)
    if isinstance(solution, UnusableSolution):
        return solution
    table = load_language(solution.language)
    if table is None:
        return UnusableSolution(f"unknown language {solution.language}")
    return print_solution(solution.files, table, by_spelling=by_spelling)


def print_solution(
    files: Mapping[str, bytes], language: Language, *, by_spelling: bool = False
) -> str | UnusableSolution:
    """Return the normalised code of a solution's files (path → content)."""
    texts = read_texts(files)
    if isinstance(texts, UnusableSolution):
        return texts
    root = build_tree(files, language, by_spelling=by_spelling)
    if isinstance(root, UnusableSolution):
        return root
    insert_placeholders(root)
    return print_code(root, read_layout(texts.values(), language))


def print_code(root: Node, layout: CodeLayout, *, nesting: int = 0) -> str:
    """Return the code of a tree, ending in a newline. `nesting` counts the templates around."""
    lines: list[str] = []
    line: list[str] = []
    depth = 0

    def end_line() -> None:
        if line:
            lines.append(" " * (INDENTATION * min(depth, DEEPEST)) + "".join(line).strip())
            line.clear()

    for token in _list_tokens(root, layout, nesting):
        if token in (_IN, _OUT, _LINE):
            end_line()
            depth += {_IN: 1, _OUT: -1, _LINE: 0}[token]
            continue
        is_tight = token.startswith("\0tight ")
        text = token.removeprefix("\0tight ")
        last = line[-1] if line else ""
        if not line and lines and text in _ENDS:
            if text != ";" or not lines[-1].endswith(";"):
                lines[-1] += text
            continue
        if text == last == ";" and line[0] != "for":
            continue
        is_joined = text in _NO_SPACE_BEFORE and not (text == ":" and "?" in line)
        if is_tight and line and not _WORD_END.search(last):
            is_tight = False
        if line and not is_tight and not is_joined and last not in _NO_SPACE_AFTER:
            line.append(" ")
        line.append(text)
    end_line()
    return "\n".join(lines) + "\n"


def _list_tokens(root: Node, layout: CodeLayout, nesting: int) -> Iterator[str]:
    """Yield the tokens of a tree in order, with marks for lines and levels."""
    pending: list[Node | str] = [root]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if item:
                yield item
        elif item.kind in _TEMPLATES and item.children and nesting < _MAXIMUM_NESTING:
            yield _print_template(item, layout, nesting + 1)
        elif item.text is not None:
            yield item.text.replace("\n", "\\n")
        else:
            pending += _list_parts(item, layout)[::-1]


# Kinds of texts with expressions in them: how they start, and what is around an expression.
_TEMPLATES = {
    "template_string": ("`", "${", "}", "`"),
    "formatted_string": ('f"', "{", "}", '"'),
    "template": ('"', "${", "}", '"'),
    "interpolated_string_expression": ('$"', "{", "}", '"'),
    "encapsed_string": ('"', "{", "}", '"'),
    "string": ('"', "#{", "}", '"'),
    "subshell": ("`", "#{", "}", "`"),
    "simple_expansion": ("", "$", "", ""),
    "expansion": ("", "${", "}", ""),
    "command_substitution": ("", "$(", ")", ""),
}
_EXPANSIONS = frozenset({"simple_expansion", "expansion", "command_substitution"})  # of Bash
_MAXIMUM_NESTING = 20  # templates in expressions of templates


def _print_template(template: Node, layout: CodeLayout, nesting: int) -> str:
    """Return a text with expressions in it as one token."""
    start, opening, closing, end = _TEMPLATES[template.kind]
    if template.kind in _EXPANSIONS:
        inner = "".join(_print_inline(child, layout, nesting) for child in template.children)
        return f"{opening}{inner}{closing}"
    pieces = []
    for child in template.children:
        if child.kind in _EXPANSIONS:
            pieces.append(_print_inline(child, layout, nesting))
        elif child.text is None or not _is_quoted(child.text):
            pieces.append(f"{opening}{_print_hole(child, layout, nesting)}{closing}")
        elif child.text[1:-1] != start:  # a raw template keeps its quotes
            text = child.text[1:-1]
            pieces.append(text.replace('\\"', '"') if start == "`" else text)
    return f"{start}{''.join(pieces)}{end}"


def _print_hole(node: Node, layout: CodeLayout, nesting: int) -> str:
    """Return an expression in a text, with its format."""
    if node.kind not in _HOLES or nesting >= _MAXIMUM_NESTING:
        return _print_inline(node, layout, nesting)
    parts = []
    for child in node.children:
        text = _print_hole(child, layout, nesting + 1)
        is_format = child.text is not None and _is_quoted(text) and text[1:2] in (":", ",")
        parts.append(text[1:-1] if is_format else text)
    return "".join(parts)


_HOLES = frozenset({"interpolation", "template_substitution", "format_specifier"})


def _is_quoted(text: str) -> bool:
    return len(text) > 1 and text[0] == '"' == text[-1]


def _print_inline(node: Node, layout: CodeLayout, nesting: int) -> str:
    """Return the code of a node on one line."""
    code = print_code(node, layout, nesting=nesting)
    return " ".join(line.strip() for line in code.splitlines())


def _list_parts(node: Node, layout: CodeLayout) -> list[Node | str]:
    """Return a node's children with the tokens around them."""
    kind = node.kind
    if kind in _DEFINITIONS:
        return _list_clauses(node)
    has_lines = layout.has_lines(kind)
    kind = layout.get_known_kind(kind)
    opening, closing = layout.opening.get(kind, ""), layout.closing.get(kind, "")
    separator = layout.separator.get(kind, "")
    parts: list[Node | str] = []
    if (word := _find_word(node)) is not None:
        parts.append(word)
    if opening:
        is_tight = _TIGHT_OPENINGS.search(kind) is not None
        first, *others = opening.split(" ")
        parts += [f"\0tight {first}" if is_tight else first, *others]
    is_level = has_lines and _is_level(node)
    if has_lines:
        parts.append(_IN if is_level else _LINE)
    children = _restore_name(node)
    previous = ""
    for place, child in enumerate(children):
        key = child.field or child.kind
        before = layout.before.get((kind, key), "") if key != previous else ""
        previous = key
        if (infix := _INFIXES.get((kind, key))) and all(infix != each.text for each in children):
            parts.append(infix)
        tight = _TIGHT_OPENINGS.search(kind) is not None and before == "["
        parts += ["\0tight ["] if tight else before.split(" ")
        is_later = place > 0 and _is_item(children[place - 1]) and _is_item(child)
        if separator and is_later and not before:
            parts.append(separator)
        if kind == "import_from_statement" and place == 1:
            parts.append("import")
        parts += _wrap(node, child, layout)
        parts += layout.after.get((kind, key), "").split(" ")
        parts.append(layout.ends.get((kind, child.kind), ""))
        if has_lines or child.kind in _OWN_LINES:
            parts.append(_LINE)
    if has_lines:
        parts.append(_OUT if is_level else _LINE)
    if not (closing == ";" and children and layout.has_lines(children[-1].kind)):
        parts += closing.split(" ")
    if has_lines and closing.startswith("}"):
        parts.append(_LINE)
    return parts


_DEFINITIONS = frozenset({"definition", "instance_definition"})
_OWN_LINES = frozenset({"decorator", "attribute_item", "attribute_list", "match_case", "match_arm"})
# What a tree leaves out at the start of a node, because its kind says it.
_WORDS = {
    "import_statement": "import",
    "import_from_statement": "from",
    "wildcard_import": "from",
    "import_spec": "import",
    "type_spec": "type",
    "var_spec": "var",
    "path": "# file",
}


# Tokens that a tree leaves out between two children.
_INFIXES = {("arrow_function", "body"): "=>", ("pair", "value"): ":"}
_WORD_END = re.compile(r"[\w)\]>}!?]$")


def _find_word(node: Node) -> str | None:
    """Return the keyword that a node starts with and its tree lacks, or None."""
    word = _WORDS.get(node.kind)
    if word is not None and (not node.children or node.children[0].text != word):
        return word
    if node.kind == "function_definition" and node.child("pattern") is not None:
        return "let"
    return "|" if node.kind == "match_case" else None


def _is_item(node: Node) -> bool:
    """Whether a child may be an item of a list: not a token such as < or a keyword."""
    return node.text is None or node.text != node.kind or node.text.isalnum()


def _restore_name(node: Node) -> list[Node]:
    """Return a node's children; the name of a function in C follows its type."""
    first, *others = node.children or [Node("")]
    if first.field not in ("name", "inherited_name") or not others:
        return node.children
    for place, child in enumerate(others):
        if child.field == "declarator" and node.kind == "function_definition":
            return [*others[:place], first, *others[place:]]
    return node.children


def _list_clauses(node: Node) -> list[Node | str]:
    """Return a Haskell definition: its name before its type and before each clause."""
    name, *clauses = node.children
    parts: list[Node | str] = []
    for clause in clauses:
        sign = "::" if clause.field == "type" else ""
        parts += [_LINE, name, sign, clause, _LINE]
    return parts or [name]


def _is_level(node: Node) -> bool:
    """Whether a node's lines are indented: not those of a whole file."""
    return node.kind not in _FILES


_FILES = frozenset(
    {"program", "module", "source_file", "translation_unit", "compilation_unit", "solution"}
    | {"haskell", "declarations", "imports", "statement_list"}
)


def _wrap(parent: Node, child: Node, layout: CodeLayout) -> list[Node | str]:
    """Return a child in parentheses, if its code needs them."""
    if (parent.kind, child.field) in layout.wrapped:
        return ["(", child, ")"]
    if child.text is not None:
        return [child]
    if parent.kind in _APPLICATIONS and child is not parent.children[0]:
        return [child] if child.kind in _CLOSED else ["(", child, ")"]
    if not _OPERATION.search(child.kind):
        return [child]
    is_operation = _OPERATION.search(parent.kind) and "assignment" not in parent.kind
    is_receiver = "call" in parent.kind or "member" in parent.kind or "access" in parent.kind
    if is_operation and "capture" not in child.kind and not _is_same_chain(parent, child):
        return ["(", child, ")"]
    if is_receiver and child.field in _RECEIVERS:
        return ["(", child, ")"]
    return [child]


_APPLICATIONS = frozenset({"apply", "application_expression"})
# Kinds that need no parentheses as arguments of a function without them.
_CLOSED = frozenset(
    {"list", "tuple", "parens", "unit", "list_expression", "array_expression", "record_expression"}
    | {"path", "literal", "field_get_expression", "qualified", "labeled_argument", "prefix_id"}
    | {"prefix_expression", "string", "parenthesized_operator"}
)


def _is_same_chain(parent: Node, child: Node) -> bool:
    """Whether a child continues a chain of one operator from the left: (a + b) + c."""
    if child is not parent.children[0] or len(child.children) != 3 or len(parent.children) != 3:
        return False
    return child.children[1].text is not None and child.children[1].text == parent.children[1].text
