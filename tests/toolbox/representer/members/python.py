"""Members of Python programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a function inside its namesake": (
        "class T:\n    @staticmethod\n    def NAME(xs):\n        return NAME(x for x in xs)\n",
        *("sum", "max"),
    ),
    "a function and an attribute of a class": (
        "class T:\n    NAME = 3\n    def f(self, x):\n        return NAME(x, self.NAME)\n",
        *("max", "min"),
    ),
    "a function in a comprehension of a method": (
        "class T:\n    NAME: int\n    def f(self, xs):\n        return [NAME(x, 1) for x in xs]\n",
        *("max", "min"),
    ),
    "a member of an unknown value beside an enumeration": (
        "from enum import Enum\nclass E(Enum):\n    A = 1\nclass T:\n    def __init__(self, x):\n"
        "        self.NAME = x\ndef f():\n    return [e.NAME for e in E]\n",
        *("name", "value"),
    ),
    "a variable that a pattern names": (
        "def f(NAME, x):\n    return '{a} {x}'.format(**locals())\n",
        *("a", "b"),
    ),
    "an attribute that slots name": (
        "class T:\n    __slots__ = ['a']\n    def f(self):\n        self.NAME = 1\n",
        *("a", "b"),
    ),
    "a method that delegates to its namesake": (
        "class Frontier:\n    def __init__(self):\n        self.items = deque()\n"
        "    def NAME(self):\n        return self.items.NAME()\n",
        *("pop", "popleft"),
    ),
    "breadth first and depth first": (
        "class Queue:\n    def __init__(self, items):\n        self.items = items\n"
        "    def NAME(self):\n        return self.items.NAME()\n"
        "def walk(start):\n    queue = Queue([start])\n    return queue.NAME()\n",
        *("pop", "popleft"),
    ),
    "a wrapper of a list": (
        "class Stack:\n    def __init__(self):\n        self.values = []\n"
        "    def NAME(self, value):\n        self.values.NAME(value)\n",
        *("append", "remove"),
    ),
    "a field assigned from a parameter": (
        "class Box:\n    def __init__(self, inner):\n        self.inner = inner\n"
        "    def NAME(self):\n        return self.inner.NAME()\n",
        *("open_all", "shut_all"),
    ),
    "a parameter": (
        "class Text:\n    def NAME(self, word):\n        return word.NAME()\n",
        "upper",
        "lower",
    ),
    "a local variable": (
        "class Text:\n    def NAME(self):\n        word = 'a'\n        return word.NAME()\n",
        *("upper", "lower"),
    ),
    "a literal": (
        "class Text:\n    def NAME(self):\n        return 'ab'.NAME('a')\n",
        "count",
        "index",
    ),
    "a call's result": (
        "class T:\n    def NAME(self):\n        return str(self.x).NAME()\n",
        "strip",
        "lower",
    ),
    "a loop's variable": (
        "class T:\n    def NAME(self, words):\n        return [word.NAME() for word in words]\n",
        *("title", "swapcase"),
    ),
    "another method of the class": (
        "class T:\n    def NAME(self):\n        return 1\n    def run(self, text):\n"
        "        return text.NAME()\n",
        *("split", "splitlines"),
    ),
    "super": (
        "class T(list):\n    def NAME(self, x):\n        super().NAME(x)\n",
        *("append", "extend"),
    ),
    "an override of a library's method": (
        "class T(list):\n    def NAME(self, x):\n        print(x)\n",
        *("append", "extend"),
    ),
    "an inherited method that another class has, too": (
        "class A:\n    def NAME(self, x):\n        pass\n"
        "class B(list):\n    def run(self, x):\n        self.NAME(x)\n",
        *("append", "remove"),
    ),
    "a field named like a library's": (
        "class T:\n    def __init__(self, date):\n        self.NAME = date.NAME\n",
        *("year", "month"),
    ),
    "a property": (
        "class T:\n    @property\n    def NAME(self):\n        return self.when.NAME\n",
        *("hour", "minute"),
    ),
    "a module's function": (
        "import math\nclass T:\n    def NAME(self, x):\n        return math.NAME(x)\n",
        *("floor", "ceil"),
    ),
    "a function and a method": (
        "def NAME(text):\n    return text.NAME()\n",
        *("upper", "lower"),
    ),
    "a variable that shadows a module": (
        "class T:\n    def NAME(self, math):\n        return math.NAME()\n",
        *("floor", "ceil"),
    ),
    "a class variable": (
        "class T:\n    seen = set()\n    def NAME(self, x):\n        T.seen.NAME(x)\n",
        *("add", "discard"),
    ),
    "an annotated parameter": (
        "class T:\n    def NAME(self, items: list):\n        items.NAME(1)\n",
        *("append", "remove"),
    ),
    "an unbound method": (
        "class T:\n    def NAME(self, x):\n        return str.NAME(x)\n",
        *("upper", "lower"),
    ),
    "a dictionary's value": (
        "class T:\n    def NAME(self, key):\n        return self.table[key].NAME()\n",
        *("pop", "clear"),
    ),
    "an iterator": (
        "class T:\n    def NAME(self):\n        with open('a') as file:\n"
        "            return file.NAME()\n",
        *("read", "readline"),
    ),
}

SAME = {
    "a method with the name of a function": (
        "class T:\n    def NAME(self):\n        return sum([1])\n"
        "    def f(self):\n        return self.NAME()\n",
        *("sum", "total"),
    ),
    "an attribute that the class itself reads": (
        "class T:\n    NAME = 3\n    twice = NAME * 2\n",
        *("max", "size"),
    ),
    "self": ("class T:\n    def NAME(self):\n        return self.NAME()\n", "append", "size"),
    "a constructor's result": (
        "class T:\n    def NAME(self):\n        return 1\ndef f():\n    t = T()\n"
        "    return t.NAME()\n",
        *("pop", "take"),
    ),
    "a chained constructor": (
        "class T:\n    def NAME(self):\n        return 1\ndef f():\n    return T().NAME()\n",
        *("pop", "take"),
    ),
    "an annotated parameter": (
        "class T:\n    def NAME(self, x):\n        return x\ndef f(t: T):\n    return t.NAME(1)\n",
        *("append", "push"),
    ),
    "an optional parameter": (
        "class T:\n    def NAME(self, x):\n        return x\n"
        "def f(t: Optional['T'] = None):\n    return t.NAME(1)\n",
        *("append", "push"),
    ),
    "a field": (
        "class N:\n    def NAME(self):\n        pass\n"
        "class T:\n    def __init__(self):\n        self.root = None\n"
        "    def f(self):\n        self.root = N()\n        self.root.NAME()\n",
        *("insert", "place"),
    ),
    "a linked list": (
        "class N:\n    def __init__(self, value, NAME=None):\n        self.value = value\n"
        "        self.NAME = NAME\n"
        "class L:\n    def __init__(self):\n        self.head = N(1)\n"
        "    def f(self):\n        node = self.head\n        while node:\n"
        "            node = node.NAME\n",
        *("next", "after"),
    ),
    "a tree": (
        "class N:\n    def __init__(self, v):\n        self.left = None\n        self.v = v\n"
        "    def NAME(self, v):\n        if self.left is None:\n            self.left = N(v)\n"
        "        else:\n            self.left.NAME(v)\n",
        *("insert", "put_in"),
    ),
    "another object": (
        "class T:\n    def __init__(self, x):\n        self.NAME = x\n"
        "    def __eq__(self, other):\n        return self.NAME == other.NAME\n",
        *("width", "size"),
    ),
    "an unknown receiver, a name of no library": (
        "class T:\n    def NAME(self):\n        return 1\ndef f(t):\n    return t.NAME()\n",
        *("bounce", "jump"),
    ),
    "a static method": (
        "class T:\n    @staticmethod\n    def NAME(x):\n        return x\ndef f(x):\n"
        "    return T.NAME(x)\n",
        *("join", "glue"),
    ),
    "a method of the student's base": (
        "class A:\n    def NAME(self):\n        return 1\n"
        "class B(A):\n    def f(self):\n        return self.NAME() + super().NAME()\n",
        *("count", "amount"),
    ),
}
