"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a variable of another loop": (
        "void f(int n) { for (int i = 0; i < n; i++) { g(i); } for (int NAME = 1; NAME < n; "
        "NAME++) { g(NAME); } }\n",
        *("i", "j"),
    ),
    "a variable of another block": (
        "void f(int n) { if (n > 0) { int a = 1; g(a); } else { int NAME = 2; g(NAME); } }\n",
        *("a", "b"),
    ),
    "a local of another function": (
        "int f(int a) { int x = a; return x; }\nint g(int a) { int NAME = a + 1; return NAME; }\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "int f(int x) { return x; }\nint g(int NAME) { return NAME * 2; }\n",
        *("x", "y"),
    ),
    "a parameter and a field": (
        "struct s { int width; };\nint f(struct s *s, int NAME) { s->width = NAME; return 0; }\n",
        *("width", "w"),
    ),
}

DIFFERENT = {
    "a global variable": (
        "int x;\nint y;\nint f() { return NAME; }\n",
        *("x", "y"),
    ),
    "which parameter": (
        "int f(int x, int y) { return NAME; }\n",
        *("x", "y"),
    ),
    "a field or a parameter": (
        "struct s { int x; int y; };\nint f(struct s *s, int x, int y) { return s->NAME; }\n",
        *("x", "y"),
    ),
}
