"""Small Python programs that tests write with different names, comments and layout."""

from collections.abc import Sequence

from hypothesis import strategies as st

STATEMENTS = (
    "for {a} in {b}:\n{i}{c} += 1",
    "while {a} < {b}:\n{i}{a} = {a} * 2 + {c}({b})",
    "if {a} == {b} and not {c}:\n{i}return {a}\nelse:\n{i}raise {b}",
    "{a} = [{b} for {b} in {c} if {b} % 3]",
    "{c} = {{'x': {a}, 'y': {b}[1:2]}}",
    "def {a}({b}, *{c}):\n{i}yield {b}",
    "with {a}({b}) as {c}:\n{i}{c}.{a}({b}, {c})",
    "try:\n{i}{a}.{b}()\nexcept {c}:\n{i}pass",
    "print(f'{{{a}}}', {b})",
    "{a}, {b} = {b}, {a}",
)
PROGRAM = st.lists(st.sampled_from(STATEMENTS), max_size=12)


def write_program(
    statements: Sequence[str],
    names: Sequence[str] = ("a", "b", "c"),
    *,
    comment: str = "",
    indent: str = "    ",
) -> str:
    """Return the source of some of STATEMENTS."""
    a, b, c = names
    lines = [statement.format(a=a, b=b, c=c, i=indent) for statement in statements]
    return "".join(f"# {comment}\n{line}  # {comment}\n\n" for line in lines)
