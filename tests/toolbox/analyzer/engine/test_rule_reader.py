"""Rule files, right and wrong: each fault has a line and a column, and costs what it must."""

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion.authoring.schema_catalog import SCHEMAS
from kriterion_tools.analyzer.engine.rule import MAXIMUM_BYTES, Measure, Pattern
from kriterion_tools.analyzer.engine.rule_reader import read_rules
from kriterion_tools.analyzer.engine.shipped import SHIPPED
from kriterion_tools.analyzer.measures.measure_catalog import MEASURES

SCHEMA = jsonschema.Draft202012Validator(SCHEMAS["rules"].load())
RULE = "  - {id: a, stage: idiom, rule: {pattern: f()}, comment: python.general.a}\n"
HEAD = "language: python\nrules:\n"


def _load_values(text: str) -> object:
    return yaml.load(text, Loader=yaml.CSafeLoader)


@pytest.mark.parametrize("path", sorted(SHIPPED.rglob("*.yaml")), ids=lambda one: one.stem)
def test_shipped_files_are_valid_by_the_schema(path) -> None:  # type: ignore[no-untyped-def]
    SCHEMA.validate(_load_values(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "text",
    [
        HEAD + RULE,
        "languages: [javascript, typescript]\nexercises: [a, b]\nrules:\n" + RULE,
        "language: csharp\nexercise: two-fer\ndisable: [a]\n",
        "language: python\nstages: [idiom]\nrules:\n" + RULE,
        HEAD + "  - {id: a, stage: style, lint: F401, tags: ['construct:import']}\n",
        HEAD + "  - {id: a, stage: style, lint: too-many-branches, tags: ['construct:if']}\n",
        "language: rust\nrules:\n  - {id: a, stage: style, lint: needless_return, stop: true}\n",
        "language: ruby\nrules:\n  - {id: a, stage: style, lint: Style/Not, stop: true}\n",
        "language: haskell\nrules:\n  - {id: a, stage: style, lint: Use concatMap, stop: true}\n",
        HEAD + "  - {id: a, stage: style, query: (call) @place, approve: true}\n",
        HEAD + "  - {id: a, stage: style, query: (call) @a, unless: (class) @b, stop: true}\n",
        HEAD + "  - {id: a, stage: style, measure: {nesting: {above: 3}}, stop: true}\n",
        HEAD + "  - {id: a, stage: style, measure: {repeated-code: {tokens: 9}}, stop: true}\n",
        HEAD + "  - {id: a, stage: style, measure: {call-in-loop: {}}, stop: true}\n",
    ],
)
def test_valid_rules_are_read_and_valid_by_the_schema(text: str) -> None:
    file, faults = read_rules(text, "a.yaml")
    assert faults == []
    assert file is not None
    SCHEMA.validate(_load_values(text))


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("", "", "is empty"),
        ("[1]", "line 1, column 1", "must be a mapping, not a list"),
        ("rules: []", "line 1, column 1", "needs the key 'language'"),
        ("language: cobol\nrules: []", "line 1, column 11", "'cobol' is not one of bash,"),
        ("language: python\nrule: []", "line 2, column 1", "unknown key 'rule'; known keys: "),
        ("language: python\nlanguage: c", "line 2, column 1", "the key 'language' is given twice"),
        ("language: python", "line 1, column 1", "has no rules"),
        ("language: python\nrules: 3", "line 2, column 8", "must be a list, not '3'"),
        ("a: [", "line 2, column 1", "is not valid YAML"),
        ("a: *b", "line 1, column 4", "is not valid YAML: found undefined alias"),
        ("a" * (MAXIMUM_BYTES + 1), "", "is longer than 1,000,000 characters"),
        (HEAD + "  - 3\n", "line 3, column 5", "must be a mapping"),
        (HEAD + RULE + RULE, "line 4, column 5", "line 3 already has a rule 'a'"),
        (HEAD + RULE.replace("id: a, ", ""), "line 3, column 5", "needs the key 'id'"),
        (
            HEAD + RULE.replace("id: a", "id: A b"),
            "line 3, column 10",
            "an id consists of small letters",
        ),
        (HEAD + RULE.replace("idiom", "later"), "line 3, column 20", "'later' is not one of shape"),
        (HEAD + RULE.replace("stage: idiom, ", ""), "line 3, column 5", "needs the key 'stage'"),
        (HEAD + RULE.replace("rule:", "lint: F401, rule:"), "line 3, column 5", "and has 2"),
        (HEAD + RULE.replace("rule: {pattern: f()}, ", ""), "line 3, column 5", "and has 0"),
        (
            HEAD + RULE.replace(", comment: python.general.a", ""),
            "line 3, column 5",
            "has no effect: give it comment",
        ),
        (HEAD + RULE.replace("python.general.a", "a"), "line 3, column 58", "'a' is not a pointer"),
        (
            HEAD + RULE.replace("}\n", ", type: loud}\n"),
            "line 3, column 82",
            "'loud' is not one of",
        ),
        (HEAD + RULE.replace("}\n", ", stop: 1}\n"), "line 3, column 82", "must be true or false"),
        (HEAD + RULE.replace("}\n", ", tags: [a]}\n"), "line 3, column 82", "'a' is not a tag"),
        (
            HEAD + "  - {id: a, stage: style, lint: F401, comment: p.g.a, utils: {}}",
            "line 3, column 62",
            "'utils' goes with 'rule'",
        ),
        (
            HEAD + "  - {id: a, stage: style, rule: {kind: a}, unless: (a) @b, stop: true}",
            "line 3, column 52",
            "'unless' goes with 'query'",
        ),
        *(
            (HEAD + f"  - {{id: a, stage: style, stop: true, measure: {measure}}}", place, what)
            for measure, place, what in (
                ("nesting", "line 3, column 48", "must be a mapping, not 'nesting'"),
                ("{depth: {above: 3}}", "line 3, column 49", "unknown key 'depth'; known keys: "),
                ("{nesting: {above: 3, over: 3}}", "line 3, column 69", "unknown key 'over'"),
                ("{nesting: {above: x}}", "line 3, column 66", "must be a number from 1 to 100"),
                ("{nesting: {above: 0}}", "line 3, column 66", "must be a number from 1 to 100"),
                ("{nesting: {above: 101}}", "line 3, column 66", "from 1 to 100, not '101'"),
                ("{nesting: {}}", "line 3, column 58", "'nesting' needs the key 'above'"),
                ("{call-in-loop: 3}", "line 3, column 63", "must be a mapping, not '3'"),
                ("{call-in-loop: {a: 3}}", "line 3, column 67", "has no options"),
                ("{}", "line 3, column 48", "and has 0"),
                ("{nesting: {above: 3}, call-in-loop: {}}", "line 3, column 48", "and has 2"),
            )
        ),
        (
            HEAD + "  - {id: a, stage: style, lint: F401, praise: p.g.a, approve: true}",
            "line 3, column 47",
            "praise needs a comment in the same rule",
        ),
    ],
)
def test_a_fault_is_reported_with_its_place(text: str, place: str, what: str) -> None:
    _, faults = read_rules(text, "a.yaml")
    assert [fault.where for fault in faults] == [place]
    assert what in faults[0].what
    assert str(faults[0]).startswith(f"a.yaml {place}".rstrip() + ": ")


