"""Variables that only hold numbers: for them, `x += 1` and `x++` are the same.

In JavaScript and PHP they differ for others: `x += 1` joins texts, and `$x++` counts letters.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from kriterion_tools.representer.equivalents.assignments import is_step, make_step
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

_NUMERIC = frozenset({"-=", "*=", "%=", "**=", "/="})
_COMPOUND = "augmented_assignment_expression"
_SIGNED = frozenset({"unary_expression", "unary_op_expression"})
_SUMS = frozenset({"+", "-", "*", "/", "%"})
_LONGEST_SUM = 20  # nodes
_STATEMENTS = frozenset({"expression_statement", "for_statement"})


@dataclass(frozen=True, kw_only=True, slots=True)
class StepRule:
    """How a language declares variables and numbers."""

    names: str  # the kind of a variable
    numbers: Collection[str]  # kinds of literals
    declarations: Mapping[str, str]  # kinds that give a variable a value → place of the variable
    values: Collection[str]  # places of the value
    # Whose members return numbers (`Math`), members and functions that do.
    number_modules: Collection[str] = ()
    number_fields: Collection[str] = ()
    number_functions: Collection[str] = ()
    # Kinds whose variables may have any value, such as parameters; for some, in one place only.
    unknown: Mapping[str, str]
    unsafe_words: Collection[str] = ()
    # If a variable without a value is no error, and a step down then differs: kinds of functions.
    functions: Collection[str] = ()
    spoilers: Collection[str] = ()  # kinds that make every variable unknown: references

    def unify(self, node: Node, source: SolutionWords) -> Node:
        """Normalise the statement `x += 1` to `x++` where x is always a number."""
        steps = [
            child
            for parent in node.walk()
            if parent.kind in _STATEMENTS
            for child in parent.children
            if child.kind == _COMPOUND and child.field in ("", "update", "increment")
            if child.children[0].kind == self.names and is_step(child)
        ]
        if steps and source.words.isdisjoint(self.unsafe_words):
            numbers = self._find_numbers(node, source.defined | self._list_own_fields(node))
            unsafe = self._find_steps_without_value(node) if self.functions else set()
            for step in steps:
                if step.children[0].text in numbers and id(step) not in unsafe:
                    make_step(step, "update_expression", ("argument", "operator"))
        return node

    def _find_steps_without_value(self, root: Node) -> set[int]:
        """Return the ids of steps down of variables that may have no value yet: no statement before
        them, in the blocks around, assigns to them.
        """
        found: set[int] = set()
        pending: list[tuple[Node, set[str]]] = [(root, set())]
        while pending:
            node, given = pending.pop()
            is_down = node.kind == _COMPOUND and node.children[1].text == "-="
            if is_down and node.children[0].text not in given:
                found.add(id(node))
            if node.kind in self.functions:
                given = set()
            elif node.kind not in _STATEMENTS:
                given = set(given)
            if node.kind in _STATEMENTS:
                for child in node.children:
                    is_given = child.kind in self.declarations and child.kind != _COMPOUND
                    if is_given and child.field in ("", "initialize"):
                        given.add(child.children[0].text or "")
            pending += [(child, given) for child in reversed(node.children) if child.children]
        return found

    def _list_own_fields(self, root: Node) -> set[str]:
        """Return the fields that return numbers unless the solution defines them, and it does."""
        return {
            child.text or ""
            for node in root.walk()
            if node.kind != "member_expression" or node.field == "left"
            for child in node.children
            if child.text in self.number_fields and child.kind == "property_identifier"
        }

    def _find_numbers(self, root: Node, own: Collection[str]) -> set[str]:
        """Return the names of variables that only ever get numbers."""
        known: set[str] = set()
        unknown: set[str] = set()
        for node in root.walk():
            if node.text is not None:
                continue
            if node.kind in self.spoilers:
                return set()
            place = self.declarations.get(node.kind)
            if place is not None:
                target = node.child(place)
                if target is None:
                    continue
                if target.kind == self.names and self._gives_number(node, own):
                    known.add(target.text or "")
                else:
                    unknown.update(leaf.text or "" for leaf in target.leaves())
            elif node.kind in self.unknown:
                place = self.unknown[node.kind]
                for child in node.children:
                    if not place or child.field == place:
                        names = [leaf.text or "" for leaf in child.leaves() if leaf.text != ":"]
                        if names[1:] == ["number"]:  # TypeScript's type
                            known.add(names[0])
                        else:
                            unknown.update(names)
        return known - unknown

    def _gives_number(self, node: Node, own: Collection[str]) -> bool:
        operator = node.child("operator")
        if operator is not None and operator.text in _NUMERIC:
            return True
        value = next((child for child in node.children if child.field in self.values), None)
        return value is not None and self._is_number(value, own)

    def _is_number(self, value: Node, own: Collection[str]) -> bool:
        """Whether a value is certainly a number, and not a big integer."""
        pending = [value]
        for _ in range(_LONGEST_SUM):
            if not pending:
                return True
            node = pending.pop()
            if node.kind in self.numbers:
                if (node.text or "").endswith("n"):
                    return False
            elif node.kind in _SIGNED and node.children[0].text in ("+", "-"):
                pending.append(node.children[-1])
            elif node.kind == "binary_expression" and node.children[1].text in _SUMS:
                pending += [node.children[0], node.children[2]]
            elif not self._returns_number(node, own):
                return False
        return False

    def _returns_number(self, node: Node, own: Collection[str]) -> bool:
        if node.kind == "member_expression":
            name = node.children[-1].text
            return name in self.number_fields and name not in own
        function = node.child("function")
        if function is None:
            return False
        name = function.children[0].text if function.text is None else function.text
        known = self.number_modules if function.text is None else self.number_functions
        return name in known and name not in own
