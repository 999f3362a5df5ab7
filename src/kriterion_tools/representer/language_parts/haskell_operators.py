"""Precedence of Haskell's operators: the parser groups any chain of them from right to left.

So `x * y + z` arrives as `x * (y + z)`, and only explicit parentheses distinguish the two until the
chain is rebuilt. Source: Haskell 2010 Report, §4.4.2 and chapter 9.
"""

from dataclasses import dataclass

from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords


@dataclass(frozen=True, slots=True)
class Fixity:
    """Precedence and associativity of an operator."""

    precedence: int
    associativity: str  # infixl, infixr, infix


def _build_table(**rows: str) -> dict[str, Fixity]:
    return {
        operator: Fixity(int(key[-1]), key[:-1])
        for key, operators in rows.items()
        for operator in operators.split()
    }


_KNOWN_FIXITIES = {
    # Operators of commonly imported modules are assumed to have these fixities.
    **_build_table(infixr9=".", infixl9="!! ! !?"),
    **_build_table(infixr8="^ ^^ **"),
    **_build_table(infixl7="* / % .&. div mod rem quot"),
    **_build_table(infixl6="+ - xor", infixr6="<>"),
    **_build_table(infixr5=": ++ :|", infixl5=".|. |> :|>"),
    **_build_table(infix4="== /= < <= > >= elem notElem", infixl4="<$> <$ $> <*> <* *> <**>"),
    **_build_table(infixr3="&& *** &&&", infixl3="<|>"),
    **_build_table(infixr2="|| +++ |||"),
    **_build_table(infixl1=">> >>= & <&>", infixr1="=<< >=> <=< >>> <<<"),
    **_build_table(infixr0="$ $! seq", infixl0="on"),
}
_BACKTICKED = Fixity(9, "infixl")  # the default for a name in backticks


def rebuild_chains(root: Node, _: SolutionWords) -> Node:
    """Rebuild all chains of operators by precedence, and drop parentheses that became redundant."""
    known = {**_KNOWN_FIXITIES, **_read_declared_fixities(root)}
    visited: set[int] = set()
    opaque: set[int] = set()
    for node in root.walk():
        if _is_link(node) and id(node) not in visited:
            _rebuild_chain(node, known, visited, opaque)
    for node in root.walk():
        for place, child in enumerate(node.children):
            if child.kind == "parens" and len(child.children) == 1:
                if id(node) in opaque or (node.kind == "infix" and _is_negated(child)):
                    continue
                (node.children[place],) = child.children
                node.children[place].field = child.field
    return root


def drop_plain_parens(node: Node, _: SolutionWords) -> Node:
    """Drop parentheses, except around operators: these must wait until chains are rebuilt."""
    if len(node.children) != 1 or node.children[0].kind in ("infix", "negation"):
        return node
    return node.children[0]


def _is_link(node: Node) -> bool:
    """Whether this is an application of an operator. The keyword `infix` has the same kind."""
    return node.kind == "infix" and bool(node.children)


def _is_negated(node: Node) -> bool:
    return node.children[0].kind == "negation"


def _read_declared_fixities(root: Node) -> dict[str, Fixity]:
    declared = {}
    for node in root.walk():
        if node.kind == "fixity":
            associativity, precedence = node.child("associativity"), node.child("precedence")
            word = (associativity.text if associativity is not None else None) or "infixl"
            level = precedence.text if precedence is not None else "9"
            for child in node.children:
                if child.field == "operator":
                    digits = level if level and level.isdecimal() else "9"
                    declared[_get_operator_name(child)] = Fixity(int(digits[:2]), word)
    return declared


def _get_operator_name(operator: Node) -> str:
    """Return an operator's name without its module and backticks."""
    return [leaf.text or "" for leaf in operator.leaves() if leaf.text != "`"][-1]


def _rebuild_chain(
    top: Node, known: dict[str, Fixity], visited: set[int], opaque: set[int]
) -> None:
    links = [top]
    while _is_link(links[-1].children[-1]):
        links.append(links[-1].children[-1])
    if any(len(link.children) != 3 for link in links):
        visited.update(map(id, links))
        opaque.update(map(id, links))
        return
    operands = [*(link.children[0] for link in links), links[-1].children[2]]
    operators = [link.children[1] for link in links]
    fixities = [
        known.get(_get_operator_name(operator), _find_default_fixity(operator))
        for operator in operators
    ]
    if None in fixities:
        visited.update(map(id, links))
        opaque.update(map(id, links))
        return
    result = _build_chain(
        operands, operators, [fixity or _BACKTICKED for fixity in fixities], links
    )
    visited.update(map(id, links))
    top.children = result.children


def _find_default_fixity(operator: Node) -> Fixity | None:
    return _BACKTICKED if operator.kind == "infix_id" else None


def _build_chain(
    operands: list[Node], operators: list[Node], fixities: list[Fixity], links: list[Node]
) -> Node:
    """Build the tree of a chain by precedence climbing, from the chain's own nodes: each is rebuilt
    only once.
    """
    spare = list(links[1:])
    values = [operands[0]]
    waiting: list[tuple[Node, Fixity]] = []

    def reduce() -> None:
        operator, _ = waiting.pop()
        right, left = values.pop(), values.pop()
        left.field, right.field = "left_operand", "right_operand"
        node = spare.pop() if spare else Node("infix")
        node.children = [left, operator, right]
        values.append(node)

    for operator, fixity, operand in zip(operators, fixities, operands[1:], strict=True):
        while waiting and _is_left_first(waiting[-1][1], fixity):
            reduce()
        waiting.append((operator, fixity))
        values.append(operand)
    while waiting:
        reduce()
    return values[0]


def _is_left_first(left: Fixity, right: Fixity) -> bool:
    if left.precedence != right.precedence:
        return left.precedence > right.precedence
    return left.associativity != "infixr"
