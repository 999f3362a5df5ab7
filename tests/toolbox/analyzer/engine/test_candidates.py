"""Nodes that cannot match are known without ast-grep, and no match is lost by that."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kriterion_tools.analyzer.engine import candidates
from kriterion_tools.analyzer.engine.candidates import (
    MAXIMUM_STEPS,
    OTHER_GRAMMARS,
    may_match,
)
from kriterion_tools.analyzer.engine.needs import find_needs
from kriterion_tools.analyzer.engine.patterns import UNKNOWN, UnusableRule, parse_code
from kriterion_tools.analyzer.engine.rule import Pattern
from kriterion_tools.analyzer.engine.rule_conditions import find_condition
from kriterion_tools.analyzer.engine.rule_search import select_part
from kriterion_tools.analyzer.source import Source
from tests.toolbox.analyzer.written import make_source

FIXTURES = Path(__file__).parents[2] / "representer" / "fixtures"
LANGUAGES = sorted(path.name for path in FIXTURES.iterdir() if path.name not in UNKNOWN)


@pytest.fixture(autouse=True)
def compile_expressions_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "_FIRST_USES", 0)


def ask(config: Mapping[str, object], source: Source) -> bool:
    return may_match(find_condition(config), source.index, source.language)


@pytest.mark.parametrize(
    ("rule", "code", "may"),
    [
        ({"kind": "lambda"}, "a", False),
        ({"kind": "lambda"}, "lambda: 1", True),
        ({"kind": "call", "has": {"kind": "call"}}, "f(g())", False),
        ({"kind": "call", "has": {"kind": "call", "stopBy": "end"}}, "f(g())", True),
        ({"kind": "call", "has": {"field": "function", "regex": "^f$"}}, "g(f)", False),
        ({"kind": "call", "has": {"field": "function", "regex": "^f$"}}, "f(g)", True),
        ({"kind": "call", "has": {"field": "function", "regex": "^f+$"}}, "g(ff)", False),
        ({"kind": "call", "has": {"field": "function", "regex": "^[f-h]{2}$"}}, "fh(1)", True),
        ({"kind": "call", "inside": {"kind": "argument_list"}}, "f(); g()", False),
        ({"kind": "call", "inside": {"kind": "argument_list"}}, "f(g())", True),
        ({"kind": "call", "inside": {"kind": "call"}}, "f(g())", False),
        ({"kind": "call", "inside": {"kind": "call", "stopBy": "end"}}, "f(g())", True),
        ({"kind": "call", "inside": {"kind": "call", "stopBy": {"kind": "x"}}}, "f(g())", True),
        ({"kind": "call", "not": {"regex": "^f"}}, "f()", False),
        ({"kind": "call", "not": {"regex": "^f"}}, "g()", True),
        ({"kind": "call", "not": {"has": {"kind": "argument_list"}}}, "g()", False),
        ({"kind": "call", "not": {"not": {"regex": "^f"}}}, "g()", False),
        ({"kind": "call", "not": {"pattern": "f()"}}, "f()", True),
        ({"kind": "call", "not": {"nthChild": 2}}, "f()", True),
        ({"kind": "call", "not": {"matches": "unknown"}}, "f()", True),
        ({"kind": "call", "not": {"has": {"field": "function", "kind": "call"}}}, "f()()", True),
        ({"kind": "call", "not": {"follows": {"kind": "call"}}}, "f()", True),
        ({"kind": "call", "precedes": {"kind": "call"}}, "f()", False),
        ({"any": [{"kind": "lambda"}, {"kind": "call", "regex": "x"}]}, "f(y)", False),
        ({"any": [{"kind": "lambda"}, {"kind": "call", "regex": "x"}]}, "f(x)", True),
        ({"any": [{"kind": "lambda"}, {"regex": "x"}]}, "f(y)", True),
        ({"all": [{"kind": "call"}, {"pattern": "f($A)"}]}, "g(a)", False),
        ({"kind": "call", "matches": "it"}, "g()", False),
        ({"kind": "string", "regex": '^"[^\\n]{80,}'}, '"short"', False),
        ({"kind": "string", "regex": '^"[^\\n]{80,}'}, f'"{"long" * 30}"', True),
        ({"kind": "identifier", "regex": "(?i)^ab?$"}, "AB", True),
        ({"kind": "identifier", "regex": "(a+)+$"}, "aab", True),  # Python might take too long
        ({"kind": "only_ast_grep_knows_it"}, "a", True),
        ({"kind": "call", "has": {"kind": "only_ast_grep_knows_it"}}, "f()", True),
        ("nonsense", "f()", True),
        ({"kind": "call", "all": "nonsense", "has": "nonsense"}, "f()", True),
    ],
)
def test_a_rule_runs_where_a_node_may_match(rule: object, code: str, may: bool) -> None:
    config = {"rule": rule, "utils": {"it": {"regex": "^f", "any": [{"matches": "it"}]}}}
    assert ask(config, make_source(code, "python")) is may


@pytest.mark.parametrize(
    ("rule", "code", "language"),
    [
        ({"kind": "identifier", "regex": r"^foo\b{end}"}, "foo", "python"),
        ({"kind": "identifier", "regex": r"^a++a$"}, "aa", "python"),  # possessive in Python
        ({"kind": "identifier", "regex": r"^\w+$"}, "e\u0301x", "python"),  # a combining accent
        ({"kind": "identifier", "regex": r"^[]a[b]]+$"}, "ab", "python"),  # a set within a set
        ({"kind": "identifier", "regex": r"^[\]a[b]c]+$"}, "abc", "python"),
        ({"kind": "if", "has": {"regex": "^if$", "not": {"kind": "if"}}}, "if a\n b\nend", "ruby"),
        ({"pattern": "/a/"}, "x = %r{a}", "ruby"),
        ({"pattern": "%w[a b]"}, "x = %w(a b)", "ruby"),
        ({"pattern": "%q(foo)"}, "x = 'foo'", "ruby"),
        ({"pattern": "$Aé"}, "$Aé;", "javascript"),
        ({"pattern": "IF ($A) { $$$ }"}, "<?php if ($a) { b(); }", "php"),
        ({"pattern": "if ($A) { $$$ }"}, "<?php IF ($a) { b(); }", "php"),
        ({"pattern": "$A=1"}, "$x=1", "bash"),
        ({"pattern": "$$A"}, "echo x", "bash"),  # also nodes that are tokens
    ],
)
def test_what_ast_grep_reads_in_another_way_is_found(
    rule: object, code: str, language: str
) -> None:
    config: Any = {"rule": rule}
    assert parse_code(code, language).find_all(config)
    pattern = Pattern(config=config, needs=find_needs(config), condition=find_condition(config))
    assert select_part(pattern, make_source(code, language)) is not None


def _nest_utils(depth: int, names: int) -> dict[str, object]:
    """Return a rule that stands for `names` to the power of `depth` rules."""
    utils = {
        f"u{number}": {"any": [{"matches": f"u{number + 1}"}] * names} for number in range(depth)
    }
    return {"rule": {"matches": "u0"}, "utils": {**utils, f"u{depth}": {"kind": "call"}}}


@pytest.mark.parametrize(
    "config",
    [
        {"rule": {"kind": "call", "matches": {"kind": "call"}}},
        {"rule": {"kind": "call", "not": {"matches": ["call"]}}},
        _nest_utils(40, 2),
        _nest_utils(2_000, 1),
        {"rule": {"all": [{"regex": f"a{number}|f"} for number in range(20_000)]}},
        {"rule": {"kind": "call", "regex": "^" + "(a|" * 200 + "f" + ")" * 200}},
        {"rule": {"kind": "call", "regex": "^[a-z]?" + "(ab|cd)?" * 20_000}},
        {"rule": {"kind": "call", "regex": "^[a-z]?" + "a" * 900_000 + "|f"}},
    ],
    ids=lambda config: repr(config)[:40],
)
def test_hostile_rules_are_read_and_run(config: dict[str, Any]) -> None:
    condition, needs = find_condition(config), find_needs(config)
    pattern = Pattern(config=config, needs=needs, condition=condition)
    assert select_part(pattern, make_source("f(1)", "python")) is pattern


def test_a_condition_can_be_cached() -> None:
    condition = find_condition({"rule": {"kind": "call", "has": {"any": []}}})
    assert json.loads(json.dumps(condition)) == condition


def test_long_texts_in_each_other_end_a_search() -> None:
    source = make_source(f"'{'x' * 100_000}'" + " + y" * 300, "python")
    rule = {"kind": "binary_operator", "regex": "absent"}
    assert not ask({"rule": rule}, make_source("'x'" + " + y" * 300, "python"))
    assert ask({"rule": rule}, source)


def test_a_slow_expression_ends_a_search() -> None:
    source = make_source("\n".join(f"{'a' * 190}{number}" for number in range(100)), "python")
    assert ask({"rule": {"kind": "identifier", "regex": r"\w*\w*\w*[+-]"}}, source)


@pytest.mark.parametrize(
    ("rule", "code", "may"),
    [
        ({"pattern": "$A % $B"}, "a + b", False),
        ({"pattern": "$A % $B"}, "a % b", True),
        ({"pattern": "$A + $B"}, "f(a)\nx = '+'", False),  # no sum has a plus
        ({"pattern": "f($A)"}, "x = f", False),
        ({"pattern": "return $A"}, "return f(1)", True),
        ({"pattern": "$A"}, "a", True),
        ({"pattern": "$A ("}, "a", True),  # not complete
        ({"pattern": {"context": "f(x)", "selector": "call"}}, "f(x)", True),
        ({"any": [{"pattern": "$A % $B"}, {"pattern": "f($A)"}]}, "g(a + b)", False),
        ({"kind": "call", "has": {"pattern": "$A % $B", "stopBy": "end"}}, "f(g('%'))", False),
    ],
)
def test_a_pattern_is_looked_for_where_its_kind_is(rule: object, code: str, may: bool) -> None:
    assert ask({"rule": rule}, make_source(code, "python")) is may


def test_only_alternatives_that_may_match_are_searched() -> None:
    source = make_source("f(a % b)", "python")
    kept, dropped = {"pattern": "$A % $B"}, {"pattern": "$A + $B"}
    config = {"rule": {"any": [dropped, kept]}, "utils": {}}
    pattern = Pattern(config=config, needs=find_needs(config), condition=find_condition(config))
    part = select_part(pattern, source)
    assert part is not None and part.config == {"rule": {"any": [kept]}, "utils": {}}
    constrained = {**config, "constraints": {"A": {"kind": "identifier"}}}
    whole = Pattern(config=constrained, condition=find_condition(constrained))
    assert select_part(whole, source) is whole


def test_a_long_search_ends() -> None:
    source = make_source("f(" * 400 + ")" * 400, "python")
    rule = {"kind": "call", "has": {"kind": "call", "regex": "^x$", "stopBy": "end"}}
    within = {"kind": "call", "inside": {"regex": "^x$", "stopBy": "end"}}
    assert len(source.index.by_kind["call"]) ** 2 > MAXIMUM_STEPS
    assert ask({"rule": rule}, source)
    assert ask({"rule": within}, source)


CODES = (
    "def f(x):\n    if x:\n        return 1\n    else:\n        return g(x)\n",
    "for i in range(3):\n    total += values[i]\nprint(total)\n",
    "class A:\n    def f(self, a=1):\n        self.a = a\n        return lambda x: x.a\n",
    "x = [i for i in y if i]\nwhile x:\n    x.pop()\n    x = x or None\n",
)
KINDS = (
    *("block", "call", "return_statement", "if_statement", "identifier", "argument_list", "for"),
    *("attribute", "function_definition", "assignment", "integer", "lambda", "else_clause"),
)
FIELDS = ("function", "body", "left", "right", "name", "condition", "consequence", "object")
EXPRESSIONS = (
    "^x$",
    "^[a-z]$",
    "return",
    "x|y",
    "^(self|f|g)",
    "[0-9]+$",
    "^if x:\\n",
    "\\w\\.\\w",
)


def _add_relations(rules: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    relation = st.tuples(
        rules,
        st.sampled_from(
            ({}, {"stopBy": "end"}, {"stopBy": "neighbor"}, {"stopBy": {"kind": "block"}})
        ),
        st.sampled_from(({}, *({"field": field} for field in FIELDS))),
    ).map(lambda parts: {**parts[0], **parts[1], **parts[2]})  # type: ignore[dict-item]
    without_field = relation.map(
        lambda rule: {key: value for key, value in rule.items() if key != "field"}
    )
    several = st.lists(rules, min_size=1, max_size=3)
    more = st.one_of(
        relation.map(lambda inner: {"has": inner}),
        relation.map(lambda inner: {"inside": inner}),
        without_field.map(lambda inner: {"follows": inner}),
        without_field.map(lambda inner: {"precedes": inner}),
        rules.map(lambda inner: {"not": inner}),
        several.map(lambda inner: {"any": inner}),
        several.map(lambda inner: {"all": inner}),
    )
    kind = st.sampled_from(KINDS).map(lambda kind: {"kind": kind})
    return st.tuples(kind | st.just({}), more).map(lambda parts: {**parts[0], **parts[1]})


RULES = st.recursive(
    st.one_of(
        st.sampled_from(KINDS).map(lambda kind: {"kind": kind}),
        st.sampled_from(EXPRESSIONS).map(lambda expression: {"regex": expression}),
        st.just({"pattern": "x"}),
        st.just({"pattern": "$A.a"}),
        st.just({"nthChild": 1}),
    ),
    _add_relations,
    max_leaves=6,
)


@given(st.sampled_from(KINDS), RULES, st.sampled_from(CODES))
def test_no_match_is_lost(kind: str, rule: dict[str, object], code: str) -> None:
    config: Any = {"rule": {"kind": kind, "all": [rule]}}
    try:
        found = parse_code(code, "python").find_all(config)
    except BaseException as error:
        assert type(error).__name__ in ("RuntimeError", "PanicException", UnusableRule.__name__)
        assume(False)
        return
    assert ask(config, make_source(code, "python")) or not found


@pytest.mark.parametrize("language", LANGUAGES)
def test_ast_grep_reads_the_same_tree(language: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((FIXTURES / language).iterdir())]
    is_same = all(
        list(zip(*_list_ours(make_source(text, language)), strict=True))
        == list(_list_theirs(text, language))
        for text in texts
    )
    assert is_same is (language not in OTHER_GRAMMARS)


def _list_ours(source: Source) -> tuple[list[str], list[str]]:
    index = source.index
    return index.kinds, [index.read_text(number) for number in range(len(index.kinds))]


def _list_theirs(text: str, language: str) -> Iterator[tuple[str, str]]:
    pending = [parse_code(text, language)]
    while pending:
        node = pending.pop()
        yield node.kind(), node.text()
        pending += reversed(node.children())