def test_a_stage_without_rules_is_only_a_warning() -> None:
    file, (fault,) = read_rules(f"language: python\nstages: [idiom, x]\nrules:\n{RULE}", "a.yaml")
    assert file is not None
    assert (fault.where, fault.grave) == ("line 2, column 17", False)


def test_a_stage_that_is_no_text_is_named_once() -> None:
    _, faults = read_rules(f"language: python\nstages: [idiom, [x]]\nrules:\n{RULE}", "a.yaml")
    assert [fault.what for fault in faults] == ["must be a string, not a list"]


def test_all_faults_of_a_measure_are_reported() -> None:
    measure = "{repeated-code: {tokens: 1, differing: x, kind: y}}"
    text = HEAD + f"  - {{id: a, stage: style, stop: true, measure: {measure}}}"
    _, faults = read_rules(text, "a.yaml")
    assert [fault.where for fault in faults] == [
        f"line 3, column {column}" for column in (90, 73, 87)
    ]


def test_yaml_keywords_are_code_in_a_pattern() -> None:
    file, _ = read_rules(HEAD + RULE.replace("f()", "true"), "a.yaml")
    assert file is not None
    (rule,) = file.rules
    assert isinstance(rule.matcher, Pattern)
    assert rule.matcher.config == {"rule": {"pattern": "true"}}


def _repeat_alias(number: int) -> str:
    again = ", ".join([f"*a{number - 1}"] * 20)
    return f"  - {{rule: &a{number} {{any: [{again}]}}}}\n"


@pytest.mark.parametrize(
    "text",
    [
        "language: python\nrules: " + "[" * 100_000,
        "language: python\nrules: " + "{a: " * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        HEAD + "  - &r0 {rule: &a0 {any: [a]}}\n" + "".join(map(_repeat_alias, range(1, 9))),
        "language: python\nrules: &a [*a, {rule: &b {not: *b}}]",
    ],
)
def test_unbounded_expansion_is_refused(text: str) -> None:
    _, faults = read_rules(text, "a.yaml")
    assert faults


MEASURES_OF_ANY_KIND = st.dictionaries(
    st.sampled_from([*MEASURES, "x"]),
    st.one_of(
        st.none(),
        st.integers(),
        st.dictionaries(
            st.sampled_from(["above", "tokens", "differing", "copies", "x"]),
            st.one_of(st.integers(), st.text(max_size=3), st.lists(st.none(), max_size=1)),
            max_size=3,
        ),
    ),
    max_size=2,
)


@settings(deadline=None)
@given(MEASURES_OF_ANY_KIND)
def test_any_measure_is_within_its_limits_or_a_fault(measure: dict[str, object]) -> None:
    rule = {"id": "a", "stage": "style", "stop": True, "measure": measure}
    file, faults = read_rules(yaml.dump({"language": "python", "rules": [rule]}), "a.yaml")
    assert file is not None
    if not faults:
        (read,) = file.rules
        assert isinstance(read.matcher, Measure)
        options = MEASURES[read.matcher.name].options
        assert read.matcher.options.keys() == options.keys()
        assert all(
            option.least <= read.matcher.options[name] <= option.most
            for name, option in options.items()
        )


@settings(deadline=None)
@given(st.text(alphabet="{}[]:-,&*|>'\"\n abcrule\x00", max_size=60) | st.text(max_size=30))
def test_any_text_is_rules_or_faults(text: str) -> None:
    for whole in (text, HEAD + text, HEAD + "  - " + text):
        file, faults = read_rules(whole, "a.yaml", examples=True)
        assert faults or file is not None
