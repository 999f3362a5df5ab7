"""Regular expressions of queries: none that a text can keep busy."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriterion_tools.analyzer.engine.regular import (
    MAXIMUM_TEXT,
    ExpressionRefused,
    compile_expression,
)


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "(a+)+$",
            "(a*)*b",
            "(a|a)*b",
            "(a|aa)+$",
            "(?:a?){30}a{30}",
            "a?" * 30 + "a" * 30,
            "(aa|a)" * 40,
            "a{0,99}" * 9,
            "(a|" * 300 + ")" * 300,
            "(.*)(.*)(.*)(.*)=$",
        ),
        *(r"(a)\1", "(?=a)b", "(?<!a)b", "(a", "a{9999999999}", "(" * 2000 + ")" * 2000),
    ],
)
def test_potentially_slow_expressions_are_refused(pattern: str) -> None:
    with pytest.raises(ExpressionRefused):
        compile_expression(pattern)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        *[("^is_", "is_even"), ("^[a-z]+_[a-z]+$", "a_b"), ("raise|exit|fail", "failwith")],
        (r"\w = \w{1,9}\s{1,9}&&\s{1,9}\w{1,9}\s{1,9}&&", "a = b  && c &&"),
        (r"\n[^\n]{0,60}\n[^\n]{0,60}\n[^\n]{0,60}\n[^\n]{0,60}\n", "\n\na\n\nb\n"),
        *[(r'^"\s*"$', '" "'), ("(ab)+c", "ababc"), ("(?i)^true$", "TRUE"), ("a{2,5}", "aaa")],
    ],
)
def test_useful_expressions_are_accepted(pattern: str, text: str) -> None:
    assert compile_expression(pattern).search(text)


@settings(deadline=None)
@given(st.text(alphabet="ab()|*+?{}1,^$.[]\\d", max_size=14), st.sampled_from(["a", "b", "ab"]))
def test_accepted_expressions_run_fast(pattern: str, letter: str) -> None:
    try:
        expression = compile_expression(pattern)
    except ExpressionRefused:
        return
    started = time.process_time()
    expression.search(letter * MAXIMUM_TEXT + "c")
    assert time.process_time() - started < 30  # what goes back and forth takes a lifetime
