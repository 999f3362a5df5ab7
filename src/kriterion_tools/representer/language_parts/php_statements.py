"""PHP's statements with several spellings."""

from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_SIGNED = frozenset({"unary_op_expression", "cast_expression", "error_suppression_expression"})


def mark_several_namespaces(node: Node, _: SolutionWords) -> Node:
    """Give a program with several namespaces another kind, so that its functions are not sorted."""
    if sum(child.kind == "namespace_definition" for child in node.children) > 1:
        node.kind = "namespaces"
    return node


def add_empty_arguments(node: Node, _: SolutionWords) -> Node:
    """Normalise new Thing to new Thing()."""
    kinds = [child.kind for child in node.children]
    if "anonymous_class" in kinds:
        return node
    if "arguments" not in kinds:
        node.children.append(Node("arguments"))
    node.children[1].field = "class"
    return node


def nest_elseif(node: Node, _: SolutionWords) -> Node:
    """Normalise elseif to an if inside an else, except around HTML, where the tree lacks the
    blocks.
    """
    if any(child.kind == "text_interpolation" for child in node.children):
        return node
    children = [child for child in node.children if child.field != "alternative"]
    else_clause: Node | None = None
    for child in reversed(node.children):
        if child.field != "alternative":
            continue
        if child.kind == "else_if_clause":
            inner = [part for part in child.children if part.text != "elseif"]
            parts = [leaf("if", "if"), *inner, *([else_clause] if else_clause else [])]
            block = Node(
                "compound_statement", "body", children=[Node("if_statement", children=parts)]
            )
            child = Node("else_clause", "alternative", children=[leaf("else", "else"), block])
        else_clause = child
    node.children = [*children, *([else_clause] if else_clause else [])]
    return node


def rewrite_colon_block(node: Node, _: SolutionWords) -> Node:
    """Normalise `if (…): … endif;` to `if (…) { … }`."""
    return Node(
        "compound_statement", children=[child for child in node.children if child.text != ":"]
    )


def drop_colon(node: Node, _: SolutionWords) -> Node:
    """Normalise `for (…): … endfor;` to `for (…) { … }`, and the like."""
    is_colon = any(child.text == ":" for child in node.children)
    if is_colon and node.kind == "for_statement":
        before = [child for child in node.children if child.field != "body" and child.text != ":"]
        body = [child for child in node.children if child.field == "body"]
        block = Node("compound_statement", "body")
        for child in body:
            block.children += child.children if child.kind == "compound_statement" else [child]
        for child in block.children:
            child.field = ""
        node.children = [*before, block]
    elif is_colon:
        node.children = [child for child in node.children if child.text != ":"]
    return node


def drop_semicolon(node: Node, _: SolutionWords) -> Node:
    """Drop the semicolon of a bare exit."""
    node.children = [child for child in node.children if child.text != ";"]
    return node


def unify_array(node: Node, _: SolutionWords) -> Node:
    """Normalise array(1) to [1], and in a pattern list($a) to [$a]."""
    if node.children and node.children[0].text in ("array", "list"):
        node.children = node.children[1:]
    return node


def drop_opening_tag(node: Node, _: SolutionWords) -> Node | None:
    return node if node.text == "<?=" else None


def drop_closing_tag(node: Node, _: SolutionWords) -> Node | None:
    """Drop the closing tag at the end of the program; text between tags is printed. PHP ignores a
    line end after a closing tag.
    """
    node.children = [child for child in node.children if child.kind != "php_end_tag"]
    if node.children and node.children[0].text is not None:
        node.children[0].text = node.children[0].text.removeprefix("\n")
    return node if node.children else None


def unify_operator(node: Node, _: SolutionWords) -> Node:
    """Normalise <> to != and `and` to &&: the tree already reflects their precedence."""
    for child in node.children:
        if child.field == "operator" and child.text is not None:
            text = child.text.lower()
            child.text = {"<>": "!=", "and": "&&", "or": "||"}.get(text, text)
    left = node.child("left")
    if left is None:
        return node
    if left.kind == "parenthesized_expression" and len(left.children) == 1:
        left.children[0].field = "left"
        node.children[node.children.index(left)] = left.children[0]
    elif left.kind in _SIGNED and any(child.text == "**" for child in node.children):
        return _raise_sign(node, left)
    return node


def _raise_sign(power: Node, signed: Node) -> Node:
    """Correct the parser, for which -$n ** 2 is (-$n) ** 2."""
    base = signed.children[-1]
    power.children[power.children.index(signed)] = base
    power.field, base.field = base.field, "left"
    signed.children[-1] = power
    return signed


def mark_loop_variables(node: Node, _: SolutionWords) -> Node:
    """Mark what foreach assigns to, which has no field: `$key => $value`."""
    texts = [child.text for child in node.children]
    if "as" in texts[:-1]:
        node.children[texts.index("as") + 1].field = "target"
    return node
