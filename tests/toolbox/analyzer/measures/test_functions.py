"""Lines, branches, nesting and parameters of functions, in every language."""

import pytest

from kriterion_tools.analyzer.measures.token_outline import Outline
from tests.toolbox.analyzer.measures.measured import list_lines, measure

# A function f with two parameters, an `if` with an `else if` in a loop, and one more branch.
FUNCTIONS = {
    "bash": "f() {\n  for i in a b; do\n    if p && q; then\n      r\n    elif s; then\n      t\n"
    "    fi\n  done\n}\n",
    "c": "int f(int a, int b) {\n  while (a) {\n    if (a && b) {\n      a--;\n    } else if (b)"
    " {\n      b--;\n    }\n  }\n}\n",
    "c_sharp": "class A {\n int F(int a, int b) {\n  foreach (var x in y) {\n"
    "    if (a && b) { c(); } else if (b) { d(); }\n  }\n }\n}\n",
    "cpp": "int f(int a, int b) {\n  for (auto x : y) {\n    if (a && b) {\n      a--;\n"
    "    } else if (b) {\n      b--;\n    }\n  }\n}\n",
    "go": "package p\nfunc f(a, b int) {\n\tfor a > 0 {\n\t\tif a && b {\n\t\t\tc()\n"
    "\t\t} else if b {\n\t\t\td()\n\t\t}\n\t}\n}\n",
    "java": "class A {\n int f(int a, int b) {\n  for (int x : y) {\n"
    "   if (a && b) { c(); } else if (b) { d(); }\n  }\n }\n}\n",
    "javascript": "const f = (a, b) => {\n  for (const x of y) {\n"
    "    if (a && b) { c(); } else if (b) { d(); }\n  }\n};\n",
    "kotlin": "fun f(a: Int, b: Int) {\n  for (x in y) {\n"
    "    if (a && b) { c() } else if (b) { d() }\n  }\n}\n",
    "ocaml": "let f a b =\n  for i = 0 to 3 do\n    if a && b then c ()\n"
    "    else if b then d ()\n  done\n",
    "php": "<?php\nfunction f($a, $b) {\n  foreach ($y as $x) {\n    if ($a && $b) {\n      c();\n"
    "    } elseif ($b) {\n      d();\n    }\n  }\n}\n",
    "python": "def f(a, b):\n    for x in y:\n        if a and b:\n            c()\n"
    "        elif b:\n            d()\n",
    "ruby": "def f(a, b)\n  while a\n    if a && b\n      c\n    elsif b\n      d\n    end\n"
    "  end\nend\n",
    "rust": "fn f(a: i32, b: i32) {\n    for x in y {\n"
    "        if a && b { c(); } else if b { d(); }\n    }\n}\n",
    "tsx": "function f(a: A, b: B) {\n  for (const x of y) {\n"
    "    if (a && b) { c(); } else if (b) { d(); }\n  }\n}\n",
    "typescript": "function f(a: A, b: B) {\n  for (const x of y) {\n"
    "    if (a && b) { c(); } else if (b) { d(); }\n  }\n}\n",
}


@pytest.mark.parametrize("language", FUNCTIONS)
def test_branches_are_loops_conditions_and_their_parts(language: str) -> None:
    (match,) = measure(language, FUNCTIONS[language], "branches-of-function", above=4)
    assert match.captured["$COUNT"] == "5"
    assert match.captured["$NAME"].lower() == "f"
    assert measure(language, FUNCTIONS[language], "branches-of-function", above=5) == []


@pytest.mark.parametrize("language", FUNCTIONS)
def test_else_if_does_not_nest(language: str) -> None:
    (match,) = measure(language, FUNCTIONS[language], "nesting", above=1)
    assert match.captured["$COUNT"] == "2"
    assert measure(language, FUNCTIONS[language], "nesting", above=2) == []


@pytest.mark.parametrize("language", sorted(FUNCTIONS.keys() - {"bash"}))
def test_parameters_are_counted(language: str) -> None:
    (match,) = measure(language, FUNCTIONS[language], "parameters", above=1)
    assert match.captured["$COUNT"] == "2"


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("haskell", "f a = if a then 1 else if b then 2 else 3\n", 1),
        ("ocaml", "let f a = match a with 1 -> if b then 2 else 3 | _ -> 4\n", 2),
        (
            "python",
            "def f():\n    if a:\n        b()\n    else:\n        while c:\n            d()\n",
            2,
        ),
        ("rust", "fn f() { match a { 1 => match b { 2 => 3, _ => 4 }, _ => 5 } }\n", 2),
    ],
)
def test_depth_of_conditions(language: str, text: str, count: int) -> None:
    (match,) = measure(language, text, "nesting", above=1 if count > 1 else count - 1)
    assert match.captured["$COUNT"] == str(count)


def test_nesting_points_to_the_first_place_that_is_too_deep() -> None:
    inner = "            if d:\n                e()\n                g()\n"
    text = f"def f():\n    if a:\n        for b in c:\n{inner}"
    assert list_lines(measure("python", text, "nesting", above=2)) == [4]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "def f():\n    for a in b:\n        if c:\n            continue\n"),
        ("java", "class A { void f() { for (int a : b) if (c) d(); } }"),
        ("go", "package p\nfunc f() { for a { if c { d() } } }\n"),
        ("ruby", "def f\n  while a\n    b if c\n  end\nend\n"),
        ("ocaml", "let f () = while a do if c then d () done\n"),
    ],
)
def test_a_condition_of_a_single_step_does_not_nest(language: str, text: str) -> None:
    assert measure(language, text, "nesting", above=1) == []


def test_empty_lines_comments_and_functions_inside_do_not_count_as_lines() -> None:
    text = "def f():\n    # a\n\n    def g():\n        return 1\n\n    return g\n"
    counts = {
        match.captured["$NAME"]: match.captured["$COUNT"]
        for match in measure("python", text, "lines-of-function", above=1)
    }
    assert counts == {"f": "2", "g": "2"}


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("python", "class A:\n    def f(self, a, *, b=1):\n        pass\n", 2),
        ("rust", "impl A { fn f(&self, a: i32, b: i32) {} }\n", 2),
        ("go", "package p\nfunc (s S) F(a, b int, c string) {}\n", 3),
        ("ocaml", "let f a ~b ?c () = a\n", 4),
    ],
)
def test_the_receiver_is_no_parameter(language: str, text: str, count: int) -> None:
    (match,) = measure(language, text, "parameters", above=1)
    assert match.captured["$COUNT"] == str(count)


def test_functions_without_a_name_belong_to_the_one_around() -> None:
    text = "function f(a) {\n  return a.map((x) => {\n    return x ? 1 : 2;\n  });\n}\n"
    (match,) = measure("javascript", text, "branches-of-function", above=1)
    assert match.captured["$NAME"] == "f"


def test_many_functions_in_each_other_are_measured_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    find_row = Outline.find_row

    def count(outline: Outline, token: int) -> int:
        asked.append(token)
        return find_row(outline, token)

    monkeypatch.setattr(Outline, "find_row", count)
    functions, calls = 150, 500
    text = "".join(f"function f{at}() {{\n" for at in range(functions)) + "g();" * calls
    matches = measure("javascript", text + "}" * functions, "lines-of-function", above=2)
    assert not matches
    assert len(asked) < 2 * (6 * functions + 4 * calls)


def test_modules_of_tests_are_left_out() -> None:
    text = "#[cfg(test)]\nmod tests { fn f(a: i32, b: i32) {} }\n"
    assert measure("rust", text, "parameters", above=1) == []
