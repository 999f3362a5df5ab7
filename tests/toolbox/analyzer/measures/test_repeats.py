"""Work that is done again: calls and expressions whose value cannot have changed."""

import pytest

from tests.toolbox.analyzer.measures.measured import measure


def find(language: str, name: str, text: str, **options: int) -> list[str]:
    return [match.captured["$CODE"] for match in measure(language, text, name, **options)]


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("python", "def f(a):\n    if g(a.lower()):\n        h(a.lower())\n", "a.lower()"),
        ("python", "def f(a):\n    return str(a) == str(a)[::-1]\n", "str(a)"),
        ("python", "def f(a):\n    b = sorted(a)[0]\n    print(sorted(a)[1])\n", "sorted(a)"),
        ("javascript", "function f(a) { g(a.trim()); return a.trim(); }", "a.trim()"),
        ("typescript", "function f(a: T) { g(a.trim()); return a.trim(); }", "a.trim()"),
        ("java", "class A { int f(String a) { g(a.trim()); h(a.trim()); } }", "a.trim()"),
        ("c_sharp", "class A { int F(string a) { G(a.Trim()); H(a.Trim()); } }", "a.Trim()"),
        (
            "go",
            "package p\nfunc f(a string) { g(strings.ToLower(a)); h(strings.ToLower(a)) }\n",
            "strings.ToLower(a)",
        ),
        ("rust", "fn f(a: &str) { g(a.trim()); h(a.trim()); }", "a.trim()"),
        ("ocaml", "let f a = g (List.length a) (List.length a)\n", "List.length a"),
        ("kotlin", "fun f(a: String) { g(a.lowercase()); h(a.lowercase()) }\n", "a.lowercase()"),
        ("php", "<?php function f($a) { g(trim($a)); h(trim($a)); }", "trim($a)"),
        ("ruby", "def f(a)\n  g(a.downcase)\n  h(a.downcase)\nend\n", "a.downcase"),
        ("c", "int f(char *a) { return g(sqrt(b)) + h(sqrt(b)); }", "sqrt(b)"),
        (
            "cpp",
            "int f() { g(a.substr(1)); return h(std::sqrt(b)) + std::sqrt(b); }",
            "std::sqrt(b)",
        ),
        ("haskell", "f a = g (sort a) (sort a)\n", "sort a"),
    ],
)
def test_a_call_that_is_made_twice_is_found(language: str, text: str, code: str) -> None:
    assert find(language, "repeated-call", text) == [code, code]


@pytest.mark.parametrize(
    "text",
    [
        "def f(a):\n    g(a.lower())\n    a = h()\n    g(a.lower())\n",
        "def f(a):\n    g(a.lower())\n    for a in b:\n        g(a.lower())\n",
        "def f(a):\n    a = a.lower()\n    g(a.lower())\n",
        "def f(a):\n    if b:\n        g(a.lower())\n    else:\n        g(a.lower())\n",
        "def f(a):\n    if b:\n        return a.lower()\n    return a.lower()[1:]\n",
        "def f(a):\n    if b and a.lower():\n        pass\n    g(a.lower())\n",
        "def f(a):\n    g(sorted(a))\n    a.append(1)\n    g(sorted(a))\n",
        "def f(a):\n    g(sorted(a))\n    a[0] = 1\n    g(sorted(a))\n",
        "def f(a):\n    g(unknown(a))\n    g(unknown(a))\n",
        "def sorted(a):\n    print(a)\ndef f(a):\n    g(sorted(a), sorted(a))\n",
        "def f(a):\n    b = set(a)\n    c = set(a)\n",
        "def f(a):\n    g(len(a), len(a))\n",
        "def f(a):\n    return [set(), set()]\n",
        "def f(a):\n    g(lambda a: a.lower(), a.lower())\n",
        "def f(a):\n    g(a.lower())\ndef h(a):\n    g(a.lower())\n",
        "def f(a):\n    g(next(a).lower(), next(a).lower())\n",
    ],
)
def test_a_call_whose_value_may_differ_is_not(text: str) -> None:
    assert find("python", "repeated-call", text) == []


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("python", "def f(a, b):\n    for c in a:\n        g(c, b.lower())\n", "b.lower()"),
        ("python", "def f(a, b):\n    return [c for c in a if c in b.lower()]\n", "b.lower()"),
        (
            "python",
            "def f(a, b):\n    for c in a:\n        if c:\n            g(b.lower())\n",
            "b.lower()",
        ),
        ("python", "def f(a, b):\n    while a < max(b):\n        a += 1\n", "max(b)"),
        ("javascript", "const f = (a, b) => a.filter((c) => c !== b.trim());", "b.trim()"),
        (
            "java",
            "class A { void f(int n) { for (int i = 0; i < Math.sqrt(n); i++) g(i); } }",
            "Math.sqrt(n)",
        ),
        (
            "c_sharp",
            "class A { bool F(string b) => a.All(c => b.ToLower().Contains(c)); }",
            "b.ToLower()",
        ),
        (
            "go",
            "package p\nfunc f() { for _, c := range a { g(c, strings.ToLower(b)) } }\n",
            "strings.ToLower(b)",
        ),
        ("rust", "fn f(b: &str) { for c in a { g(c, b.to_lowercase()); } }", "b.to_lowercase()"),
        ("ocaml", "let f a b = List.map (fun c -> g c (List.rev b)) a\n", "List.rev b"),
        ("ruby", "def f(a, b)\n  a.each { |c| g(c, b.downcase) }\nend\n", "b.downcase"),
    ],
)
def test_a_call_in_a_loop_with_the_same_arguments_is_found(
    language: str, text: str, code: str
) -> None:
    assert find(language, "call-in-loop", text) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "def f(a):\n    for c in a:\n        g(c.lower())\n",
        "def f(a):\n    for c in sorted(a):\n        g(c)\n",
        "def f(a, b):\n    for c in a:\n        if c:\n            return b.lower()\n",
        "def f(a, b):\n    for c in a:\n        b += c\n        g(b.lower())\n",
        "def f(a, b):\n    while max(b) > a:\n        b.pop()\n",
        "def f(a, b):\n    for c in a:\n        if c:\n            g(str(b))\n            break\n",
        "def f(a, b):\n    for c in a:\n        def h():\n            return b.lower()\n",
        "def f(a):\n    return [c.lower() for c in a.lower()]\n",
        "def f(a, b):\n    for c in a:\n        return b.lower()\n",
    ],
)
def test_a_call_in_a_loop_that_is_needed_there_is_not(text: str) -> None:
    assert find("python", "call-in-loop", text) == []


