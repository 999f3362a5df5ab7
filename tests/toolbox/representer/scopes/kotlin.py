"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another function": (
        "fun f(a: Int): Int {\n    val x = a\n    return x\n}\nfun g(a: Int): Int {\n"
        "    val NAME = a + 1\n    return NAME\n}\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "fun f(x: Int) = x\nfun g(NAME: Int) = NAME * 2\n",
        *("x", "y"),
    ),
    "a parameter and a method": (
        "class T {\n    fun size(NAME: Int) = NAME\n}\n",
        *("size", "n"),
    ),
}

DIFFERENT = {
    "a property": (
        "class T(val x: Int, val y: Int) {\n    fun f() = NAME\n}\n",
        *("x", "y"),
    ),
    "a named argument": (
        "fun f(x: Int, y: Int) = x - y\nfun g(a: Int) = f(NAME = a)\n",
        *("x", "y"),
    ),
    "which parameter": (
        "fun f(x: Int, y: Int) = NAME\n",
        *("x", "y"),
    ),
    "a variable around a lambda": (
        "fun f(x: Int, y: Int) = run { NAME }\n",
        *("x", "y"),
    ),
}
