"""tree-sitter queries as rules."""

import pytest

from kriterion.toolbox.analyzer.engine.analysing import Analysed
from kriterion.toolbox.analyzer.engine.queries import BadQuery, Queries
from tests.toolbox.analyzer.written import analysed, book_of

HEAD = "language: ocaml\nrules:\n"


def rule(query: str, identity: str = "a", more: str = "") -> str:
    lines = "".join(f"      {line}\n" for line in query.splitlines())
    head = f"  - id: {identity}\n    stage: idiom\n    comment: ocaml.general.{identity}\n"
    return f"{head}    query: |\n{lines}{more}"


def ocaml(rules: str, code: str) -> Analysed:
    return analysed(book_of(HEAD + rules, language="ocaml"), {"a.ml": code}, language="ocaml")


BOOLEAN = """(if_expression
  condition: (infix_expression left: (_) @left right: (boolean) @_right)) @place"""


def test_captures_are_the_params_but_the_place_and_those_with_an_underscore() -> None:
    found = ocaml(rule(BOOLEAN), "let f é = (* é *) if é = true then 1 else 2")
    (only,) = found.analysis.comments
    assert dict(only.params) == {"left": "é"}
    (place,) = only.places
    assert (place.row, place.column, place.columns) == (0, 18, 25)


def test_params_may_name_captures() -> None:
    more = '    params: {x: "@left", y: "@_right", z: it}\n'
    (only,) = ocaml(
        rule(BOOLEAN, more=more), "let f x = if x = true then 1 else 2"
    ).analysis.comments
    assert dict(only.params) == {"x": "x", "y": "true", "z": "it"}


def test_several_queries_run_as_one_and_each_has_its_own_matches() -> None:
    two = rule("(number) @place\n(string) @place", "literal") + rule("(boolean) @b", "truth")
    found = ocaml(two, 'let x = (1, "a", true)')
    assert [(one.pointer, len(one.places)) for one in found.analysis.comments] == [
        ("ocaml.general.literal", 2),
        ("ocaml.general.truth", 1),
    ]


def test_a_faulty_query_costs_itself_and_no_other() -> None:
    two = rule("(nonsense) @place", "bad") + rule("(boolean) @place", "truth")
    found = ocaml(two, "let x = true")
    assert [one.pointer for one in found.analysis.comments] == ["ocaml.general.truth"]
    assert any("rule bad is left out: Invalid node type: nonsense" in line for line in found.log)


@pytest.mark.parametrize(
    ("test", "code", "holds"),
    [
        *[('#match? @n "^f"', "let foo = 1", True), ('#match? @n "^f"', "let bar = 1", False)],
        *[('#not-match? @n "^f"', "let bar = 1", True), ('#eq? @n "bar"', "let bar = 1", True)],
        *[('#any-of? @n "a" "b"', "let b = 1", True), ('#match? @n "\\\\d$"', "let b1 = 1", True)],
        ('#match? @n "x{200}y"', f"let {'x' * 200}y = 1", False),  # 200 characters are looked at
    ],
)
def test_texts_are_tested(test: str, code: str, holds: bool) -> None:
    query = f"((let_binding pattern: (value_name) @n) @place\n  ({test}))"
    assert bool(ocaml(rule(query), code).analysis.comments) is holds


@pytest.mark.parametrize(
    ("query", "line", "column", "what"),
    [
        ("(nonsense) @a", 1, 2, "nonsense"),
        ("(number) @a\n(string", 2, 8, "Unexpected EOF"),
        ('((number) @a\n (#match? @a "(a+)+$"))', 2, 14, "repeats"),
        ("(let_binding nonsense: (number)) @a", 1, 14, "nonsense"),
    ],
)
def test_what_is_wrong_in_a_query_has_its_place(
    query: str, line: int, column: int, what: str
) -> None:
    with pytest.raises(BadQuery, match=what) as caught:
        Queries("ocaml", (query,))
    assert (caught.value.line, caught.value.column) == (line, column)
