"""tree-sitter queries as rules."""

import pytest

from kriterion_tools.analyzer.engine.analysing import AnalysisResult
from kriterion_tools.analyzer.engine.queries import BadQuery, Queries
from kriterion_tools.analyzer.engine.rule import Query
from tests.toolbox.analyzer.written import analyse_code, build_book

HEAD = "language: ocaml\nrules:\n"


def make_rule(query: str, identity: str = "a", more: str = "") -> str:
    lines = "".join(f"      {line}\n" for line in query.splitlines())
    head = f"  - id: {identity}\n    stage: idiom\n    comment: ocaml.general.{identity}\n"
    return f"{head}    query: |\n{lines}{more}"


def analyse_ocaml(rules: str, code: str) -> AnalysisResult:
    return analyse_code(
        build_book(HEAD + rules, language="ocaml"), {"a.ml": code}, language="ocaml"
    )


BOOLEAN = """(if_expression
  condition: (infix_expression left: (_) @left right: (boolean) @_right)) @place"""


def test_captures_become_params_except_location_and_underscored_ones() -> None:
    analysis = analyse_ocaml(make_rule(BOOLEAN), "let f é = (* é *) if é = true then 1 else 2")
    (only,) = analysis.analysis.comments
    assert dict(only.params) == {"left": "é"}
    (place,) = only.places
    assert (place.row, place.column, place.columns) == (0, 18, 25)


def test_params_may_name_captures() -> None:
    more = '    params: {x: "@left", y: "@_right", z: it}\n'
    (only,) = analyse_ocaml(
        make_rule(BOOLEAN, more=more), "let f x = if x = true then 1 else 2"
    ).analysis.comments
    assert dict(only.params) == {"x": "x", "y": "true", "z": "it"}


def test_several_queries_run_as_one_with_separate_matches() -> None:
    two = make_rule("(number) @place\n(string) @place", "literal") + make_rule(
        "(boolean) @b", "truth"
    )
    analysis = analyse_ocaml(two, 'let x = (1, "a", true)')
    assert [(comment.pointer, len(comment.places)) for comment in analysis.analysis.comments] == [
        ("ocaml.general.literal", 2),
        ("ocaml.general.truth", 1),
    ]


ONES = "((number) @place (#eq? @place 1))"
UNLESS = """    unless: |
      (match_case pattern: (number)) @place
      (infix_expression operator: (add_operator) right: (number) @place)
"""


@pytest.mark.parametrize(
    ("code", "columns"),
    [
        ("let x = 1", [8]),
        ("let x = 1 + 1", [8]),
        ("let f = function 2 -> [1; 1] | y -> 1", [36]),
        ("let f = function 2 -> (match 3 with y -> 1) | y -> 1", [51]),
        ("let f = function y -> (match y with 3 -> 1 | z -> 1)", [50]),
        ("let f = function 2 -> 1", []),
    ],
)
def test_matches_inside_an_exception_do_not_count(code: str, columns: list[int]) -> None:
    analysis = analyse_ocaml(make_rule(ONES, more=UNLESS), code)
    places = [place for comment in analysis.analysis.comments for place in comment.places]
    assert [place.column for place in places] == columns


def test_an_exception_applies_to_its_own_rule() -> None:
    analysis = analyse_ocaml(
        make_rule(ONES, more=UNLESS) + make_rule(ONES, "b"), "let f = function 2 -> 1"
    )
    assert [comment.pointer for comment in analysis.analysis.comments] == ["ocaml.general.b"]


def test_a_faulty_exception_costs_only_its_rule() -> None:
    faulty = make_rule(ONES, more="    unless: (nonsense)\n")
    analysis = analyse_ocaml(faulty + make_rule(ONES, "b"), "let x = 1")
    assert [comment.pointer for comment in analysis.analysis.comments] == ["ocaml.general.b"]
    assert any("rule a is left out: Invalid node type: nonsense" in line for line in analysis.log)


def test_a_faulty_query_costs_only_itself() -> None:
    two = make_rule("(nonsense) @place", "bad") + make_rule("(boolean) @place", "truth")
    analysis = analyse_ocaml(two, "let x = true")
    assert [comment.pointer for comment in analysis.analysis.comments] == ["ocaml.general.truth"]
    assert any("rule bad is left out: Invalid node type: nonsense" in line for line in analysis.log)


@pytest.mark.parametrize(
    ("test", "code", "holds"),
    [
        *[('#match? @n "^f"', "let foo = 1", True), ('#match? @n "^f"', "let bar = 1", False)],
        *[('#not-match? @n "^f"', "let bar = 1", True), ('#eq? @n "bar"', "let bar = 1", True)],
        *[('#any-of? @n "a" "b"', "let b = 1", True), ('#match? @n "\\\\d$"', "let b1 = 1", True)],
        ('#match? @n "x{200}y"', f"let {'x' * 200}y = 1", False),  # 200 characters are looked at
    ],
)
def test_text_predicates_are_evaluated(test: str, code: str, holds: bool) -> None:
    query = f"((let_binding pattern: (value_name) @n) @place\n  ({test}))"
    assert bool(analyse_ocaml(make_rule(query), code).analysis.comments) is holds


