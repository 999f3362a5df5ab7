"""Chains of conditions that a table would say."""

import pytest

from tests.toolbox.analyzer.measures.measured import list_lines, measure

CHAINS = {
    "c": "int f(char c) {{ if (c == 'a') return 1; {e}if (c == 'b') return 2; "
    "{e}if (c == 'd') return 3; return 0; }}\n",
    "c_sharp": "class A {{ int F(char c) {{ if (c == 'a') return 1; {e}if (c == 'b') return 2; "
    "{e}if (c == 'd') return 3; return 0; }} }}\n",
    "go": "package p\nfunc f(c rune) int {{ if c == 'a' {{ return 1 }} {e}if c == 'b' "
    "{{ return 2 }} {e}if c == 'd' {{ return 3 }}; return 0 }}\n",
    "java": "class A {{ int f(char c) {{ if (c == 'a') return 1; {e}if (c == 'b') return 2; "
    "{e}if (c == 'd') return 3; return 0; }} }}\n",
    "javascript": "function f(c) {{ if (c === 'a') return 1; {e}if (c === 'b') return 2; "
    "{e}if (c === 'd') return 3; return 0; }}\n",
    "rust": "fn f(c: char) -> i32 {{ if c == 'a' {{ return 1; }} {e}if c == 'b' {{ return 2; }} "
    "{e}if c == 'd' {{ return 3; }} 0 }}\n",
}


@pytest.mark.parametrize("between", ["", "else "])
@pytest.mark.parametrize("language", CHAINS)
def test_a_chain_of_equal_form_is_found(language: str, between: str) -> None:
    text = CHAINS[language].format(e=between)
    if language == "go" and not between:
        text = text.replace("} if", "}; if")
    (match,) = measure(language, text, "chain-of-conditions", above=2)
    assert (match.captured["$NAME"], match.captured["$COUNT"]) == ("c", "3")
    assert measure(language, text, "chain-of-conditions", above=3) == []


PYTHON = "def f(c):\n    if c == 1:\n        return 'a'\n    {e}if c == 2:\n        return 'b'\n"


@pytest.mark.parametrize("between", ["", "el"])
def test_python(between: str) -> None:
    assert list_lines(measure("python", PYTHON.format(e=between), "chain-of-conditions", above=1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c == 2", "c > 2"),
        ("c == 2", "d == 2"),
        ("c == 2", "c == g(2)"),
        ("c == 2", "c == 1"),
        ("return 'b'", "return 'a'"),
        ("return 'b'", "print('b')"),
    ],
)
def test_other_forms_and_other_subjects_are_no_chain(old: str, new: str) -> None:
    text = PYTHON.format(e="").replace(old, new)
    assert measure("python", text, "chain-of-conditions", above=1) == []


def test_conditions_with_long_bodies_are_no_table() -> None:
    body = "".join(f"\n        a{n}.b(c, d)" for n in range(4))
    text = f"def f(c):\n    if c == 1:{body}\n    elif c == 2:{body}\n"
    assert measure("python", text, "chain-of-conditions", above=1) == []


@pytest.mark.parametrize("step", ["return True", "raise ValueError({n})"])
def test_errors_and_truth_values_are_no_entries_of_a_table(step: str) -> None:
    steps = "".join(f"    if c == {n}:\n        {step.format(n=n)}\n" for n in range(4))
    assert measure("python", "def f(c):\n" + steps, "chain-of-conditions", above=2) == []


def test_limits_are_a_measure_of_their_own() -> None:
    text = "def f(c):\n" + "".join(f"    if c < {n}:\n        return {n + 1}\n" for n in (1, 5, 9))
    assert measure("python", text, "chain-of-conditions", above=2) == []
    (match,) = measure("python", text, "chain-of-ranges", above=2)
    assert match.captured == {"$NAME": "c", "$COUNT": "3", "$LIMIT": "2", "$LINE": "2"}


@pytest.mark.parametrize(
    ("values", "is_chain"),
    [(("RED", "BLUE"), True), (("Color.Red", "Color.Blue"), True), (("red", "blue"), False)],
)
def test_constants_are_literals_and_names_in_capitals(
    values: tuple[str, str], is_chain: bool
) -> None:
    steps = "".join(f"    if c == {value}:\n        return {n}\n" for n, value in enumerate(values))
    found = measure("python", "def f(c):\n" + steps, "chain-of-conditions", above=1)
    assert bool(found) is is_chain
