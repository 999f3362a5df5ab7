"""Queries are compiled only if a node may match, and no match is lost by that."""

from functools import cache
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine import rule_search
from kriterion_tools.analyzer.engine.candidates import may_match
from kriterion_tools.analyzer.engine.queries import Queries
from kriterion_tools.analyzer.engine.query_conditions import split_query
from kriterion_tools.analyzer.engine.rule import Query, Rule
from kriterion_tools.analyzer.engine.rule_reader import read_rules
from kriterion_tools.analyzer.engine.shipped import SHIPPED
from tests.toolbox.analyzer.written import analyse_code, build_book, make_source

GO = """package a
func f() {
	switch a {
	default:
		b()
	}
}
"""
FIXTURES = Path(__file__).parents[2] / "representer" / "fixtures"


@pytest.mark.parametrize(
    ("query", "code", "may"),
    [
        ("(if_expression) @place", "let x = 1", False),
        ("(if_expression) @place", "let x = if a then 1 else 2", True),
        ('((value_name) @place (#eq? @place "b"))', "let a = 1", False),
        ('((value_name) @place (#eq? @place "a"))', "let a = 1", True),
        ('((value_name) @place (#any-of? @place "b" "c"))', "let a = 1", False),
        ('((value_name) @place (#match? @place "^[b-d]$"))', "let a = 1", False),
        ('((value_name) @place (#not-match? @place "^[a-d]$"))', "let a = 1", False),
        ('((value_name) @place (#not-eq? @place "a"))', "let a = 1", True),  # not understood
        ("(let_binding body: (number)) @place", "let a = b 1", False),
        ("(let_binding body: (number)) @place", "let a = 1", True),
        ("(let_binding body: (_)) @place", "let a = 1", True),
        ("(let_binding pattern: [(unit) (number)]) @place", "let a = 1", False),
        ("(let_binding (parameter)* body: (number)) @place", "let a = 1", True),
        ("(let_binding (parameter)+ body: (number)) @place", "let a = 1", False),
        ("(let_binding (parameter)? @_more) @place", "let a = 1", True),
        ("(_ body: (number) @place)", "let a = b", False),
        ("(_ body: (number) @place)", "let a = 1", True),
        ('"rec" @place', "let a = 1", False),
        ('"rec" @place', "let rec a = 1", True),
        ("(_expression) @place", "let a = 1", True),  # any of many kinds
        ('((number) @place (#line? @place "^type"))', "let a = 1", False),
        ('((number) @place (#line? @place "^let"))', "let a = 1", True),
        ('(let_binding "=" @_a body: (_) @_b (#gap? @_a @_b "^  +$"))', "let a = 1", False),
        ('(let_binding "=" @_a body: (_) @_b (#gap? @_a @_b "^  +$"))', "let a =  1", True),
        ('(let_binding "=" @_a body: (_) @_b (#gap? @_a @_b "x"))', "let a = 1", True),
        ("(number) @place\n(string) @place ; or this", "let a = b", False),
        ("(number) @place\n(string) @place ; or this", 'let a = "b"', True),
        ('(MISSING ")") @place', "let a = 1", True),
        ("(let_binding .pattern: (value_name)) @place", "let a = 1", True),
        ("(compilation_unit ((number)? (string)?)) @place", "", True),
        ("(compilation_unit [(number)? (string)]) @place", "let a = b", True),
        ('((let_binding "=" @_a (unit)? @_b) @place (#gap? @_a @_b "^  +$"))', "let a = 1", True),
        ('((let_binding "=" @_a) @_b @place (#gap? @_b @_a "^$"))', " let a = 1", True),
        ('((let_binding "=" @_a body: (_) @_b) (#gap? @_a @_b "^[n]$"))', "let a = 1", True),
        ("(parenthesized_expression " * 400 + "(_) @place" + ")" * 400, "let a = 1", True),
        ("(let_binding", "let a = 1", True),  # invalid: the compiler says why
        ("(no_such_kind) @place", "let a = 1", True),
    ],
)
def test_a_query_runs_where_a_node_may_match(query: str, code: str, may: bool) -> None:
    source = make_source(code, "ocaml")
    parts = [text for text, rule in split_query(query) if may_match(rule, source.index, "ocaml")]
    assert bool(parts) is may


