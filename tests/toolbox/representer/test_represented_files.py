"""Solutions of several files: what one file names, another mentions."""

from collections.abc import Mapping

import pytest

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent

# Language → a solution, and the same under other names.
RENAMED: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "c": (
        {
            "leap.h": "typedef struct { int x; } point;\nint f(point p);\n",
            "leap.c": '#include "leap.h"\nint f(point p) { return p.x; }\n',
        },
        {
            "leap.h": "typedef struct { int y; } place;\nint g(place q);\n",
            "leap.c": '#include "leap.h"\nint g(place q) { return q.y; }\n',
        },
    ),
    "cpp": (
        {
            "a.h": "namespace n { class A { int x; public: int f(); }; }\n",
            "a.cpp": '#include "a.h"\nint n::A::f() { return x; }\n',
        },
        {
            "a.h": "namespace m { class B { int y; public: int g(); }; }\n",
            "a.cpp": '#include "a.h"\nint m::B::g() { return y; }\n',
        },
    ),
    "c_sharp": (
        {"A.cs": "class A { public int X; }", "B.cs": "class B { int F(A a) => a.X; }"},
        {"A.cs": "class D { public int Y; }", "B.cs": "class E { int G(D b) => b.Y; }"},
    ),
    "kotlin": (
        {"A.kt": "class A(val x: Int)", "B.kt": "fun f(a: A) = a.x"},
        {"A.kt": "class D(val y: Int)", "B.kt": "fun g(b: D) = b.y"},
    ),
    "rust": (
        {"lib.rs": "mod a; use a::f; pub fn g() { f() }", "a.rs": "pub fn f() {}"},
        {"lib.rs": "mod a; use a::h; pub fn k() { h() }", "a.rs": "pub fn h() {}"},
    ),
}

GO_IN_ONE = """package p
import ("fmt"; "os")
func F() { fmt.Println(g()) }
func g() []string { fmt.Println(); return os.Args }
"""
GO_IN_TWO = {
    "a.go": 'package p\nimport ("fmt"; "os")\nfunc g() []string { fmt.Println(); return os.Args }',
    "b.go": 'package p\nimport "fmt"\nfunc F() { fmt.Println(g()) }\n',
}


@pytest.mark.parametrize("language", RENAMED)
def test_a_name_has_the_same_placeholder_in_every_file(language: str) -> None:
    one, other = RENAMED[language]
    assert represent_solution(one, language).text == represent_solution(other, language).text


def test_go_allows_any_distribution_over_files() -> None:
    assert (
        represent_solution({"p.go": GO_IN_ONE}, "go").text
        == represent_solution(GO_IN_TWO, "go").text
    )


def represent_solution(files: Mapping[str, str], name: str) -> Representation:
    language = load_language(name)
    assert language is not None
    representation = represent({path: text.encode() for path, text in files.items()}, language)
    assert isinstance(representation, Representation), representation
    return representation
