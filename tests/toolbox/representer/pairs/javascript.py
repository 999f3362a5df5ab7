"""Pairs of JavaScript programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"export function f(a, b, s) {{\n{body}\n}}\n"


SAME = {
    "strict mode before an exported constant": (
        "'use strict';\nexport const a = 1;\n",
        "export const a = 1;\n",
    ),
    "a line end after a bare return": (
        "function f(a) {\n  if (a)\n    return // nothing\n  g();\n}\n",
        "function f(a) {\n  if (a) {\n    return;\n  }\n  g();\n}\n",
    ),
    "steps as statements": (
        "let i = 0;\n++i;\nfor (;; --i) g();",
        "let i = 0;\ni++;\nfor (;; i--) g();",
    ),
    "parentheses around a whole chain": (_f("return (a?.b.c);"), _f("return a?.b.c;")),
    "parentheses before a link": (_f("return (a.b).c + (s)[0];"), _f("return a.b.c + s[0];")),
    "parentheses around an index": (_f("return s[(a?.b)];"), _f("return s[a?.b];")),
    "letters that mean nothing": (_f(r"return '\a\q';"), _f("return 'aq';")),
    "quotes": (_f("return 'a\"';"), _f('return "a\\"";')),
    "a template with nothing in it": (_f("return `a`;"), _f("return 'a';")),
    "escapes": (_f(r"return '\x41\u{42}\u0043';"), _f("return 'ABC';")),
    "exponents": (_f("return 1e9;"), _f("return 1000000000;")),
    "hexadecimal numbers": (_f("return 0xFF;"), _f("return 255;")),
    "underscores": (_f("return 1_000;"), _f("return 1000;")),
    "a point": (_f("return 1.0;"), _f("return 1;")),
    "semicolons": (_f("a();;\nreturn b;"), _f("a()\nreturn b")),
    "a semicolon behind a function": ("function f() {};\nf()\n", "function f() {}\nf()\n"),
    "trailing commas": (_f("return [a, b,];"), _f("return [a, b];")),
    "brackets of a parameter": (_f("return s.map(x => x);"), _f("return s.map((x) => x);")),
    "parentheses": (_f("return ((a) + (b));"), _f("return a + b;")),
    "quoted keys": (_f("return {'k': 1};"), _f("return {k: 1};")),
    "short keys": (_f("return {a};"), _f("return {a: a};")),
    "short keys renamed": (
        "export const f = (x) => ({k: x});\n",
        "export const f = (k) => ({k});\n",
    ),
    "short patterns": (_f("const {k} = a; return k;"), _f("const {k: c} = a; return c;")),
    "short patterns with defaults": (
        _f("const {k = 1} = a; return k;"),
        _f("const {k: c = 1} = a; return c;"),
    ),
    "new without arguments": (_f("return new Set;"), _f("return new Set();")),
    "labels": (
        _f("x: for (;;) { break x; }"),
        _f("outer: for (;;) { break outer; }"),
    ),
    "private names": (
        "export class A { #p = 1; get() { return this.#p; } }\n",
        "export class A { #q = 1; get() { return this.#q; } }\n",
    ),
    "order of imports": (
        "import a from 'a';\nimport {b} from 'b';\na(b);\n",
        "import {b} from 'b';\nimport a from 'a';\na(b);\n",
    ),
    "order of functions": (
        "function f() { return 1; }\nfunction g() { return f() + 2; }\ng();\n",
        "function g() { return f() + 2; }\nfunction f() { return 1; }\ng();\n",
    ),
    "order of functions that have names": (
        "export const f = () => 1;\nexport const g = (x) => x;\n",
        "export const g = (x) => x;\nexport const f = () => 1;\n",
    ),
    "a caught error": (_f("try { a() } catch (e) { b(e) }"), _f("try { a() } catch (x) { b(x) }")),
    "names that look like placeholders": (
        _f("const PLACEHOLDER_9 = a; return PLACEHOLDER_9;"),
        _f("const c = a; return c;"),
    ),
    "a shebang": ("#!/usr/bin/env node\nf();\n", "f();\n"),
    "a semicolon behind return": ("function f() { return; }\n", "function f() { return }\n"),
    "a semicolon behind break": ("for (;;) { break; }\n", "for (;;) { break }\n"),
    "members in brackets": ("f(a['name'], b?.['x'])\n", "f(a.name, b?.x)\n"),
    "members in brackets, renamed": (
        "class A { g() { return this['x'] } constructor() { this.x = 1 } }\n",
        "class A { g() { return this.y } constructor() { this.y = 1 } }\n",
    ),
}

# DIFFERENT in TypeScript, too.
IN_BOTH = {
    "a length of ours that may be a text": (
        (
            "export class R { constructor(length) { this.length = length; } next() "
            "{ let n = this.length; n += 1; return n; } }"
        ),
        (
            "export class R { constructor(length) { this.length = length; } next() "
            "{ let n = this.length; n++; return n; } }"
        ),
    ),
    "raw texts for a function": (
        ("export const f = () => String.raw`\\n`;"),
        ("export const f = () => String.raw`\n`;"),
    ),
    "methods of a type of a library": (
        (
            "import { Component } from 'react';\n"
            "export class E extends Component { componentDidMount() { g(); } }"
        ),
        (
            "import { Component } from 'react';\n"
            "export class E extends Component { componentWillUnmount() { g(); } }"
        ),
    ),
    "methods of an object that may be Math": (
        (
            "export class A { constructor(lib) { this.lib = lib; } floor() { return"
            " 1; } ceil() { return 2; } f(x) { return this.lib.floor(x); } }\n"
            "new A(Math);"
        ),
        (
            "export class A { constructor(lib) { this.lib = lib; } ceil() { return "
            "1; } floor() { return 2; } f(x) { return this.lib.ceil(x); } }\n"
            "new A(Math);"
        ),
    ),
    "methods whose order is read": (
        (
            "export class A { b() { return 1; } a() { return 2; } }\n"
            "export const n = Object.getOwnPropertyNames(A.prototype);"
        ),
        (
            "export class A { a() { return 2; } b() { return 1; } }\n"
            "export const n = Object.getOwnPropertyNames(A.prototype);"
        ),
    ),
    "functions whose names are read": (
        (
            "const add = (a, b) => a + b;\n"
            "const sub = (a, b) => a - b;\n"
            "const R = {};\n"
            "for (const h of [add, sub]) R[h.name] = h;\n"
            "export const run = (n, a, b) => R[n](a, b);"
        ),
        (
            "const sub = (a, b) => a + b;\n"
            "const add = (a, b) => a - b;\n"
            "const R = {};\n"
            "for (const h of [sub, add]) R[h.name] = h;\n"
            "export const run = (n, a, b) => R[n](a, b);"
        ),
    ),
    "classes whose names are read": (
        (
            "class Cat {}\n"
            "class Dog {}\n"
            "const T = { Cat: 1, Dog: 2 };\n"
            "export const f = (a) => T[a.constructor.name];\n"
            "export const x = f(new Cat());"
        ),
        (
            "class Dog {}\n"
            "class Cat {}\n"
            "const T = { Cat: 1, Dog: 2 };\n"
            "export const f = (a) => T[a.constructor.name];\n"
            "export const x = f(new Dog());"
        ),
    ),
    "members that a loop lists": (
        (
            "export class A { constructor() { this.a = 1; this.b = 2; } f() { for ("
            "const k in this) return k; } }"
        ),
        (
            "export class A { constructor() { this.b = 1; this.a = 2; } f() { for ("
            "const k in this) return k; } }"
        ),
    ),
    "members that are copied": (
        (
            "class A { constructor() { this.a = 1; this.b = 2; } }\n"
            "export const f = () => ({ ...new A() });"
        ),
        (
            "class A { constructor() { this.b = 1; this.a = 2; } }\n"
            "export const f = () => ({ ...new A() });"
        ),
    ),
    "members of an unknown object that are listed": (
        (
            "class A { constructor() { this.a = 1; this.b = 2; } }\n"
            "export const f = (o) => Object.keys(o)[0];\n"
            "f(new A());"
        ),
        (
            "class A { constructor() { this.b = 1; this.a = 2; } }\n"
            "export const f = (o) => Object.keys(o)[0];\n"
            "f(new A());"
        ),
    ),
    "members that are looked for by name": (
        (
            "class A { constructor() { this.a = 1; this.b = 2; } }\n"
            "export const f = (k) => k in new A();\n"
        ),
        (
            "class A { constructor() { this.b = 1; this.c = 2; } }\n"
            "export const f = (k) => k in new A();\n"
        ),
    ),
    "members that are asked for": (
        (
            "class A { constructor() { this.a = 1; this.b = 2; } }\n"
            "const x = new A();\n"
            "export const f = (k) => x.hasOwnProperty(k);\n"
        ),
        (
            "class A { constructor() { this.b = 1; this.c = 2; } }\n"
            "const x = new A();\n"
            "export const f = (k) => x.hasOwnProperty(k);\n"
        ),
    ),
    "members that are printed": (
        (
            "class A { constructor() { this.a = 1; this.b = 2; } }\n"
            "export const f = () => console.log(new A());\n"
        ),
        (
            "class A { constructor() { this.b = 1; this.c = 2; } }\n"
            "export const f = () => console.log(new A());\n"
        ),
    ),
}

DIFFERENT = {
    "an own undefined": (
        "export function f(undefined) {\n  let x = undefined;\n  return x;\n}\n",
        "export function f(undefined) {\n  let x;\n  return x;\n}\n",
    ),
    "a line end after return": (
        "function f(a) {\n  return\n  [a];\n}\n",
        "function f(a) {\n  return [a];\n}\n",
    ),
    "a line end after yield": (
        "function* f(a) {\n  yield\n  `a`;\n}\n",
        "function* f(a) {\n  yield `a`;\n}\n",
    ),
    "a step's value as an argument": (
        "let i = 0;\ng(++i);",
        "let i = 0;\ng(i++);",
    ),
    "which step": (
        "let i = 0;\n++i;",
        "let i = 0;\n--i;",
    ),
    "a chain and one that ended": (_f("return (a?.b).c;"), _f("return a?.b.c;")),
    "a call in a chain and one after it": (_f("return (a?.b)();"), _f("return a?.b();")),
    "an index in a chain and one after it": (_f("return (a?.b)[0];"), _f("return a?.b[0];")),
    "a chain that ended long before": (_f("return (a?.b.c.d()).e;"), _f("return a?.b.c.d().e;")),
    "a template and a string": (_f("return `${a}`;"), _f("return '${a}';")),
    "holes": (_f("return [1,,2];"), _f("return [1,2];")),
    "where holes are": (_f("return [,1];"), _f("return [1,,];")),
    "parts of a for": (_f("for (;a;) {}"), _f("for (;;a) {}")),
    "big numbers": (_f("return 1n;"), _f("return 1;")),
    "numbers too large to be exact": (
        _f("return 9007199254740993;"),
        _f("return 9007199254740991;"),
    ),
    "equality": (_f("return a == b;"), _f("return a === b;")),
    "constants": (_f("const c = a; return c;"), _f("let c = a; return c;")),
    "var and let": (_f("var c = a; return c;"), _f("let c = a; return c;")),
    "for in and for of": (_f("for (const x in s) a(x);"), _f("for (const x of s) a(x);")),
    "a function and an arrow": (
        "export const f = function () { return this; };\n",
        "export const f = () => { return this; };\n",
    ),
    "a body and an expression": ("export const f = () => ({});\n", "export const f = () => {};\n"),
    "steps": (_f("return a++;"), _f("return ++a;")),
    "optional": (_f("return a?.b;"), _f("return a.b;")),
    "nothing and false": (_f("return a ?? b;"), _f("return a || b;")),
    "library members": (_f("return s.toUpperCase();"), _f("return s.toLowerCase();")),
    "members called like one's own variables": (
        _f("const first = s.first; return first;"),
        _f("const last = s.last; return last;"),
    ),
    "computed members": (_f("return s[a];"), _f("return s.a;")),
    "keys": (_f("return {k: 1};"), _f("return {l: 1};")),
    "computed keys": (_f("return {[a]: 1};"), _f("return {a: 1};")),
    "library functions": (_f("return parseInt(a);"), _f("return parseFloat(a);")),
    "time zones": (_f("a.setSeconds(1);"), _f("a.setUTCSeconds(1);")),
    "flags": (_f("return /a/g;"), _f("return /a/i;")),
    "regular expressions": (_f(r"return /\d/;"), _f(r"return /\w/;")),
    "exported names": ("export const f = 1;\n", "export const g = 1;\n"),
    "names in an export": ("const f = 1;\nexport { f };\n", "const g = 1;\nexport { g };\n"),
    "exported under another name": (
        "const f = 1;\nexport { f as a };\n",
        "const f = 1;\nexport { f as b };\n",
    ),
    "default export": ("export default function f() {}\n", "export function f() {}\n"),
    "imported names": ("import {a} from 'x';\na();\n", "import {b} from 'x';\nb();\n"),
    "order of imports for effect": (
        "import 'a';\nimport 'b';\n",
        "import 'b';\nimport 'a';\n",
    ),
    "static": ("class A { static m() {} }\n", "class A { m() {} }\n"),
    "getters": ("class A { get m() { return 1; } }\n", "class A { m() { return 1; } }\n"),
    "async": (_f("return async () => a;"), _f("return () => a;")),
    "await": ("async function f(a) { return await a; }\n", "async function f(a) { return a; }\n"),
    "delegation": ("function* f(a) { yield* a; }\n", "function* f(a) { yield a; }\n"),
    "spread": (_f("return g(...a);"), _f("return g(a);")),
    "order of statements": (_f("a(); b();"), _f("b(); a();")),
    "argument order": (_f("return g(a, b);"), _f("return g(b, a);")),
    "parameter order": (
        "export const f = (a, b) => a - b;\n",
        "export const f = (b, a) => a - b;\n",
    ),
    "a comma": (_f("return (a, b);"), _f("return [a, b];")),
    "strictness": ("'use strict';\nf();\n", "f();\n"),
    "who is deleted": (_f("delete a.b;"), _f("delete a.c;")),
    "a string that looks like a placeholder": (
        "const f = () => 'PLACEHOLDER_1';\n",
        "const f = () => f;\n",
    ),
    "a name that looks like a placeholder": (
        "const f = () => PLACEHOLDER_1;\n",
        "const f = () => f;\n",
    ),
    "fall through": (
        _f("switch (a) { case 1: b(); case 2: s(); }"),
        _f("switch (a) { case 1: b(); break; case 2: s(); }"),
    ),
    "precedence": (_f("return (a + b) * s;"), _f("return a + b * s;")),
    "a member and a text with more in it": ("f(a['b-c'])\n", "f(a.b - c)\n"),
    "a member and a variable in brackets": ("f(a['b'])\n", "f(a[b])\n"),
    **IN_BOTH,
}
