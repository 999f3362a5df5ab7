"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a variable of another loop": (
        "class T { void F(int n) { for (int i = 0; i < n; i++) { G(i); } for (int NAME = 1; "
        "NAME < n; NAME++) { G(NAME); } } }",
        *("i", "j"),
    ),
    "a variable of another block": (
        "class T { void F(int n) { if (n > 0) { var a = 1; G(a); } else { var NAME = 2; "
        "G(NAME); } } }",
        *("a", "b"),
    ),
    "a local of another method": (
        "class T { int F(int a) { int x = a; return x; } int G(int a) { int NAME = a + 1; "
        "return NAME; } }",
        *("x", "y"),
    ),
    "a parameter of another method": (
        "class T { int F(int x) => x; int G(int NAME) => NAME * 2; }",
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
}

DIFFERENT = {
    "a field": (
        "class T { int x; int y; int F() { return NAME; } }",
        *("x", "y"),
    ),
    "a field or a parameter": (
        "class T { int x; T(int x, int y) { this.x = NAME; } }",
        *("x", "y"),
    ),
    "which parameter": (
        "class T { int F(int x, int y) { return NAME; } }",
        *("x", "y"),
    ),
    "a variable around a lambda": (
        "class T { Func<int> F(int x, int y) { return () => NAME; } }",
        *("x", "y"),
    ),
}
