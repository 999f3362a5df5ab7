"""What a rule needs is looked up, and no match is lost by that."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from kriterion_tools.analyzer.engine.needs import Needs, find_needs
from kriterion_tools.analyzer.engine.patterns import UNKNOWN, parse_code
from kriterion_tools.analyzer.engine.rule import Pattern
from kriterion_tools.analyzer.engine.rule_search import select_part
from kriterion_tools.analyzer.engine.shipped import SHIPPED, load_rulebook
from kriterion_tools.analyzer.tagger import tagger
from tests.toolbox.analyzer.written import make_source

CODE = Path(tagger.__file__).parents[1]
FIXTURES = Path(__file__).parents[2] / "representer" / "fixtures"
LANGUAGES = sorted(
    path.name for path in FIXTURES.iterdir() if any(SHIPPED.glob(f"{path.name}/*.yaml"))
)


def _list_fixtures(language: str) -> list[Path]:
    return [path for path in (FIXTURES / language).iterdir() if path.is_file()]


@pytest.mark.parametrize(
    ("language", "paths"),
    [
        *(
            pytest.param(language, _list_fixtures(language), id=language)
            for language in LANGUAGES
            if language not in UNKNOWN
        ),
        pytest.param(
            "python",
            sorted(CODE.rglob("*.py")),
            marks=pytest.mark.long(reason="looks for each rule in each of our modules"),
            id="our own code",
        ),
    ],
)
def test_no_match_of_a_shipped_rule_is_lost(language: str, paths: Sequence[Path]) -> None:
    patterns = [
        rule.matcher
        for rule in load_rulebook(language, "none").rules
        if isinstance(rule.matcher, Pattern)
    ]
    tried = run = 0
    for source in (make_source(path.read_text(encoding="utf-8"), language) for path in paths):
        root = parse_code(source.text, language)
        for pattern in patterns:
            met = select_part(pattern, source) is not None
            assert met or not root.find_all(pattern.config), pattern.config
            tried += 1
            run += met
    assert run < tried  # some are not run at all, which is what it is for


@pytest.mark.parametrize(
    ("rule", "code", "may"),
    [
        ({"pattern": "for $A in range(len($B)): $$$C"}, "for a in range(b): pass", False),
        ({"pattern": "for $A in range(len($B)): $$$C"}, "for a in range(len(b)): pass", True),
        ({"pattern": "$A == None"}, "a is None", False),
        ({"kind": "lambda"}, "a", False),
        ({"kind": "lambda"}, "lambda: 1", True),
        ({"kind": "only_ast_grep_knows_it"}, "a", True),
        ({"any": [{"pattern": "f()"}, {"pattern": "g()"}]}, "h()", False),
        ({"any": [{"pattern": "f()"}, {"pattern": "$A"}]}, "h()", True),
        ({"all": [{"pattern": "f()"}, {"pattern": "$A"}]}, "h()", False),
        ({"pattern": "$A", "not": {"pattern": "f()"}}, "h()", True),
        ({"kind": "call", "has": {"pattern": "f"}}, "g()", False),
        ({"pattern": {"context": "f()", "strictness": "cst"}}, "g()", False),
        ({"pattern": {"context": "f()", "strictness": "signature"}}, "g()", True),
        ({"pattern": {"context": "f(x)", "selector": "call"}}, "f", False),
        ({"pattern": {"context": "f(x)", "selector": "identifier"}}, "g", True),
        ({"regex": "^(foo|bar)$"}, "baz", False),
        ({"regex": "^(foo|bar)$"}, "bar", True),
        ({"regex": "(?i)^foo$"}, "FOO", True),
        ({"regex": "^(fo+)?"}, "g", True),
        ({"regex": r"\<f"}, "f", True),
        ({"matches": "it"}, "g()", False),
        ({"matches": "unknown"}, "g()", True),
        ({"pattern": "f() # said"}, "f()", True),
        ("nonsense", "f()", True),
    ],
)
def test_a_rule_runs_where_it_may_match(rule: object, code: str, may: bool) -> None:
    config = {"rule": rule, "utils": {"it": {"all": [{"pattern": "f"}, {"matches": "it"}]}}}
    assert find_needs(config).are_met(make_source(code, "python")) is may


def test_a_rule_without_needs_always_runs() -> None:
    assert find_needs({}) == Needs()
