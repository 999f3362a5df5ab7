"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a variable of another loop": (
        "class T { void f(int n) { for (int i = 0; i < n; i++) { g(i); } for (int NAME = 1; "
        "NAME < n; NAME++) { g(NAME); } } }",
        *("i", "j"),
    ),
    "a variable of another block": (
        "class T { void f(int n) { if (n > 0) { int a = 1; g(a); } else { int NAME = 2; "
        "g(NAME); } } }",
        *("a", "b"),
    ),
    "a local of another method": (
        "class T { int f(int a) { int x = a; return x; } int g(int a) { int NAME = a + 1; "
        "return NAME; } }",
        *("x", "y"),
    ),
    "a parameter of another method": (
        "class T { int f(int x) { return x; } int g(int NAME) { return NAME * 2; } }",
        *("x", "y"),
    ),
    "a parameter and a method": (
        "class T { int size(int NAME) { return NAME; } }",
        *("size", "n"),
    ),
    "a parameter and a field": (
        "class T { int width; T(int NAME) { this.width = NAME; } }",
        *("width", "w"),
    ),
    "a lambda's parameter": (
        "class T { F f = x -> x; F g = NAME -> NAME + 1; }",
        *("x", "y"),
    ),
}

DIFFERENT = {
    "a field": (
        "class T { int x; int y; int f() { return NAME; } }",
        *("x", "y"),
    ),
    "a field or a parameter": (
        "class T { int x; T(int x, int y) { this.x = NAME; } }",
        *("x", "y"),
    ),
    "which parameter": (
        "class T { int f(int x, int y) { return NAME; } }",
        *("x", "y"),
    ),
    "a variable around a lambda": (
        "class T { F f(int x, int y) { return () -> NAME; } }",
        *("x", "y"),
    ),
}
