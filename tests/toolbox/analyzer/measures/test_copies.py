"""Repeated code: what counts as a copy, and what does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.toolbox.analyzer.measures.measured import list_lines, measure

LOOP = """
    total = 0
    for value in values:
        if value > limit:
            total += value * 2
"""


def find(text: str, *, tokens: int = 10, differing: int = 0, copies: int = 2) -> list[int]:
    found = measure(
        "python", text, "repeated-code", tokens=tokens, differing=differing, copies=copies
    )
    return list_lines(found)


def test_statements_in_a_row_that_stand_twice_are_found_as_a_whole() -> None:
    text = f"def f():{LOOP}    return total\ndef g():{LOOP}    print(total)\n"
    assert find(text) == [2, 8]


def test_spaces_and_comments_make_no_difference() -> None:
    other = LOOP.replace("value * 2", "value*2  # twice").replace("\n    for", "\n\n    for")
    assert find(f"def f():{LOOP}    a()\ndef g():{other}    b()\n") == [2, 8]


@pytest.mark.parametrize(
    ("old", "new", "differing"),
    [("limit", "least", 1), ("* 2", "* 3", 1), ("value ", "item ", 2), ("+=", "-=", 99)],
)
def test_copies_may_differ_in_names_and_literals(old: str, new: str, differing: int) -> None:
    changed = LOOP.replace(old, new)
    text = f"def f():{LOOP}    a()\ndef g():{changed}    b()\n"
    assert find(text, tokens=12, differing=0) == []
    assert bool(find(text, tokens=12, differing=2)) is (differing <= 2)


def test_a_name_that_is_replaced_throughout_differs_once() -> None:
    changed = LOOP.replace("value", "v").replace("vs:", "values:")
    assert find(f"def f():{LOOP}    a()\ndef g():{changed}    b()\n", differing=1) == [2, 8]


def test_a_block_with_one_statement_is_no_further_copy_of_it() -> None:
    text = "".join(
        f"def {name}():\n    for x in xs:\n        if x in y:\n            show(x, y, z, x)\n"
        for name in "fgh"
    )
    assert find(text, tokens=8, copies=3) == [2, 6, 10]
    assert find(text, tokens=8, copies=4) == []


def test_a_match_says_where_the_copies_are_and_what_differs() -> None:
    text = f"def f():{LOOP}    a()\ndef g():{LOOP.replace('limit', 'least')}    b()\n"
    match, _ = measure("python", text, "repeated-code", tokens=10, differing=1, copies=2)
    assert match.captured == {
        "$COUNT": "2",
        "$LINE": "2",
        "$LINES": "2, 8",
        "$CODE": "total = 0",
        "$DIFFERENT": "limit / least",
    }


def test_the_names_of_two_functions_are_no_difference() -> None:
    text = f"def f():{LOOP}\ndef g():{LOOP.replace('limit', 'least')}"
    assert find(text, tokens=16, differing=1) == [1, 7]


def test_mirror_images_are_no_copies() -> None:
    def insert(side: str) -> str:
        return f"if self.{side} is None:\n            self.{side} = Node(value, self.limit)\n"

    body = f"        {insert('left')}        {insert('right')}"
    assert find("class A:\n    def f(self, value):\n" + body, differing=1) == []
    other = body.replace("left", "one").replace("right", "other")
    assert find("class A:\n    def f(self, value):\n" + other, differing=1) == [3, 5]


def test_the_three_longest_copies_are_reported() -> None:
    lines = [f"    a{n}(b, c, d)\n" * 4 for n in range(6)]
    text = "def f():\n" + "".join(lines) + "    x()\ndef g():\n" + "    y()\n".join(lines)
    assert len(find(text, tokens=8)) == 6


def test_the_parameters_of_functions_do_not_make_them_longer() -> None:
    text = "def f(a, b, c, d, e):\n    return 1\ndef g(a, b, c, d, e):\n    return 1\n"
    assert find(text, tokens=5, differing=1) == []


def test_a_long_expression_is_found_in_one_statement() -> None:
    text = "def f(a, b):\n    return g(a[0] * b[1] - a[2] * b[3], a[0] * b[1] - a[2] * b[3])\n"
    assert find(text, tokens=9) == [2, 2]


@pytest.mark.parametrize(
    "text",
    [
        "import a.b.c.d.e.f.g.h\nimport a.b.c.d.e.f.g.h\n",
        "X = {'a': 1, 'b': 2, 'c': 3, 'd': 4}\nY = {'a': 1, 'b': 2, 'c': 3, 'd': 4}\n",
        "def test_a():" + LOOP + "def test_b():" + LOOP,
        "class A:\n    @property\n    def a(self):\n        return self.x\n"
        "    @property\n    def b(self):\n        return self.y\n",
    ],
    ids=["imports", "tables", "tests", "getters"],
)
def test_what_is_no_repetition(text: str) -> None:
    assert find(text, differing=2) == []


def test_many_copies_may_be_shorter() -> None:
    text = "def f(n):\n" + "".join(
        f"    if n % {n} == 0:\n        result += {name!r}\n"
        for n, name in ((3, "a"), (5, "b"), (7, "c"))
    )
    assert find(text, tokens=7, differing=2, copies=3) == [2, 4, 6]
    assert find(text, tokens=7, differing=2, copies=4) == []
    assert find(text, tokens=7, differing=1, copies=3) == []


def test_statements_that_overlap_are_no_copies() -> None:
    assert find("def f():\n" + "    a.append(b)\n" * 5, tokens=9) == []
    assert find("def f():\n" + "    a.append(b)\n" * 6, tokens=9) == [2, 5]


STATEMENTS = st.lists(
    st.sampled_from(
        ["a = b", "c(d, e)", "if a:\n        f()", "for g in h:\n        i += 1", "return j"]
    ),
    max_size=8,
)


@settings(deadline=None)
@given(STATEMENTS, STATEMENTS, STATEMENTS)
def test_copies_are_equal_and_do_not_overlap(
    before: list[str], same: list[str], after: list[str]
) -> None:
    def define(name: str, statements: list[str]) -> str:
        return f"def {name}():\n    pass\n" + "".join(f"    {line}\n" for line in statements)

    text = define("f", before + same) + define("g", same + after)
    lines = text.splitlines()
    found = measure("python", text, "repeated-code", tokens=5, differing=0, copies=2)
    taken: set[int] = set()
    for match in found:
        place = match.place
        assert place.row is not None
        assert place.rows is not None
        rows = range(place.row, place.row + place.rows)
        assert taken.isdisjoint(rows)
        taken.update(rows)
        first = int(match.captured["$LINE"]) - 1
        assert lines[first : first + place.rows] == [lines[row] for row in rows]


@pytest.mark.parametrize("language", ["go", "java", "javascript", "rust"])
def test_other_languages_have_blocks_too(language: str) -> None:
    body = "a.b(c, d); e(f, g); h(i, j); k(l, m);"
    text = {
        "go": f"package p\nfunc f() {{ {body} n() }}\nfunc g() {{ {body} o() }}\n",
        "java": f"class A {{ void f() {{ {body} n(); }}\nvoid g() {{ {body} o(); }} }}\n",
        "javascript": f"function f() {{ {body} n(); }}\nfunction g() {{ {body} o(); }}\n",
        "rust": f"fn f() {{ {body} n(); }}\nfn g() {{ {body} o(); }}\n",
    }[language]
    assert len(measure(language, text, "repeated-code", tokens=13)) == 2
    assert measure(language, text, "repeated-code", tokens=14) == []


@pytest.mark.parametrize(("language", "sign"), [("ocaml", "<>"), ("haskell", "/=")])
def test_operators_may_not_differ(language: str, sign: str) -> None:
    text = {
        "ocaml": "let f a b c = g a b c && a = b && b = c && h a c\n"
        "let k a b c = g a b c && a = b && b = c && h a c\n",
        "haskell": "f a b c = g a b c && a == b && b == c && h a c\n"
        "k a b c = g a b c && a == b && b == c && h a c\n",
    }[language]
    assert measure(language, text, "repeated-code", tokens=15, differing=2)
    first, _, second = text.partition("\n")
    changed = first + "\n" + second.replace("= b &&", f"{sign} b &&").replace(f"={sign}", sign)
    assert measure(language, changed, "repeated-code", tokens=15, differing=2) == []


def test_code_like_itself_is_answered_soon() -> None:
    """The comparisons are bounded, whatever the code."""
    text = "def f():\n" + "    a(b, c)\n" * 8_000
    assert find(text, tokens=200) == []
    assert find("def f():\n" + "    a = " + "(b + " * 150 + "c" + ")" * 150 + "\n", tokens=5) == []
