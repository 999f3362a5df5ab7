"""Precedence of Haskell's operators: the parser groups any chain of them from right to left.

So `x * y + z` arrives as `x * (y + z)`, and only explicit parentheses distinguish the two until the
chain is rebuilt. Source: Haskell 2010 Report, §4.4.2 and chapter 9.
"""

from dataclasses import dataclass

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node


@dataclass(frozen=True, slots=True)
class Fixity:
    """Precedence and associativity of an operator."""

    precedence: int
    associativity: str  # infixl, infixr, infix


def _table(**rows: str) -> dict[str, Fixity]:
    return {
        operator: Fixity(int(key[-1]), key[:-1])
        for key, operators in rows.items()
        for operator in operators.split()
    }


_KNOWN = {
    # Operators of modules that are often imported keep one fixity, wherever they come from.
    **_table(infixr9=".", infixl9="!! ! !?"),
    **_table(infixr8="^ ^^ **"),
    **_table(infixl7="* / % .&. div mod rem quot"),
    **_table(infixl6="+ - xor", infixr6="<>"),
    **_table(infixr5=": ++ :|", infixl5=".|. |> :|>"),
    **_table(infix4="== /= < <= > >= elem notElem", infixl4="<$> <$ $> <*> <* *> <**>"),
    **_table(infixr3="&& *** &&&", infixl3="<|>"),
    **_table(infixr2="|| +++ |||"),
    **_table(infixl1=">> >>= & <&>", infixr1="=<< >=> <=< >>> <<<"),
    **_table(infixr0="$ $! seq", infixl0="on"),
}
_BACKTICKED = Fixity(9, "infixl")  # the default for a name in backticks


def rebuild_chains(root: Node, _: SolutionWords) -> Node:
    """Rebuild all chains by precedence and drop the parentheses that are redundant then."""
    known = {**_KNOWN, **_declared(root)}
    built: set[int] = set()
    opaque: set[int] = set()
    for node in root.walk():
        if _is_link(node) and id(node) not in built:
            _settle_chain(node, known, built, opaque)
    for node in root.walk():
        for place, child in enumerate(node.children):
            if child.kind == "parens" and len(child.children) == 1:
                if id(node) in opaque or (node.kind == "infix" and _is_negated(child)):
                    continue
                (node.children[place],) = child.children
                node.children[place].field = child.field
    return root


def parens(node: Node, _: SolutionWords) -> Node:
    """Keep parentheses until precedence is known."""
    if len(node.children) != 1 or node.children[0].kind in ("infix", "negation"):
        return node
    return node.children[0]


def _is_link(node: Node) -> bool:
    """Whether this is an operator application. The word `infix` has the same kind."""
    return node.kind == "infix" and bool(node.children)


def _is_negated(node: Node) -> bool:
    return node.children[0].kind == "negation"


def _declared(root: Node) -> dict[str, Fixity]:
    declared = {}
    for node in root.walk():
        if node.kind == "fixity":
            which, precedence = node.child("associativity"), node.child("precedence")
            word = (which.text if which is not None else None) or "infixl"
            level = precedence.text if precedence is not None else "9"
            for child in node.children:
                if child.field == "operator":
                    digits = level if level and level.isdecimal() else "9"
                    declared[_spelling(child)] = Fixity(int(digits[:2]), word)
    return declared


def _spelling(operator: Node) -> str:
    """Return an operator's name without its module and backticks."""
    return [leaf.text or "" for leaf in operator.leaves() if leaf.text != "`"][-1]


def _settle_chain(top: Node, known: dict[str, Fixity], built: set[int], opaque: set[int]) -> None:
    links = [top]
    while _is_link(links[-1].children[-1]):
        links.append(links[-1].children[-1])
    if any(len(link.children) != 3 for link in links):
        built.update(map(id, links))
        opaque.update(map(id, links))
        return
    operands = [*(link.children[0] for link in links), links[-1].children[2]]
    operators = [link.children[1] for link in links]
    fixities = [known.get(_spelling(one), _other(one)) for one in operators]
    if None in fixities:
        built.update(map(id, links))
        opaque.update(map(id, links))
        return
    result = _climbed(operands, operators, [one or _BACKTICKED for one in fixities], links)
    built.update(map(id, links))
    top.children = result.children


def _other(operator: Node) -> Fixity | None:
    return _BACKTICKED if operator.kind == "infix_id" else None


def _climbed(
    operands: list[Node], operators: list[Node], fixities: list[Fixity], links: list[Node]
) -> Node:
    """Build the tree of a chain by precedence climbing. It reuses the chain's nodes, so that none
    is rebuilt twice.
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
        while waiting and _goes_first(waiting[-1][1], fixity):
            reduce()
        waiting.append((operator, fixity))
        values.append(operand)
    while waiting:
        reduce()
    return values[0]


def _goes_first(left: Fixity, right: Fixity) -> bool:
    if left.precedence != right.precedence:
        return left.precedence > right.precedence
    return left.associativity != "infixr"
