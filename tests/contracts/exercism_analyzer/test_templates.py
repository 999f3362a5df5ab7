"""The texts of comments are filled in once, whatever stands in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.exercism_analyzer.templates import (
    MAXIMUM_FILLED,
    FilledText,
    fill_in,
    find_placeholders,
    find_stray_percents,
)

# Source of the first four: what exercism/website 16bb79f pins; dotted names: exercism/website-copy
# 68cc3fc (export.name, splat-arg.name, method/name); letters' case: exercism/exercism#6776.
CASES = [
    ('`"One for %%s" %% %{name}`', {"name": "iHiD"}, '`"One for %s" % iHiD`'),
    ("%%{foo}", {"foo": "x"}, "%{foo}"),
    ("100% of %<x>s and %s", {}, "100% of %<x>s and %s"),
    ("%{open", {"open": "x"}, "%{open"),
    ("export %{export.name}", {"export.name": "a"}, "export a"),
    ("%{splat-arg.name}, %{method/name}", {"splat-arg.name": "a", "method/name": "b"}, "a, b"),
    ("%{className}", {"classname": "Dog"}, "Dog"),
    ("%{Name} %{name}", {"name": "a", "Name": "A"}, "A a"),
    ("%{naïve name}", {"naïve name": "x"}, "x"),
    ("%{a: 1}", {}, "%{a: 1}"),
    ("%{a}%{b}", {"a": "%{b}", "b": "%%"}, "%{b}%%"),
    ("%{x}{y}%", {"x": "%"}, "%{y}%"),
    ("%{x}", {"x": "`code` <b>"}, "`code` <b>"),
    ("%%%{x}%%%", {"x": "1"}, "%1%%"),
    ("%{}", {"": "x"}, "%{}"),
    ("%{a\nb}", {"a\nb": "x"}, "%{a\nb}"),
    ("", {}, ""),
]


@pytest.mark.parametrize(("template", "params", "text"), CASES)
def test_a_text_is_filled_in(template: str, params: dict[str, str], text: str) -> None:
    filled = fill_in(template, params)
    assert (filled.text, filled.missing, filled.cut) == (text, (), False)


def test_names_without_a_value_are_reported_and_left_empty() -> None:
    assert fill_in("a %{x} b %{y.z} %{x}", {"other": ""}) == FilledText(
        text="a  b  ", missing=("x", "y.z"), unused=("other",)
    )


def test_a_value_is_found_despite_different_case() -> None:
    assert fill_in("%{className}", {"classname": "", "b": ""}).unused == ("b",)


def test_the_length_of_a_filled_text_is_limited() -> None:
    filled = fill_in("%{x}" * 10_000, {"x": "y" * 30_000})
    assert filled.cut
    assert filled.text == "y" * MAXIMUM_FILLED


def test_the_placeholders_of_a_text_are_known() -> None:
    assert find_placeholders("%{b} %%{c} %{a.b} %{b} %{x: 1} %{") == ("b", "a.b")


@pytest.mark.parametrize(
    ("template", "places"),
    [("100%", [3]), ("%%", []), ("%%%", [2]), ("%{a}", []), ("%{a: 1}", [0]), ("a%28b%29", [1, 5])],
)
def test_percent_signs_that_should_be_doubled_are_found(template: str, places: list[int]) -> None:
    assert list(find_stray_percents(template)) == places


_TEXT = st.text(alphabet="%{}abA.\n", max_size=40)


@given(_TEXT, st.dictionaries(_TEXT, _TEXT, max_size=3))
def test_an_escaped_text_is_filled_unchanged(text: str, params: dict[str, str]) -> None:
    assert fill_in(text.replace("%", "%%"), params).text == text


@given(_TEXT, st.dictionaries(_TEXT, _TEXT, max_size=3))
def test_any_filled_text_is_bounded_and_its_faults_reported(
    template: str, params: dict[str, str]
) -> None:
    filled = fill_in(template, params)
    assert len(filled.text) <= len(template) * (1 + max(map(len, params.values()), default=0))
    assert not set(filled.missing) & set(params)
    assert set(filled.missing) <= set(find_placeholders(template))
    assert set(filled.unused) <= set(params)
