"""What a kind of a node alone does not say: who calls whom, whose name it is, what follows."""

import pytest

from kriterion_tools.analyzer.tagger.tagger import find_tags

RECURSION = "technique:recursion"
HIGHER_ORDER = "technique:higher-order-functions"


def list_tags(language: str, text: str) -> set[str]:
    return set(find_tags({"a": text}, language))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "def f(n):\n    return f(n - 1)\n"),
        ("python", "class A:\n    def f(self, n):\n        return self.f(n - 1)\n"),
        ("python", "def f(n):\n    def g():\n        return f(n - 1)\n    return g()\n"),
        ("javascript", "const f = (n) => f(n - 1);"),
        ("javascript", "class A { f(n) { return this.f(n - 1); } }"),
        ("java", "class A { int f(int n) { return f(n - 1); } }"),
        ("java", "class A { static int f(int n) { return A.f(n - 1); } }"),
        ("c", "int *f(int n) { return f(n - 1); }"),
        ("cpp", "int A::f(int n) { return f(n - 1); }"),
        ("kotlin", "fun f(n: Int): Int = f(n - 1)\n"),
        ("c_sharp", "class A { int F(int n) { return F(n - 1); } int F(int n, int m) => n; }"),
        ("rust", "impl A { fn f(a: &A) -> u8 { A::f(a) } }"),
        ("rust", "impl A { fn f(n: u8) -> u8 { Self::f(n - 1) } }"),
        ("ruby", "def f(n)\n  f(n - 1)\nend\n"),
        ("php", "<?php class A { function f($n) { return $this->f($n - 1); } }"),
        ("ocaml", "let rec f n = f (n - 1)"),
        ("ocaml", "let rec f n = List.map f n"),
        ("haskell", "f n = f (n - 1)\n"),
        ("bash", "f() { f 1; }\n"),
    ],
)
def test_a_function_that_calls_itself_is_recursive(language: str, text: str) -> None:
    assert RECURSION in list_tags(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        # another function of that name
        ("python", "class A:\n    def f(self):\n        return f()\n"),
        ("python", "class A:\n    def f(self):\n        return self.inner.f()\n"),
        ("python", "def f(f):\n    return f()\n"),
        ("javascript", "class A { push(x) { this.items.push(x); } }"),
        ("java", "class A { int f(int n) { return f(n, 0); } int f(int n, int m) { return m; } }"),
        ("java", "class A { int f(A n) { return f(n.b); } int f(B n) { return 1; } }"),
        ("c_sharp", "class A { E I.F() => F(); E F() => new E(); }"),
        ("cpp", "int f(A n) { return f(n.b); } int f(B n) { return 1; }"),
        ("kotlin", "fun f(n: Int) = f(n.toLong())\nfun f(n: Long) = n\n"),
        ("haskell", "instance Show A where\n  show (A b) = show b\n"),
        ("rust", "impl From<A> for B { fn from(a: A) -> B { B::from(a.c) } }"),
        ("rust", "impl A { fn len(&self) -> usize { self.items.len() } }"),
        ("php", "<?php class A { function count() { return count($this->items); } }"),
        ("ocaml", "let f n = n\nlet f n = f (n - 1)"),
        # after it
        ("python", "def f():\n    return 1\n\nf()\n"),
        ("haskell", "f n = n\ng n = f n\n"),
    ],
)
def test_calling_another_function_of_the_same_name_is_not_recursion(
    language: str, text: str
) -> None:
    assert RECURSION not in list_tags(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "def f(g, x):\n    return g(x)\n"),
        ("python", "def f(g, x):\n    return [g(one) for one in x]\n"),
        ("javascript", "function f(g) { return g(1); }"),
        ("php", "<?php function f($g) { return $g(1); }"),
        ("haskell", "f g x = g x\n"),
        ("ocaml", "let f g x = g x"),
        ("go", "package a\nfunc f(g func(int) int) int { return g(1) }\n"),
        ("kotlin", "fun f(g: (Int) -> Int) = g(1)\n"),
        ("c_sharp", "class A { int F(Func<int, int> g) { return g(1); } }"),
        ("c", "int f(int (*g)(int)) { return g(1); }"),
    ],
)
def test_a_function_that_calls_its_parameter_is_higher_order(language: str, text: str) -> None:
    assert HIGHER_ORDER in list_tags(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "def f(g):\n    return h(g)\n"),
        ("php", "<?php function f($count) { return count($count); }"),
        ("java", "class A { int f(int g) { return h(g); } }"),
        ("kotlin", "fun grade(grade: Int) = grade(grade)\n"),
        ("kotlin", "fun f(a: BigInteger, b: Int) = BigInteger(b)\n"),
    ],
)
def test_a_function_that_calls_another_is_not_higher_order(language: str, text: str) -> None:
    assert HIGHER_ORDER not in list_tags(language, text)


