"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another function": (
        "function f(a) { const x = a; return x; }\n"
        "function g(a) { const NAME = a + 1; return NAME; }\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "function f(x) { return x; }\nfunction g(NAME) { return NAME * 2; }\n",
        *("x", "y"),
    ),
    "an arrow's parameter": (
        "const f = (x) => x;\nconst g = (NAME) => NAME + 1;\n",
        *("x", "y"),
    ),
    "a parameter and a method": (
        "class T { size(NAME) { return NAME; } }\n",
        *("size", "n"),
    ),
    "a parameter and a field": (
        "class T { constructor(NAME) { this.width = NAME; } }\n",
        *("width", "w"),
    ),
}

DIFFERENT = {
    "a global variable": (
        "let x = 1;\nlet y = 2;\nfunction f() { return NAME; }\n",
        *("x", "y"),
    ),
    "an assignment to a global variable": (
        "let x = 1;\nlet y = 2;\nfunction f() { NAME = 3; }\nfunction g() { return x; }\n",
        *("x", "y"),
    ),
    "an assignment to an undeclared variable": (
        "function f() { x = 1; y = 2; }\nfunction g() { NAME = 3; }\nfunction h() { return x; }\n",
        *("x", "y"),
    ),
    "a variable of a closure": (
        "function f(x, y) { return () => NAME; }\n",
        *("x", "y"),
    ),
    "an assignment in a closure": (
        "function f() { let x = 0; let y = 0; run(() => { NAME = 1; }); return x; }\n",
        *("x", "y"),
    ),
    "which parameter": (
        "function f(x, y) { return NAME; }\n",
        *("x", "y"),
    ),
}
