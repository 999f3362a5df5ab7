"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another function": (
        "let f a = let x = a in x\nlet g a = let NAME = a + 1 in NAME\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "let f x = x\nlet g NAME = NAME * 2\n",
        *("x", "y"),
    ),
}

DIFFERENT = {
    "a global value": (
        "let x = 1\nlet y = 2\nlet f () = NAME\n",
        *("x", "y"),
    ),
    "a value of the same name": (
        "let f x y = let x = NAME in x\n",
        *("x", "y"),
    ),
    "a label": (
        "let f ~x ~y = x - y\nlet g a = f ~NAME:a\n",
        *("x", "y"),
    ),
    "which parameter": (
        "let f x y = NAME\n",
        *("x", "y"),
    ),
}
