"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another function": (
        "f a = let x = a in x\ng a = let NAME = a + 1 in NAME\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "f x = x\ng NAME = NAME * 2\n",
        *("x", "y"),
    ),
}

DIFFERENT = {
    "a global value": (
        "x = 1\ny = 2\nf = NAME\n",
        *("x", "y"),
    ),
    "a value defined by where": (
        "f a = NAME where { x = 1; y = 2 }\n",
        *("x", "y"),
    ),
    "which parameter": (
        "f x y = NAME\n",
        *("x", "y"),
    ),
}
