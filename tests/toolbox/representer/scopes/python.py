"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another function": (
        "def f(a):\n    x = a\n    return x\ndef g(a):\n    NAME = a + 1\n    return NAME\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "def f(x):\n    return x\ndef g(NAME):\n    return NAME * 2\n",
        *("x", "y"),
    ),
    "a comprehension's variable": (
        "def f(xs):\n    return [x for x in xs]\ndef g(xs):\n"
        "    return [NAME * 2 for NAME in xs]\n",
        *("x", "y"),
    ),
    "a lambda's parameter": (
        "f = lambda x: x\ng = lambda NAME: NAME + 1\n",
        *("x", "y"),
    ),
    "a parameter and a method": (
        "class T:\n    def size(self, NAME):\n        return NAME\n",
        *("size", "n"),
    ),
    "a parameter and a field": (
        "class T:\n    def __init__(self, NAME):\n        self.width = NAME\n",
        *("width", "w"),
    ),
}

DIFFERENT = {
    "a global variable": (
        "x = 1\ny = 2\ndef f():\n    return NAME\n",
        *("x", "y"),
    ),
    "a default value": (
        "x = 1\ny = 2\ndef f(x=NAME):\n    return x\n",
        *("x", "y"),
    ),
    "a variable of a closure": (
        "def f(x, y):\n    def g():\n        return NAME\n    return g\n",
        *("x", "y"),
    ),
    "the first iterable": (
        "def f(x, y):\n    return [x for x in NAME]\n",
        *("x", "y"),
    ),
    "a global statement": (
        "x = 1\ny = 2\ndef f():\n    global NAME\n    x = 3\n    y = 4\n",
        *("x", "y"),
    ),
    "global statements of two functions": (
        "def f():\n    global x, y\n    x = 1\n    y = 2\ndef g():\n    global x, y\n"
        "    return NAME\n",
        *("x", "y"),
    ),
    "a keyword argument": (
        "def f(x, y):\n    return x - y\ndef g(a, b):\n    return f(NAME=a)\n",
        *("x", "y"),
    ),
    "which parameter": (
        "def f(x, y):\n    return NAME\n",
        *("x", "y"),
    ),
    "a parameter or a field": (
        "class T:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = NAME\n",
        *("x", "y"),
    ),
}