@pytest.mark.parametrize(
    ("language", "text", "tag"),
    [
        ("python", "def sorted(x):\n    return x\n\nsorted([1])\n", "uses:sorted"),
        (
            "python",
            "class A:\n    def split(self):\n        pass\n\nA().split()\n",
            "uses:str.split",
        ),
        ("python", "from mine import sqrt\nsqrt(1)\n", "uses:mine.sqrt"),
        ("java", "class Stack { } class A { Stack s; }", "construct:stack"),
        ("javascript", "function parseInt(x) { return x; } parseInt(1);", "uses:parseInt"),
        ("php", "<?php function strlen($x) { } strlen(1);", "uses:strlen"),
        ("bash", "sort() { :; }\nsort\n", "uses:sort"),
        (
            "ocaml",
            "module List = struct let map f x = x end\nlet a = List.map 1 2",
            "uses:List.map",
        ),
        ("haskell", "filter p = p\nmain = filter odd\n", "uses:filter"),
    ],
)
def test_names_defined_by_the_solution_are_not_library_names(
    language: str, text: str, tag: str
) -> None:
    assert tag not in list_tags(language, text)


def test_a_function_may_have_the_name_of_a_method_it_uses() -> None:
    assert "uses:str.split" in list_tags("python", "def split(text):\n    return text.split()\n")


@pytest.mark.parametrize(
    ("language", "text", "tag"),
    [
        ("python", "x = {1} & other\n", "construct:bitwise-and"),
        ("python", "def f(a: int | None): pass\n", "construct:bitwise-or"),
        ("python", "'%s' % name\n", "construct:modulo"),
        ("python", "'-' * 3\n", "construct:multiply"),
        ("cpp", "void f(int n) { std::cout << n << 2; }", "construct:bitwise-left-shift"),
        ("ruby", "found = []\nfound << 1\n", "construct:bitwise-left-shift"),
        ("javascript", "import x from './x';", "construct:string"),
        ("go", 'package a\nimport "fmt"\n', "construct:string"),
        ("c", '#include "a.h"\n', "construct:string"),
        ("c", "void f(void) { const char *x = y; }", "construct:constant"),
        ("c_sharp", "class A { int F(int i) { return G(a - i * b, c); } }", "construct:pointer"),
    ],
)
def test_lookalikes_are_not_tagged(language: str, text: str, tag: str) -> None:
    tags = list_tags(language, text)
    assert tags
    assert tag not in tags


def test_several_files_share_their_names() -> None:
    files = {"a.py": "from b import sorted\n\nsorted([2, 1])\n", "b.py": "def sorted(x): pass\n"}
    assert "uses:sorted" not in find_tags(files, "python")


def test_nested_functions_are_distinguished_from_methods() -> None:
    nested = "construct:nested-function"
    assert nested in list_tags("python", "def f():\n    def g():\n        pass\n")
    assert nested not in list_tags("python", "class A:\n    def g(self):\n        pass\n")
    assert nested not in list_tags("ocaml", "let () = let f x = x in f 1")


def test_imperative_functions_are_procedural_and_methods_are_not() -> None:
    loop = "while True:\n        pass\n"
    assert "paradigm:procedural" in list_tags("python", f"def f():\n    {loop}")
    objects = list_tags(
        "python", f"class A:\n    def f(self):\n        {loop}".replace("\n    ", "\n     ")
    )
    assert "paradigm:imperative" in objects
    assert "paradigm:procedural" not in objects
