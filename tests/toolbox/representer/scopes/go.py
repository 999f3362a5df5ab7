"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a variable of another loop": (
        "package p\nfunc f(n int) { for i := 0; i < n; i++ { g(i) }; for NAME := 1; NAME < n; "
        "NAME++ { g(NAME) } }\n",
        *("i", "j"),
    ),
    "a variable of another block": (
        "package p\nfunc f(n int) { if n > 0 { a := 1; g(a) } else { NAME := 2; g(NAME) } }\n",
        *("a", "b"),
    ),
    "a local of another function": (
        "package p\nfunc f(a int) int { x := a; return x }\n"
        "func g(a int) int { NAME := a + 1; return NAME }\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "package p\nfunc f(x int) int { return x }\nfunc g(NAME int) int { return NAME * 2 }\n",
        *("x", "y"),
    ),
    "a parameter and a method": (
        "package p\ntype T struct{}\nfunc (t T) size(NAME int) int { return NAME }\n",
        *("size", "n"),
    ),
}

DIFFERENT = {
    "a global variable": (
        "package p\nvar x = 1\nvar y = 2\nfunc f() int { return NAME }\n",
        *("x", "y"),
    ),
    "a value of a variable of the same name": (
        "package p\nvar x = 1\nvar y = 2\nfunc f() int { x := NAME; return x }\n",
        *("x", "y"),
    ),
    "which parameter": (
        "package p\nfunc f(x, y int) int { return NAME }\n",
        *("x", "y"),
    ),
    "a variable around a function": (
        "package p\nfunc f(x, y int) func() int { return func() int { return NAME } }\n",
        *("x", "y"),
    ),
}