@pytest.mark.parametrize(
    "text",
    [
        "function f(a) { return a.map(function (e) { return parseInt(e); }); }",
        "function f(a) { return a.map((n, { length }) => parseInt(length)); }",
        "function f(a) { let b = ''; for (const c of a) { b = b + c; g(b.trim()); } }",
        "function f(a) { setTimeout(() => g(a.trim())); }",
    ],
)
def test_parameters_of_callbacks_change(text: str) -> None:
    assert find("javascript", "call-in-loop", text) == []


def test_a_long_expression_that_is_computed_twice_is_found() -> None:
    text = "def f(a, b, c):\n    if a * a + b * b > c:\n        g(a * a + b * b)\n"
    assert find("python", "repeated-expression", text, tokens=7) == ["a * a + b * b"] * 2
    assert find("python", "repeated-expression", text, tokens=8) == []
    changed = text.replace("    if", "    b = 1\n    if").replace(
        "        g", "        a += 1\n        g"
    )
    assert find("python", "repeated-expression", changed, tokens=7) == []


def test_only_the_longest_repeated_call_is_reported() -> None:
    text = "def f(a):\n    g(a.strip().lower())\n    h(a.strip().lower())\n"
    assert find("python", "repeated-call", text) == ["a.strip().lower()"] * 2


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        ("python", "def g(a):\n    b = len(a)\n    return b > 1\n", "g(x)"),
        ("python", "def g(a):\n    return h(a) > 1\n\ndef h(a):\n    return a + 2\n", "g(x)"),
        ("go", "func g(a string) bool {\n\treturn strings.ToUpper(a) == a\n}\n", "g(x)"),
        (
            "go",
            "func g(a string) bool {\n\tfor i, c := range a {\n\t\tif c > 3 && i > 1 {\n"
            "\t\t\treturn true\n\t\t}\n\t}\n\treturn false\n}\n",
            "g(x)",
        ),
        ("rust", "fn g(a: &str) -> bool { a.trim().ends_with('?') }\n", "g(x)"),
        ("javascript", "const g = (a) => a.trim() === '';\n", "g(x)"),
    ],
)
def test_functions_of_the_solution_without_effects_are_known(
    language: str, text: str, code: str
) -> None:
    calls = {
        "python": "def f(x):\n    if g(x):\n        return 1\n    return k(g(x))\n",
        "go": "package p\n\nfunc f(x string) {\n\tif g(x) {\n\t\tk()\n\t}\n\tk(g(x))\n}\n",
        "rust": "fn f(x: &str) { if g(x) { k(); } k(g(x)); }\n",
        "javascript": "function f(x) { if (g(x)) k(); k(g(x)); }\n",
    }[language]
    assert find(language, "repeated-call", calls + text) == [code, code]


@pytest.mark.parametrize(
    "text",
    [
        "def g(a):\n    print(a)\n",
        "def g(a):\n    a[0] = 1\n",
        "def g(a):\n    a.b = 1\n",
        "def g(a):\n    a += [1]\n    return a\n",
        "def g(a):\n    return state\n",
        "def g(a):\n    return next(a)\n",
        "def g(a):\n    yield a\n",
        "def g(a):\n    return h(a)\n\ndef h(a):\n    print(a)\n",
    ],
)
def test_functions_of_the_solution_that_may_have_effects_are_not(text: str) -> None:
    calls = "def f(x):\n    if g(x):\n        return 1\n    return k(g(x))\n"
    assert find("python", "repeated-call", calls + text) == []
