"""Members of JavaScript programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "class Frontier {\n  constructor() { this.items = []; }\n"
        "  NAME() { return this.items.NAME(); }\n}\n",
        *("pop", "shift"),
    ),
    "a private field": (
        "class Frontier {\n  #items = [];\n  NAME() { return this.#items.NAME(); }\n}\n",
        *("pop", "shift"),
    ),
    "breadth first and depth first": (
        "class Work {\n  constructor() { this.list = []; }\n"
        "  NAME() { return this.list.NAME(); }\n}\n"
        "function walk() { const work = new Work(); return work.NAME(); }\n",
        *("pop", "shift"),
    ),
    "a parameter": ("class T {\n  NAME(word) { return word.NAME(); }\n}\n", "trimStart", "trimEnd"),
    "a field assigned from a parameter": (
        "class T {\n  constructor(x) { this.x = x; }\n  NAME() { return this.x.NAME(); }\n}\n",
        *("openAll", "shutAll"),
    ),
    "a local variable": (
        "class T {\n  NAME() { const s = 'a'; return s.NAME(); }\n}\n",
        *("toUpperCase", "toLowerCase"),
    ),
    "a literal": ("class T {\n  NAME(f) { return [1, 2].NAME(f); }\n}\n", "map", "filter"),
    "a map": (
        "class T {\n  constructor() { this.map = new Map(); }\n"
        "  NAME(k) { return this.map.NAME(k); }\n}\n",
        *("get", "has"),
    ),
    "a call's result": ("class T {\n  NAME(s) { return s.split('').NAME(); }\n}\n", "pop", "shift"),
    "an arrow's parameter": (
        "class T {\n  NAME(ws) { return ws.map((w) => w.NAME()); }\n}\n",
        *("toUpperCase", "toLowerCase"),
    ),
    "another method of the class": (
        "class T {\n  NAME() { return 1; }\n  run(items) { return items.NAME(); }\n}\n",
        *("pop", "shift"),
    ),
    "super": (
        "class T extends Array {\n  NAME(x) { return super.NAME(x); }\n}\n",
        "push",
        "unshift",
    ),
    "an override of a library's method": (
        "class T extends Array {\n  NAME(x) { return x; }\n}\n",
        *("push", "unshift"),
    ),
    "a getter": ("class T {\n  get NAME() { return this.items.NAME; }\n}\n", "length", "size"),
    "a static method": (
        "class T {\n  static NAME(x) { return Math.NAME(x); }\n}\n",
        "floor",
        "ceil",
    ),
    "a function and a method": ("const NAME = (xs) => xs.NAME();\n", "pop", "shift"),
    "a variable that shadows a library": (
        "class T {\n  NAME(Math) { return Math.NAME(1); }\n}\n",
        *("floor", "ceil"),
    ),
    "keys of an object for a library": (
        "class T {\n  NAME() { return 1; }\n}\n"
        "export const x = Object.defineProperty({}, 'a', { NAME: f });\n",
        *("get", "set"),
    ),
    "an optional chain": (
        "class T {\n  NAME() { return this.items?.NAME(); }\n}\n",
        "pop",
        "shift",
    ),
}

SAME = {
    "this": ("class T {\n  NAME() { return this.NAME(); }\n}\n", "push", "add"),
    "a constructor's result": (
        "class T {\n  NAME() { return 1; }\n}\n"
        "function f() { const t = new T(); return t.NAME(); }\n",
        *("pop", "take"),
    ),
    "a chained constructor": (
        "class T {\n  NAME() { return 1; }\n}\nfunction f() { return new T().NAME(); }\n",
        *("pop", "take"),
    ),
    "a field": (
        "class N {\n  NAME() {}\n}\nclass T {\n  constructor() { this.root = new N(); }\n"
        "  f() { return this.root.NAME(); }\n}\n",
        *("push", "insert"),
    ),
    "a private field": (
        "class N {\n  NAME() {}\n}\nclass T {\n  #root = new N();\n"
        "  f() { return this.#root.NAME(); }\n}\n",
        *("push", "insert"),
    ),
    "a linked list": (
        "class N {\n  constructor(v) { this.v = v; this.NAME = null; }\n}\n"
        "class L {\n  constructor() { this.head = new N(1); }\n"
        "  f() { let n = this.head; while (n.NAME) { n = n.NAME; } return n; }\n}\n",
        *("next", "after"),
    ),
    "another object": (
        "class T {\n  constructor(w) { this.NAME = w; }\n"
        "  same(other) { return this.NAME === other.NAME; }\n}\n",
        *("width", "wide"),
    ),
    "an unknown receiver, a name of no library": (
        "class T {\n  NAME() { return 1; }\n}\nfunction f(t) { return t.NAME(); }\n",
        *("bounce", "jump"),
    ),
    "a static method": (
        "class T {\n  static NAME(x) { return x; }\n}\nfunction f(x) { return T.NAME(x); }\n",
        *("of", "make"),
    ),
    "a method of the student's base": (
        "class A {\n  NAME() { return 1; }\n}\nclass B extends A {\n"
        "  f() { return super.NAME(); }\n}\n",
        *("values", "content"),
    ),
}