@pytest.mark.parametrize(
    ("query", "code", "language"),
    [
        ("body: (number) @place", "let a = 1 in 2", "ocaml"),
        ("pattern: (_) @place (number) @_n", "let a = 1 in 2", "ocaml"),
        ("(call .function: (identifier) @place)", "f(g)", "python"),
        ('((default_case) @a . _ @b (#gap? @a @b "^\\t$"))', GO, "go"),
        ('((preproc_def) @a . (_) @b (#gap? @a @b "^$"))', "#define A 1\nint b;\n", "c"),
        ('((identifier) @a (#eq? @a "\\a"))', "a", "python"),
    ],
)
def test_a_choice_of_patterns_finds_what_the_whole_query_finds(
    query: str, code: str, language: str
) -> None:
    source = make_source(code, language)
    kept = [text for text, rule in split_query(query) if may_match(rule, source.index, language)]
    (found,) = Queries(language, [Query(text="\n".join(kept))]).find(source)
    (expected,) = Queries(language, [Query(text=query)]).find(source)
    assert expected and found == expected


def test_the_parts_of_a_query_are_its_patterns() -> None:
    text = '; first\n(number) @a\n((string) @b (#eq? @b "("))'
    assert [part.strip() for part, _ in split_query(text)] == [
        "(number) @a",
        '((string) @b (#eq? @b "("))',
    ]


def _list_rules() -> list[tuple[str, Rule]]:
    found = []
    for path in sorted(SHIPPED.rglob("*.yaml")):
        name = path.relative_to(SHIPPED).as_posix()
        file, _ = read_rules(path.read_text(encoding="utf-8"), name, examples=True)
        if file is not None:
            found += [
                (language, rule)
                for rule in file.rules
                if isinstance(rule.matcher, Query)
                for language in file.languages
            ]
    return found


@cache
def _compile(language: str, query: Query) -> Queries:
    return Queries(language, [query])


@pytest.mark.long(reason="compiles each query")
@pytest.mark.parametrize("language", sorted({language for language, _ in _list_rules()}))
def test_no_match_of_a_shipped_query_is_lost(language: str) -> None:
    rules = [rule for of_language, rule in _list_rules() if of_language == language]
    texts = {text for rule in rules for text in (*rule.examples.match, *rule.examples.passing)}
    texts |= {path.read_text(encoding="utf-8") for path in (FIXTURES / language).iterdir()}
    matchers = [rule.matcher for rule in rules if isinstance(rule.matcher, Query)]
    queries = Queries(language, matchers)
    selected = 0
    for source in (make_source(text, language) for text in sorted(texts)):
        for matcher, matches in zip(matchers, queries.find(source), strict=True):
            parts = [
                text
                for text, condition in matcher.patterns
                if may_match(condition, source.index, language)
            ]
            selected += bool(parts)
            if matches:
                query = Query(text="\n".join(parts), unless=matcher.unless)
                assert _compile(language, query).find(source) == [matches]
    assert selected < len(texts) * len(matchers) / 2


@pytest.mark.parametrize("times", [1, 2])
def test_one_solution_gets_the_same_matches_as_many(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_search, "_times_used", {})
    monkeypatch.setattr(rule_search, "_FIRST_USES", 1)
    text = """
language: ocaml
rules:
  - id: number
    stage: idiom
    query: |
      (number) @place
      (string) @place
    comment: ocaml.course.a
  - id: unit
    stage: idiom
    query: (unit) @place
    comment: ocaml.course.b
"""
    book = build_book(text, language="ocaml")
    for _ in range(times):
        result = analyse_code(book, "let a = 1", language="ocaml")
    assert [comment.pointer for comment in result.analysis.comments] == ["ocaml.course.a"]


def test_an_invalid_query_leaves_out_only_its_rule() -> None:
    text = """
language: ocaml
rules:
  - {id: bad, stage: idiom, query: "(no_such_kind) @place", comment: ocaml.course.a}
  - {id: good, stage: idiom, query: "(number) @place", comment: ocaml.course.b}
"""
    result = analyse_code(build_book(text, language="ocaml"), "let a = 1", language="ocaml")
    assert [comment.pointer for comment in result.analysis.comments] == ["ocaml.course.b"]
    assert any("bad is left out" in line for line in result.log)


@pytest.mark.parametrize(
    "matcher",
    [
        'query: "(let_binding nonsense: (number)) @place"',
        'query: "((number) @place (#match? @place \\"(a+)+$\\"))"',
    ],
)
def test_an_absent_rule_does_not_hold_because_it_is_invalid(matcher: str) -> None:
    text = f"""
language: ocaml
rules:
  - {{id: bad, stage: idiom, absent: true, {matcher}, comment: ocaml.course.a}}
"""
    result = analyse_code(build_book(text, language="ocaml"), "let a = b", language="ocaml")
    assert not result.analysis.comments
    assert any("bad is left out" in line for line in result.log)
