"""Kotlin's statements and declarations that say the same."""

from kriterion_tools.representer.equivalents.assignments import (
    is_step,
    make_step,
    shorten_assignment,
)
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_UNSAFE_WORDS = frozenset({"operator", "plus", "plusAssign", "inc", "dec"})
shorten = shorten_assignment("assignment", unsafe_words=_UNSAFE_WORDS)
_NEGATED = {"in_expression": "in", "is_expression": "is"}
# Packages whose types and functions an import only names.
_QUIET_PACKAGES = ("java.", "javax.")
_OPEN_ENDED = frozenset({"for_statement", "while_statement", "if_expression"})
_LOOPS = frozenset({"for_statement", "while_statement", "do_while_statement"})


def unify_steps(block: Node, source: SolutionWords) -> None:
    """Normalise the statements ++x and x += 1 in a block whose value nothing uses to x++."""
    if not source.words.isdisjoint(_UNSAFE_WORDS):
        return
    for child in block.children:
        if child.kind == "unary_expression" and len(child.children) == 2:
            operator, target = child.children
            if operator.text in ("++", "--"):
                child.children = [target, operator]
        elif child.kind == "assignment" and is_step(child):
            make_step(child, "unary_expression", ("argument", "operator"))


def simplify_function(node: Node, source: SolutionWords) -> Node:
    """Normalise `= x` of a function with a type to `{ return x }`; drop a last `return`."""
    body = node.children[-1] if node.children else None
    if body is None or body.kind != "function_body":
        return node
    if [child.text for child in body.children[:1]] == ["="] and len(body.children) == 2:
        texts = [child.text for child in node.children]
        type_place = texts.index(":") + 1 if ":" in texts else 0
        types = [part.text for part in node.children[type_place].leaves()] if type_place else []
        if types and types not in (["Unit"], ["Nothing"]):
            value = body.children[1]
            statement = Node("return_expression", children=[leaf("return", "return"), value])
            body.children = [Node("block", children=[statement])]
    block = body.children[0] if len(body.children) == 1 else None
    if block is None or block.kind != "block":
        return node
    unify_steps(block, source)
    last = block.children[-1] if block.children else None
    if last is not None and last.kind == "return_expression":
        texts = [part.text for part in last.leaves()]
        if texts in (["return"], ["return", "Unit"]):
            block.children.pop()
    return node


def simplify_getter(node: Node, _: SolutionWords) -> Node:
    """Normalise `get() = x` to `get() { return x }`."""
    body = node.children[-1] if node.children else None
    if body is not None and body.kind == "function_body" and len(body.children) == 2:
        equals, value = body.children
        if equals.text == "=":
            statement = Node("return_expression", children=[leaf("return", "return"), value])
            body.children = [Node("block", children=[statement])]
    return node


def lacks_body(node: Node) -> bool:
    """Whether a loop ends after its header."""
    if node.kind == "while_statement":
        return bool(node.children) and node.children[-1].field == "condition"
    texts = [child.text for child in node.children]
    return node.kind == "for_statement" and "in" in texts and texts.index("in") == len(texts) - 2


def find_open_loop(node: Node) -> Node | None:
    """Return the loop without a body at the end of a statement."""
    while True:
        if lacks_body(node):
            return node
        inner = node.children[-1] if node.kind in _OPEN_ENDED and node.children else None
        if inner is None or inner.kind != "block" or len(inner.children) != 1:
            return None
        node = inner.children[0]


def simplify_loop(node: Node, source: SolutionWords) -> Node:
    """Unify the steps in a loop, and drop a continue without a label at its end."""
    for block in node.children:
        if block.kind != "block":
            continue
        unify_steps(block, source)
        if block.children and block.children[-1].text == "continue":
            block.children.pop()
    return node


def join_negation(node: Node, source: SolutionWords) -> Node:
    """Normalise !(a in b) to a !in b, and !(a is b) to a !is b."""
    if len(node.children) != 2 or node.children[0].text != "!":
        return node
    inner = node.children[1]
    word = _NEGATED.get(inner.kind)
    if word is None or "contains" in source.words:
        return node
    for place, child in enumerate(inner.children):
        if child.text == word:
            inner.children[place] = leaf(f"!{word}", f"!{word}", child.field)
            return inner
    return node


def simplify_class(node: Node, _: SolutionWords) -> Node:
    """Drop `final`, `constructor` without modifiers, and an empty body."""
    drop_final(node)
    for child in node.children:
        if child.kind == "primary_constructor" and child.children[0].text == "constructor":
            del child.children[0]
    last = node.children[-1] if node.children else None
    if last is not None and last.kind == "class_body" and not last.children:
        node.children.pop()
    for child in node.children:
        if child.kind == "class_body":
            for member in child.children:
                if member.kind in ("function_declaration", "property_declaration"):
                    drop_final(member)
    return node


def drop_final(node: Node) -> None:
    """Drop `final`, which is the default, except beside `override`."""
    for child in node.children:
        if child.kind == "modifiers":
            words = [part.text for part in child.leaves()]
            if "final" in words and "override" not in words:
                child.children = [
                    part
                    for part in child.children
                    if [each.text for each in part.leaves()] != ["final"]
                ]
                if not child.children:
                    node.children.remove(child)
            return


def name_implicit_parameter(node: Node, _: SolutionWords) -> Node:
    """Normalise { x -> x + 1 } to { it + 1 }, unless `it` or another x is in it."""
    if len(node.children) < 2:
        return node
    parameters = node.children[0]
    if parameters.kind != "lambda_parameters" or len(parameters.children) != 1:
        return node
    names = [part.text for part in parameters.leaves()]
    if len(names) != 1 or names[0] in ("_", "it"):
        return node
    uses: list[Node] = []
    for child in node.children[1:]:
        for part in child.walk():
            if part.kind in ("lambda_literal", "anonymous_function") or part.text == "it":
                return node
            if part.kind in ("variable_declaration", "value_argument", "string_literal") and any(
                each.text == names[0] and part.kind != "value_argument" for each in part.children
            ):
                return node
            if part.kind == "navigation_expression" and part.children[-1].text == names[0]:
                return node
            if part.kind == "value_argument" and part.child("name") is not None:
                return node
            if part.kind == "callable_reference":
                return node
            if part.text == names[0]:
                uses.append(part)
    for part in uses:
        part.text = "it"
    node.children = [child for child in node.children[1:] if child.text != "->"]
    return node


def drop_unused_imports(node: Node, _: SolutionWords) -> Node:
    """Drop repeated imports, and unused ones of Java's types."""
    imports = [child for child in node.children if child.kind == "import"]
    if not imports:
        return node
    used = {
        part.text for child in node.children if child.kind != "import" for part in child.leaves()
    }
    seen: set[str] = set()
    children = []
    for child in node.children:
        if child.kind == "import":
            texts = [part.text or "" for part in child.leaves()]
            path = "".join(texts[1:])
            is_default = path.startswith("kotlin.") and path.count(".") == 1
            is_type = path.startswith(_QUIET_PACKAGES) and texts[-1][:1].isupper()
            is_unused = texts[-1] not in used and "as" not in texts and "*" not in texts
            if path in seen or (is_unused and is_type) or (is_default and texts[-1][:1].isupper()):
                continue
            seen.add(path)
        children.append(child)
    node.children = children
    return node
