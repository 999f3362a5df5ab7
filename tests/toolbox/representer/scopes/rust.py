"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another function": (
        "fn f(a: i32) -> i32 { let x = a; x }\nfn g(a: i32) -> i32 { let NAME = a + 1; NAME }\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "fn f(x: i32) -> i32 { x }\nfn g(NAME: i32) -> i32 { NAME * 2 }\n",
        *("x", "y"),
    ),
    "a parameter and a method": (
        "struct T;\nimpl T { fn size(&self, NAME: i32) -> i32 { NAME } }\n",
        *("size", "n"),
    ),
    "a parameter and a field": (
        "struct T { width: i32 }\nimpl T { fn new(NAME: i32) -> T { T { width: NAME } } }\n",
        *("width", "w"),
    ),
}

DIFFERENT = {
    "a constant": (
        "const X: i32 = 1;\nconst Y: i32 = 2;\nfn f() -> i32 { NAME }\n",
        *("X", "Y"),
    ),
    "which parameter": (
        "fn f(x: i32, y: i32) -> i32 { NAME }\n",
        *("x", "y"),
    ),
    "a variable around a closure": (
        "fn f(x: i32, y: i32) -> i32 { let g = || NAME; g() }\n",
        *("x", "y"),
    ),
    "a name in a text": (
        'fn f(x: i32, y: i32) { println!("{NAME}"); }\n',
        *("x", "y"),
    ),
}
