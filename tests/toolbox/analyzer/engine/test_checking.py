"""Rule files checked: what would not work is told with its place."""

import pytest

from kriterion_tools.analyzer.engine.checking import check_disabled, check_file

HEAD = "language: python\nrules:\n  - id: a\n    stage: idiom\n    comment: python.general.a\n"
EXAMPLES = '    examples: {match: ["f()"], pass: ["g()"]}\n'


def list_faults(text: str) -> list[str]:
    return [str(fault) for fault in check_file(text, "a.yaml").faults]


@pytest.mark.parametrize(
    "matcher",
    [
        "    rule: {pattern: f()}\n",
        "    rule: {kind: call, has: {field: function, regex: ^f$}}\n",
        '    query: |\n      ((call function: (identifier) @_n) @place (#eq? @_n "f"))\n',
        "    rule: {pattern: $F()}\n    constraints: {F: {regex: ^f$}}\n    params: {f: $F}\n",
    ],
)
def test_a_working_rule_has_no_faults(matcher: str) -> None:
    assert list_faults(HEAD + matcher + EXAMPLES) == []


def test_a_measure_is_tried_on_its_examples() -> None:
    rule = HEAD + "    measure: {parameters: {above: 1}}\n    params: {name: $NAME}\n"
    examples = (
        '    examples: {match: ["def f(a, b):\\n    pass"], pass: ["def f(a):\\n    pass"]}\n'
    )
    assert list_faults(rule + examples) == []
    (fault,) = list_faults(rule.replace("above: 1", "above: 2") + examples)
    assert "example 1 of 'match' (python) must match, and does not" in fault


@pytest.mark.parametrize(
    ("rest", "line", "what"),
    [
        ("    rule: {kind: nonsense}\n", 6, "ast-grep refuses it for python: "),
        ("    rule: {patern: f()}\n", 6, "unknown field `patern`"),
        ('    rule: {regex: "("}\n', 6, "unclosed group"),
        ("    rule: {matches: it}\n", 6, "ast-grep refuses it for python: "),
        (
            "    rule: {any: [{pattern: f()}, {pattern: 'f((('}]}\n",
            6,
            "the pattern alone is not valid python",
        ),
        ("    query: (nonsense) @place\n", 6, "Invalid node type: nonsense (python)"),
        ("    query: |\n      (call)\n      (nonsense) @a\n", 8, "Invalid node type"),
        ("    query: (call) @a\n    unless: (nonsense) @b\n", 7, "Invalid node type: nonsense"),
        (
            "    lint: f401\n",
            6,
            "'f401' is not a code of a linter for python, such as F401 (ruff) or ",
        ),
        (
            "    rule: {pattern: f()}\n    params: {x: $Y}\n",
            7,
            "the parameter 'x' is $Y, which the rule does not capture",
        ),
        (
            "    query: (call) @a\n    params: {x: '@b'}\n",
            7,
            "the parameter 'x' is @b, which the rule does not capture",
        ),
        ("    measure: {nesting: {above: 0}}\n", 6, "must be a number from 1 to 100, not '0'"),
        (
            "    measure: {nesting: {above: 3}}\n    params: {x: $CODE}\n",
            7,
            "the parameter 'x' is $CODE, which the rule does not capture",
        ),
        (
            "    lint: F401\n    params: {x: $LINE}\n",
            7,
            "the parameter 'x' is $LINE, which the rule does not capture",
        ),
        ("    rule: {pattern: g()}\n", 7, "example 1 of 'match' (python) must match"),
        ("    rule: {kind: call}\n", 7, "example 1 of 'pass' (python) must not match"),
    ],
)
def test_a_fault_is_reported_with_its_line(rest: str, line: int, what: str) -> None:
    faults = list_faults(HEAD + rest + EXAMPLES)
    assert any(fault.startswith(f"a.yaml line {line}") and what in fault for fault in faults), (
        faults
    )


def test_examples_that_do_not_parse_are_reported() -> None:
    text = HEAD + '    rule: {kind: call}\n    examples: {match: ["f("], pass: ["x"]}\n'
    (fault,) = list_faults(text)
    assert "example 1 of 'match' is not valid python: syntax error in line 1" in fault


def test_a_rule_without_examples_is_a_warning() -> None:
    faults = check_file(HEAD + "    rule: {kind: call}\n", "a.yaml").faults
    assert [fault.grave for fault in faults] == [False, False]


def test_each_language_of_a_linter_rule_needs_a_linter_with_such_codes() -> None:
    text = HEAD.replace("language: python", "languages: [python, ruby]") + "    lint: F401\n"
    what = "'F401' is not a code of a linter for ruby, such as Style/RedundantReturn (rubocop)"
    assert any(what in fault for fault in list_faults(text))
    text = HEAD.replace("python", "ocaml") + "    lint: F401\n"
    assert any("there is no linter for ocaml" in fault for fault in list_faults(text))


def test_ocaml_supports_queries_only() -> None:
    text = HEAD.replace("python", "ocaml") + "    rule: {kind: let_binding}\n"
    assert any(
        "ast-grep does not support ocaml: write a query" in fault for fault in list_faults(text)
    )


def test_each_language_of_a_file_is_tried() -> None:
    head = HEAD.replace("language: python", "languages: [javascript, java]")
    text = f'{head}    rule: {{kind: arrow_function}}\n    examples: {{match: ["x => 1"]}}\n'
    assert any("ast-grep refuses it for java" in fault for fault in list_faults(text))


def test_a_disabled_rule_must_exist() -> None:
    text = "language: python\ndisable: [loop-over-indexes, loop-over-nothing]\n"
    checked = check_file(text, "a.yaml")
    assert checked.file is not None
    (fault,) = check_disabled([checked.file])
    assert "'loop-over-nothing'" in fault.what


def test_an_invalid_file_is_the_only_fault_reported() -> None:
    checked = check_file("3", "a.yaml")
    assert checked.file is None
    assert len(checked.faults) == 1