@pytest.mark.parametrize(
    ("test", "code", "holds"),
    [
        ("#mentions? @body @n", "let f x = g (x + 1)", True),
        ("#mentions? @body @n", "let f x = g (xs + 1)", False),
        ("#not-mentions? @body @n", 'let f x = g "x" xs', True),
        ("#not-mentions? @body @n", "let f x = (* why *) g x", False),
        ("#mentions-once? @body @n", "let f x = g x", True),
        ("#mentions-once? @body @n", "let f x = g x x", False),
        ("#mentions-once? @body @n", "let f x = g 1", False),
        ('#mentions? @body "ref"', "let f x = let r = ref x in !r", True),
        ('#not-mentions? @body "ref"', "let f x = let r = ref x in !r", False),
    ],
)
def test_a_query_can_ask_whether_a_name_occurs_in_a_node(test: str, code: str, holds: bool) -> None:
    query = "((let_binding (parameter pattern: (value_pattern) @n) body: (_) @body) @place"
    comments = analyse_ocaml(make_rule(f"{query}\n  ({test}))"), code).analysis.comments
    assert bool(comments) is holds


@pytest.mark.parametrize(
    ("query", "code", "holds"),
    [
        ('(infix_expression left: (_) @a operator: (_) @b (#gap? @a @b "^$"))', "x+ y", True),
        ('(infix_expression left: (_) @a operator: (_) @b (#gap? @a @b "^$"))', "x +y", False),
        ('(infix_expression left: (_) @a operator: (_) @b (#not-gap? @a @b " "))', "x+ y", True),
        ('(infix_expression left: (_) @a operator: (_) @b (#not-gap? @a @b " "))', "x +y", False),
        ('(infix_expression operator: (_) @a right: (_) @b (#gap? @a @b "\\n"))', "x +\n  y", True),
        ('(infix_expression operator: (_) @a right: (_) @b (#gap? @a @b "\\n"))', "x + y", False),
        ('((number) @n (#line? @n "^let x = .{5}"))', "12345", True),
        ('((number) @n (#line? @n "^let x = .{5}"))', "y +\n12345", False),
        ('((number) @n (#not-line? @n "x"))', "y +\n12345", True),
        ('((number) @n (#not-line? @n "x"))', "12345", False),
        ("(infix_expression left: (_) @a right: (_) @b (#aligned? @a @b))", "y +\n        z", True),
        ("(infix_expression left: (_) @a right: (_) @b (#aligned? @a @b))", "y +\n    z", False),
        ("(infix_expression left: (_) @a right: (_) @b (#not-aligned? @a @b))", "y + z", True),
        ("(infix_expression left: (_) @a (_)? @b (#not-aligned? @a @b))", "y + z", True),
        ('((list_expression) @l (#lacks-kind? @l "value_path" "string"))', "[1; 2]", True),
        ('((list_expression) @l (#lacks-kind? @l "value_path" "string"))', '[1; ("a", 2)]', False),
        ('((list_expression) @l (#has-kind? @l "value_path" "string"))', '[1; ("a", 2)]', True),
        ('((list_expression) @l (#has-kind? @l "value_path" "string"))', "[1; 2]", False),
        ('((list_expression (_) @one (_)? @two) @l (#lacks-kind? @two "string"))', "[1]", True),
        ('((list_expression (_) @one (_)? @two) @l (#mentions? @two "a"))', "[1]", True),
    ],
)
def test_a_query_can_ask_for_layout_and_for_kinds(query: str, code: str, holds: bool) -> None:
    comments = analyse_ocaml(make_rule(query), f"let x = {code}").analysis.comments
    assert bool(comments) is holds


@pytest.mark.parametrize(
    ("code", "holds"),
    [
        ("let f a b = let g c = c + 1 in g a", True),
        ("let f a b = let g c = c + a in g b", False),
        ("let f a b = let g c = c + b in g a", False),
    ],
)
def test_a_query_can_ask_for_none_of_several_names(code: str, holds: bool) -> None:
    query = """((let_binding (parameter pattern: (value_pattern) @n)+
  body: (let_expression (value_definition) @inner)) @place (#not-mentions? @inner @n))"""
    assert bool(analyse_ocaml(make_rule(query), code).analysis.comments) is holds


@pytest.mark.parametrize(
    ("query", "line", "column", "what"),
    [
        ("(nonsense) @a", 1, 2, "nonsense"),
        ("(number) @a\n(string", 2, 8, "Unexpected EOF"),
        ('((number) @a\n (#match? @a "(a+)+$"))', 2, 14, "repeats"),
        ('((number) @a\n (#gap? @a @a "(a+)+$"))', 2, 15, "repeats"),
        ('((number) @a\n (#not-line? @a "(a+)+$"))', 2, 17, "repeats"),
        ("(let_binding nonsense: (number)) @a", 1, 14, "nonsense"),
        ("((number) @a @b\n (#match? @a @b))", 2, 16, "no regular expression"),
        ("((number) @a @b\n (#gap? @a @b @b))", 2, 17, "no regular expression"),
    ],
)
def test_a_fault_in_a_query_has_its_place(query: str, line: int, column: int, what: str) -> None:
    with pytest.raises(BadQuery, match=what) as caught:
        Queries("ocaml", (Query(text=query),))
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "test",
    [
        *('#has-kind? @body "string"', '#mentions? @body "y"', '#match? @body "f\\\nx"'),
        *('#match? "body" "x" "y"', '#match? "body" "y"', '#line? "body" "y"'),
    ],
)
def test_odd_predicates_and_deep_code_are_no_fault_of_ours(test: str) -> None:
    query = f"((let_binding body: (_) @body) @place ({test}))"
    code = "let x = " + "(" * 700 + "1" + ")" * 700
    analysis = analyse_ocaml(make_rule(query), code)
    assert len(analysis.log) >= 1 and not analysis.analysis.summary
