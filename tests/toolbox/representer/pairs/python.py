"""Pairs of Python programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"def f(a, b, s):\n{lines}"


_DATACLASS = "from dataclasses import dataclass\n\n@dataclass\nclass P:\n"

SAME = {
    "names of characters": (_f(r"return '\N{LATIN SMALL LETTER E WITH ACUTE}'"), _f("return 'é'")),
    "bytes": (_f(r"return b'\x41\u'"), _f(r"return b'A\\u'")),
    "quotes": (_f("return 'a'"), _f('return """a"""')),
    "raw strings": (_f(r"return r'\d'"), _f(r"return '\\d'")),
    "escapes": (_f(r"return '\x41\u0042\t'"), _f("return 'AB\t'")),
    "literals side by side": (_f("return 'a' 'b'"), _f("return 'ab'")),
    "formatted and plain side by side": (_f("return 'x' f'{a}y' 'z'"), _f("return f'x{a}yz'")),
    "a formatted string with nothing to format": (_f("return f'{{a}}'"), _f("return '{a}'")),
    "hexadecimal numbers": (_f("return 0xFF"), _f("return 255")),
    "underscores": (_f("return 1_000.5"), _f("return 1000.5")),
    "exponents": (_f("return 1e3"), _f("return 1000.0")),
    "semicolons": (_f("a = 1; b = 2;\nreturn a"), _f("a = 1\nb = 2\nreturn a")),
    "line continuation": (_f("return a + \\\n    b"), _f("return a + b")),
    "trailing commas": (_f("return [a, b,]"), _f("return [a, b]")),
    "tuples": (_f("a, b = (b, a)\nreturn a"), _f("(a, b) = b, a\nreturn a")),
    "unpacking a list": (_f("[a, b] = s\nreturn a"), _f("a, b = s\nreturn a")),
    "a generator as only argument": (
        _f("return sum((x for x in s))"),
        _f("return sum(x for x in s)"),
    ),
    "elif": (
        _f("if a:\n    return 1\nelif b:\n    return 2\nelse:\n    return 3"),
        _f("if a:\n    return 1\nelse:\n    if b:\n        return 2\n    else:\n        return 3"),
    ),
    "pass beside something": (_f("pass\nreturn a"), _f("return a")),
    "an empty body": (_f("pass"), _f("...")),
    "docstrings": (_f('"""Say it."""\nreturn a'), _f("return a")),
    "a body that is only a docstring": (_f('"""Say it."""'), _f("pass")),
    "the module's docstring": ('"""What."""\nx = 1\n', "x = 1\n"),
    "hints": (
        "def f(a: int, *b: str, c: float = 1.0) -> list[int]:\n    d: int = a\n    return [d]\n",
        "def f(a, *b, c=1.0):\n    d = a\n    return [d]\n",
    ),
    "hints that take an import": (
        "from typing import List\n\ndef f(a: List[int]) -> List[int]:\n    return a\n",
        "def f(a):\n    return a\n",
    ),
    "hints in a plain class": ("class A:\n    x: int = 1\n", "class A:\n    x = 1\n"),
    "object as a base": ("class A(object):\n    x = 1\n", "class A:\n    x = 1\n"),
    "imports on one line": (
        "import os, sys\nprint(os, sys)\n",
        "import sys\nimport os\nprint(os, sys)\n",
    ),
    "names imported on one line": (
        "from math import pi, e\nprint(pi, e)\n",
        "from math import e\nfrom math import pi\nprint(pi, e)\n",
    ),
    "the name of an import": ("import math as m\nm.floor(1)\n", "import math as q\nq.floor(1)\n"),
    "names of arguments": (
        "def f(a):\n    return a\n\nf(a=1)\n",
        "def f(x):\n    return x\n\nf(x=1)\n",
    ),
    "fields of a dataclass": (
        f"{_DATACLASS}    x: int\n\nP(x=1).x\n",
        f"{_DATACLASS}    y: int\n\nP(y=1).y\n",
    ),
    "a module's name as a parameter": (
        "import string\n\ndef f(string):\n    return string.upper()\n\nprint(string.digits)\n",
        "import string\n\ndef f(x):\n    return x.upper()\n\nprint(string.digits)\n",
    ),
    "a library's function as a parameter": (
        "def f(max):\n    return max + 1\n\nprint(max([1]))\n",
        "def f(x):\n    return x + 1\n\nprint(max([1]))\n",
    ),
    "who am I": (
        "class A:\n    def m(self):\n        self.x = 1\n        return self.x\n",
        "class A:\n    def n(this):\n        this.y = 1\n        return this.y\n",
    ),
    "captures": (
        _f("match a:\n    case [x, *y] if x:\n        y()\n    case {'k': z}:\n        z()"),
        _f("match a:\n    case [p, *q] if p:\n        q()\n    case {'k': r}:\n        r()"),
    ),
    "names that look like placeholders": (
        _f("PLACEHOLDER_9 = a\nreturn PLACEHOLDER_9"),
        _f("c = a\nreturn c"),
    ),
    "order of functions": (
        "def f():\n    return g() + 1\n\ndef g():\n    return 1\n\nprint(f())\n",
        "def g():\n    return 1\n\ndef f():\n    return g() + 1\n\nprint(f())\n",
    ),
    "order of functions that are alike": (
        "def f():\n    return 1\n\ndef g():\n    return 1\n\nprint(f(), 'a', g())\n",
        "def g():\n    return 1\n\ndef f():\n    return 1\n\nprint(f(), 'a', g())\n",
    ),
    "order of methods": (
        "class A:\n    def m(self):\n        return 1\n    def n(self):\n        return 2\n",
        "class A:\n    def n(self):\n        return 2\n    def m(self):\n        return 1\n",
    ),
    "an else with nothing in it": (
        _f("if a:\n    b()\nelse:\n    pass"),
        _f("if a:\n    b()"),
    ),
    "strings on two lines": (_f("return 'a' \\\n    'b'"), _f("return 'ab'")),
    "a tuple as a key": (_f("return a[(1, 2)]"), _f("return a[1, 2]")),
    "a name that only looks as if it was asked for": (
        "import x\n\ndef f(a):\n    return getattr(a, 'b')\n",
        "import x\n\ndef g(c):\n    return getattr(c, 'b')\n",
    ),
    "a name that a text has among others": (
        "def f(a, path):\n    return getattr(a, 'b', 'no path')\n",
        "def f(a, way):\n    return getattr(a, 'b', 'no path')\n",
    ),
    "white space in what is put in": (_f("return f'{ a }'"), _f("return f'{a}'")),
}

DIFFERENT = {
    "a base called object": (
        "class object:\n    def f(self):\n        return 1\nclass A(object):\n    pass\n",
        "class object:\n    def f(self):\n        return 1\nclass A:\n    pass\n",
    ),
    "names of characters in a raw string": (_f(r"return '\N{DASH}'"), _f(r"return r'\N{DASH}'")),
    "numbers of characters among bytes": (_f(r"return b'\u0041'"), _f("return b'A'")),
    "bytes and texts": (_f(r"return b'\xe9'"), _f(r"return '\xe9'")),
    "a number and a float": (_f("return 1"), _f("return 1.0")),
    "a string and bytes": (_f("return 'a'"), _f("return b'a'")),
    "an escape and none": (_f(r"return '\n'"), _f(r"return r'\n'")),
    "a conversion": (_f("return f'{a!r}'"), _f("return f'{a}'")),
    "a format": (_f("return f'{a:>5}'"), _f("return f'{a:<5}'")),
    "how wide a format is": (_f("return f'{a:{b}}'"), _f("return f'{a:{s}}'")),
    "what is put in and what is said": (_f("return f'{a}'"), _f("return '{a}'")),
    "parts of a slice": (_f("return s[1:]"), _f("return s[:1]")),
    "steps of a slice": (_f("return s[::2]"), _f("return s[:2]")),
    "an index and a slice": (_f("return s[1]"), _f("return s[1:]")),
    "a tuple of one": (_f("return (a,)"), _f("return (a)")),
    "brackets": (_f("return [a, b]"), _f("return {a, b}")),
    "a list and a generator": (_f("return sum([x for x in s])"), _f("return sum(x for x in s)")),
    "precedence": (_f("return (a + b) * s"), _f("return a + b * s")),
    "not": (_f("return not (a and b)"), _f("return not a and b")),
    "chained comparison": (_f("return a < b < s"), _f("return (a < b) < s")),
    "is and equals": (_f("return a is b"), _f("return a == b")),
    "a loop and a comprehension": (
        _f("r = []\nfor x in s:\n    r.append(x)\nreturn r"),
        _f("return [x for x in s]"),
    ),
    "while and for": (_f("while s:\n    a()"), _f("for a in s:\n    a()")),
    "else of a loop": (
        _f("for x in s:\n    a()\nelse:\n    b()"),
        _f("for x in s:\n    a()\nb()"),
    ),
    "elif and if": (
        _f("if a:\n    b()\nelif s:\n    s()"),
        _f("if a:\n    b()\nif s:\n    s()"),
    ),
    "augmented": (_f("a += b\nreturn a"), _f("a = a + b\nreturn a")),
    "return and yield": (_f("return a"), _f("yield a")),
    "library functions": (_f("return max(a, b)"), _f("return min(a, b)")),
    "library methods": (_f("return s.upper()"), _f("return s.lower()")),
    "methods called like one's own variables": (
        _f("upper = s.upper()\nreturn upper"),
        _f("lower = s.lower()\nreturn lower"),
    ),
    "a library's function beside a parameter of its name": (
        "def f(max):\n    return max + 1\n\nprint(max([1]))\n",
        "def f(min):\n    return min + 1\n\nprint(min([1]))\n",
    ),
    "a library's method beside one's own of its name": (
        "import x\nclass A:\n    def go(self):\n        return x.go()\n",
        "import x\nclass A:\n    def run(self):\n        return x.run()\n",
    ),
    "a library's constants": ("import math\nprint(math.pi)\n", "import math\nprint(math.e)\n"),
    "imported names": ("from math import floor\nfloor(1)\n", "from math import ceil\nceil(1)\n"),
    "imported under the same name": (
        "from math import floor as r\nr(1)\n",
        "from math import ceil as r\nr(1)\n",
    ),
    "keywords of a library": (_f("return sorted(s, key=a)"), _f("return sorted(s, reverse=a)")),
    "keywords called like one's own variables": (
        _f("end = a\nprint(s, end=end)"),
        _f("sep = a\nprint(s, sep=sep)"),
    ),
    "special methods": (
        "class A:\n    def __lt__(self, o):\n        return o\n",
        "class A:\n    def __gt__(self, o):\n        return o\n",
    ),
    "positions of arguments": (_f("return divmod(a, b)"), _f("return divmod(b, a)")),
    "positions of parameters": (
        "def f(a, b):\n    return a - b\n",
        "def f(b, a):\n    return a - b\n",
    ),
    "a default": ("def f(a=1):\n    return a\n", "def f(a=2):\n    return a\n"),
    "keyword-only": ("def f(a, *, b):\n    return a, b\n", "def f(a, b):\n    return a, b\n"),
    "which name": (_f("c = a\nd = b\nreturn c"), _f("c = a\nd = b\nreturn d")),
    "shadowing": (_f("g = lambda a: a\nreturn g(b)"), _f("g = lambda x: a\nreturn g(b)")),
    "fields of a dataclass": (f"{_DATACLASS}    x: int\n", f"{_DATACLASS}    x: float\n"),
    "order of fields": (
        f"{_DATACLASS}    x: int\n    y: float\n",
        f"{_DATACLASS}    y: float\n    x: int\n",
    ),
    "annotations that are read": (
        "def f(a: int):\n    return a\n\nprint(f.__annotations__)\n",
        "def f(a: str):\n    return a\n\nprint(f.__annotations__)\n",
    ),
    "docstrings that are read": (
        'import doctest\n\ndef f():\n    """>>> f()\n    1"""\n    return 1\n',
        'import doctest\n\ndef f():\n    """>>> f()\n    2"""\n    return 1\n',
    ),
    "decorators": ("@a\n@b\ndef f():\n    return 1\n", "@b\n@a\ndef f():\n    return 1\n"),
    "a function twice": (
        "def f():\n    return 1\n\ndef f():\n    return 2\n",
        "def f():\n    return 2\n\ndef f():\n    return 1\n",
    ),
    "when a default is computed": (
        "n = 1\n\ndef f(a=n):\n    return a\n\nn = 2\n",
        "n = 1\nn = 2\n\ndef f(a=n):\n    return a\n",
    ),
    "order of statements": (_f("a()\nb()"), _f("b()\na()")),
    "exceptions": (
        _f("try:\n    a()\nexcept KeyError:\n    b()"),
        _f("try:\n    a()\nexcept ValueError:\n    b()"),
    ),
    "finally": (
        _f("try:\n    a()\nfinally:\n    b()"),
        _f("try:\n    a()\nexcept:\n    b()"),
    ),
    "async": ("async def f():\n    return 1\n", "def f():\n    return 1\n"),
    "global": ("x = 1\n\ndef f():\n    global x\n    x = 2\n", "x = 1\n\ndef f():\n    x = 2\n"),
    "a name that looks like a placeholder": (
        "def f():\n    return PLACEHOLDER_1\n",
        "def f():\n    return f\n",
    ),
    "a string that looks like a placeholder": (
        "def f():\n    return 'PLACEHOLDER_1'\n",
        "def f():\n    return f\n",
    ),
    "patterns of a value and of a name": (
        _f("match a:\n    case b.c:\n        return 1"),
        _f("match a:\n    case c:\n        return 1"),
    ),
    "stars": (_f("return g(*a)"), _f("return g(**a)")),
    "the walrus": (_f("if (c := a):\n    return c"), _f("c = a\nif c:\n    return c")),
    "a function and a variable of its name": (
        "def f():\n    return 1\n\nf = lambda: 2\n",
        "f = lambda: 2\n\ndef f():\n    return 1\n",
    ),
    "a function and one on a condition": (
        "import x\n\ndef f():\n    return 1\n\nif x.y:\n    def f():\n        return 2\n",
        "import x\n\nif x.y:\n    def f():\n        return 2\n\ndef f():\n    return 1\n",
    ),
    "a function and one that is decorated": (
        "def f():\n    return 1\n\n@d\ndef f():\n    return 2\n",
        "@d\ndef f():\n    return 2\n\ndef f():\n    return 1\n",
    ),
    "a function and an import of its name": (
        "from m import f\n\ndef f():\n    return 1\n",
        "def f():\n    return 1\n\nfrom m import f\n",
    ),
    "a function and a class of its name": (
        "class f:\n    pass\n\ndef f():\n    return 1\n",
        "def f():\n    return 1\n\nclass f:\n    pass\n",
    ),
    "a method and an attribute of its name": (
        "class A:\n    def f(self):\n        return 1\n    f = 3\n",
        "class A:\n    f = 3\n    def f(self):\n        return 1\n",
    ),
    "imports of one name": (
        "from a import f\nfrom b import f\n",
        "from b import f\nfrom a import f\n",
    ),
    "imports of anything": (
        "from a import *\nfrom b import *\n",
        "from b import *\nfrom a import *\n",
    ),
    "a key that is a tuple of one": (_f("return a[1,]"), _f("return a[1]")),
    "what is printed with its name": (
        "def f(a):\n    return f'{a=}'\n",
        "def f(b):\n    return f'{b=}'\n",
    ),
    "how it is printed with its name": (_f("return f'{a = }'"), _f("return f'{a=}'")),
    "object among bases": ("class A(B, object):\n    x = 1\n", "class A(B):\n    x = 1\n"),
    "attributes that are asked for in a text": (
        "class A:\n    def x(self):\n        return 1\n\ngetattr(A(), 'x')\n",
        "class A:\n    def y(self):\n        return 1\n\ngetattr(A(), 'x')\n",
    ),
    "variables that are asked for in a text": (
        "def f(a):\n    return locals()['a']\n",
        "def f(b):\n    return locals()['a']\n",
    ),
    "members that are asked for in a text": (
        "from enum import Enum\n\nclass A(Enum):\n    RED = 1\n\nA['RED']\n",
        "from enum import Enum\n\nclass A(Enum):\n    BLUE = 1\n\nA['RED']\n",
    ),
    "a list that is repeated in place": (
        ("def f(a):\n    b = a\n    a *= 2\n    return b\n"),
        ("def f(a):\n    b = a\n    a = a * 2\n    return b\n"),
    ),
    "a function that hides one of the language": (
        ("BIG = max(1, 2)\ndef max(a, b):\n    return a\n"),
        ("def max(a, b):\n    return a\nBIG = max(1, 2)\n"),
    ),
    "a method that hides a function of the language": (
        ("class A:\n    x = max(1, 2)\n    def max(a, b):\n        return a\n"),
        ("class A:\n    def max(a, b):\n        return a\n    x = max(1, 2)\n"),
    ),
    "keywords that partial passes": (
        ("from functools import partial\ndef f(a, b):\n    return a - b\ng = partial(f, b=1)\n"),
        ("from functools import partial\ndef f(b, a):\n    return b - a\ng = partial(f, b=1)\n"),
    ),
    "attributes in a format": (
        (
            "class A:\n"
            "    def __init__(self):\n"
            "        self.foo = 1\n"
            "        self.bar = 2\n"
            "    def show(self):\n"
            "        return '{0.foo}'.format(self)\n"
        ),
        (
            "class A:\n"
            "    def __init__(self):\n"
            "        self.bar = 1\n"
            "        self.foo = 2\n"
            "    def show(self):\n"
            "        return '{0.foo}'.format(self)\n"
        ),
    ),
    "functions that a text names": (
        (
            "import sys\n"
            "def do_a():\n"
            "    return 1\n"
            "def do_b():\n"
            "    return 2\n"
            "def run(c):\n"
            "    return getattr(sys.modules[__name__], f'do_{c}')()\n"
        ),
        (
            "import sys\n"
            "def do_b():\n"
            "    return 1\n"
            "def do_a():\n"
            "    return 2\n"
            "def run(c):\n"
            "    return getattr(sys.modules[__name__], f'do_{c}')()\n"
        ),
    ),
    "fields of a named tuple": (
        (
            "from collections import namedtuple\n"
            "P = namedtuple('P', 'x y')\n"
            "class Q:\n"
            "    def __init__(self):\n"
            "        self.x = 1\n"
            "        self.y = 2\n"
            "def f(p):\n"
            "    return p.x\n"
        ),
        (
            "from collections import namedtuple\n"
            "P = namedtuple('P', 'x y')\n"
            "class Q:\n"
            "    def __init__(self):\n"
            "        self.y = 1\n"
            "        self.x = 2\n"
            "def f(p):\n"
            "    return p.y\n"
        ),
    ),
    "attributes that patterns name by place": (
        (
            "class P:\n"
            "    __match_args__ = ('x', 'y')\n"
            "    def __init__(self, a, b):\n"
            "        self.x = a\n"
            "        self.y = b\n"
            "def f(p):\n"
            "    match p:\n"
            "        case P(0, k):\n"
            "            return k\n"
        ),
        (
            "class P:\n"
            "    __match_args__ = ('x', 'y')\n"
            "    def __init__(self, a, b):\n"
            "        self.y = a\n"
            "        self.x = b\n"
            "def f(p):\n"
            "    match p:\n"
            "        case P(0, k):\n"
            "            return k\n"
        ),
    ),
    "a hint that makes a variable local": (
        ("x = 1\ndef f():\n    x: int\n    return x\n"),
        ("x = 1\ndef f():\n    return x\n"),
    ),
    "methods of a module that is a value": (
        (
            "import math\n"
            "class A:\n"
            "    def sin(self, x):\n"
            "        return 1\n"
            "    def cos(self, x):\n"
            "        return 2\n"
            "def f(lib, x):\n"
            "    return lib.sin(x)\n"
            "print(f(math, 1))\n"
        ),
        (
            "import math\n"
            "class A:\n"
            "    def cos(self, x):\n"
            "        return 1\n"
            "    def sin(self, x):\n"
            "        return 2\n"
            "def f(lib, x):\n"
            "    return lib.cos(x)\n"
            "print(f(math, 1))\n"
        ),
    ),
    "keywords that replace passes": (
        (
            "from dataclasses import dataclass, replace\n"
            "@dataclass\n"
            "class P:\n"
            "    x: int\n"
            "    y: int\n"
            "def f(p):\n"
            "    return replace(p, x=1)\n"
        ),
        (
            "from dataclasses import dataclass, replace\n"
            "@dataclass\n"
            "class P:\n"
            "    y: int\n"
            "    x: int\n"
            "def f(p):\n"
            "    return replace(p, x=1)\n"
        ),
    ),
    "members that are computed": (
        (
            "class B:\n"
            "    def __init__(self):\n"
            "        self.foo = 1\n"
            "        self.bar = 2\n"
            "class A:\n"
            "    def __getattr__(self, n):\n"
            "        return n.upper()\n"
            "print(A().foo)\n"
        ),
        (
            "class B:\n"
            "    def __init__(self):\n"
            "        self.bar = 1\n"
            "        self.foo = 2\n"
            "class A:\n"
            "    def __getattr__(self, n):\n"
            "        return n.upper()\n"
            "print(A().bar)\n"
        ),
    ),
    "what enumerations look for": (
        (
            "from enum import Enum\n"
            "class E(Enum):\n"
            "    A = 1\n"
            "    @classmethod\n"
            "    def _missing_(cls, v):\n"
            "        return cls.A\n"
        ),
        (
            "from enum import Enum\n"
            "class E(Enum):\n"
            "    A = 1\n"
            "    @classmethod\n"
            "    def _other(cls, v):\n"
            "        return cls.A\n"
        ),
    ),
    "members whose names are values": (
        (
            "from enum import Enum, auto\n"
            "class E(Enum):\n"
            "    def _generate_next_value_(name, start, count, last):\n"
            "        return name.lower()\n"
            "    RED = auto()\n"
            "    BLUE = auto()\n"
            "print(E.RED.value)\n"
        ),
        (
            "from enum import Enum, auto\n"
            "class E(Enum):\n"
            "    def _generate_next_value_(name, start, count, last):\n"
            "        return name.lower()\n"
            "    BLUE = auto()\n"
            "    RED = auto()\n"
            "print(E.BLUE.value)\n"
        ),
    ),
    "functions whose names are read": (
        (
            "def add(a, b):\n"
            "    return a + b\n"
            "def sub(a, b):\n"
            "    return a - b\n"
            "R = {f.__name__: f for f in (add, sub)}\n"
        ),
        (
            "def sub(a, b):\n"
            "    return a + b\n"
            "def add(a, b):\n"
            "    return a - b\n"
            "R = {f.__name__: f for f in (sub, add)}\n"
        ),
    ),
    "keywords of a function that is a value": (
        ("def f(a, b):\n    return a - b\nT = {'x': f}\nprint(T['x'](a=1, b=2))\n"),
        ("def f(b, a):\n    return b - a\nT = {'x': f}\nprint(T['x'](a=1, b=2))\n"),
    ),
    "attributes in a path": (
        (
            "from operator import attrgetter\n"
            "class A:\n"
            "    def __init__(self, p):\n"
            "        self.a = p\n"
            "        self.b = 1\n"
            "k = attrgetter('a.b')\n"
        ),
        (
            "from operator import attrgetter\n"
            "class A:\n"
            "    def __init__(self, p):\n"
            "        self.b = p\n"
            "        self.a = 1\n"
            "k = attrgetter('a.b')\n"
        ),
    ),
    "keywords in a dictionary": (
        (
            "from threading import Thread\n"
            "def f(a, b):\n"
            "    print(a - b)\n"
            "Thread(target=f, kwargs={'a': 1, 'b': 2}).start()\n"
        ),
        (
            "from threading import Thread\n"
            "def f(b, a):\n"
            "    print(b - a)\n"
            "Thread(target=f, kwargs={'a': 1, 'b': 2}).start()\n"
        ),
    ),
    "keywords that a function reads by text": (
        (
            "def deco(fn):\n"
            "    def w(*args, **kw):\n"
            "        return kw.get('a')\n"
            "    return w\n"
            "\n"
            "@deco\n"
            "def f(a, b):\n"
            "    return a - b\n"
            "\n"
            "f(a=1, b=2)\n"
        ),
        (
            "def deco(fn):\n"
            "    def w(*args, **kw):\n"
            "        return kw.get('a')\n"
            "    return w\n"
            "\n"
            "@deco\n"
            "def f(b, a):\n"
            "    return b - a\n"
            "\n"
            "f(b=1, a=2)\n"
        ),
    ),
    "options that a library makes attributes": (
        (
            "import argparse\n"
            "\n"
            "p = argparse.ArgumentParser()\n"
            "p.add_argument('--x')\n"
            "p.add_argument('--y')\n"
            "a = p.parse_args()\n"
            "class Q:\n"
            "    def __init__(self):\n"
            "        self.x, self.y = 1, 2\n"
            "print(a.x)\n"
        ),
        (
            "import argparse\n"
            "\n"
            "p = argparse.ArgumentParser()\n"
            "p.add_argument('--x')\n"
            "p.add_argument('--y')\n"
            "a = p.parse_args()\n"
            "class Q:\n"
            "    def __init__(self):\n"
            "        self.y, self.x = 1, 2\n"
            "print(a.y)\n"
        ),
    ),
    "fields of a record that is printed": (
        ("from dataclasses import dataclass\n\n@dataclass\nclass P:\n    x: int\n\nprint(P(1))\n"),
        ("from dataclasses import dataclass\n\n@dataclass\nclass P:\n    y: int\n\nprint(P(1))\n"),
    ),
}
