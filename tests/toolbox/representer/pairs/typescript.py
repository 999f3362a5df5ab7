"""Pairs of TypeScript programs that say the same, and pairs that only look alike."""

from tests.toolbox.representer.pairs import javascript


def _f(body: str) -> str:
    return f"export function f(a: number, b: number, s: string): number {{\n{body}\n}}\n"


SAME = {
    "steps as statements": (
        "let i = 0;\n++i;\nfor (;; --i) g();",
        "let i = 0;\ni++;\nfor (;; i--) g();",
    ),
    "braces": (
        _f("if (a) return 1; else return 2;"),
        _f("if (a) { return 1; } else { return 2; }"),
    ),
    "quotes": (_f("return s.indexOf('a');"), _f('return s.indexOf("a");')),
    "semicolons": (_f("a++;;\nreturn a;"), _f("a++\nreturn a")),
    "separators of members": (
        "interface I { a: string; b: number }\nlet x: I;\n",
        "interface I { a: string, b: number, }\nlet x: I;\n",
    ),
    "exponents": (_f("return 1e3;"), _f("return 1000;")),
    "names of types": (
        "type T = string;\nexport const f = (x: T): T => x;\n",
        "type U = string;\nexport const f = (y: U): U => y;\n",
    ),
    "type parameters": (
        "export const f = <T,>(x: T): T => x;\n",
        "export const f = <U,>(x: U): U => x;\n",
    ),
    "members": (
        "export class A { private x = 1; get(): number { return this.x; } }\n",
        "export class A { private y = 1; get(): number { return this.y; } }\n",
    ),
    "properties of a constructor": (
        "export class A { constructor(private x: number) {} get() { return this.x; } }\n",
        "export class A { constructor(private y: number) {} get() { return this.y; } }\n",
    ),
    "members of an interface": (
        "interface I { x: number }\nexport const f = (i: I) => i.x;\n",
        "interface I { y: number }\nexport const f = (i: I) => i.y;\n",
    ),
    "order of functions": (
        "function f(): number { return 1; }\nfunction g(): number { return f(); }\ng();\n",
        "function g(): number { return f(); }\nfunction f(): number { return 1; }\ng();\n",
    ),
    "functions and constants": (
        "const x = 1;\nexport function f() { return x; }\n",
        "export function f() { return x; }\nconst x = 1;\n",
    ),
    "order of types": (
        "type A = string;\ninterface B { a: A }\nlet b: B;\n",
        "interface B { a: A }\ntype A = string;\nlet b: B;\n",
    ),
    "members of an enumeration": (
        "enum E { A, B }\nexport const e = E.A;\n",
        "enum E { C, D }\nexport const e = E.C;\n",
    ),
    "a semicolon behind return": (
        "function f(): void { return; }\n",
        "function f(): void { return }\n",
    ),
    "parentheses around a type": ("type A = (string);\n", "type A = string;\n"),
}

DIFFERENT = {
    "an own Array": (
        "class Array<T> { x: T }\nconst f = (a: Array<number>) => a;\n",
        "class Array<T> { x: T }\nconst f = (a: number[]) => a;\n",
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
    "a chain that is not null": (_f("return (a?.b)!.c;"), _f("return a?.b!.c;")),
    "types": (_f("let c: number = a; return c;"), _f("let c: any = a; return c;")),
    "a type and none": (_f("let c: number = a; return c;"), _f("let c = a; return c;")),
    "results": ("export const f = (): void => {};\n", "export const f = (): unknown => {};\n"),
    "optional": ("export const f = (a?: number) => a;\n", "export const f = (a: number) => a;\n"),
    "optional members": ("interface I { a?: string }\n", "interface I { a: string }\n"),
    "read-only": ("class A { readonly x = 1 }\n", "class A { x = 1 }\n"),
    "access": ("class A { private x = 1 }\n", "class A { protected x = 1 }\n"),
    "assertions": (_f("return s as any;"), _f("return s as unknown;")),
    "not null": (_f("return a!;"), _f("return a;")),
    "constants": ("const x = [1] as const;\n", "const x = [1];\n"),
    "unions and intersections": ("type T = A | B;\n", "type T = A & B;\n"),
    "literal types": ("type T = 'a';\n", "type T = 'b';\n"),
    "arrays": ("type T = string[];\n", "type T = string[][];\n"),
    "tuples": ("type T = [string, number];\n", "type T = [number, string];\n"),
    "aliases and interfaces": ("type T = { a: string }\n", "interface T { a: string }\n"),
    "imports of types": ("import type { A } from 'a';\n", "import { A } from 'a';\n"),
    "library types": ("let a: Map<string, number>;\n", "let a: Set<string, number>;\n"),
    "order of an enumeration": ("enum E { A = 'x', B = 'y' }\n", "enum E { A = 'y', B = 'x' }\n"),
    "const enumerations": ("const enum E { A }\n", "enum E { A }\n"),
    "keyof and typeof": ("type T = keyof A;\n", "type T = typeof A;\n"),
    "conditions": ("type T<A> = A extends B ? C : D;\n", "type T<A> = A extends B ? D : C;\n"),
    "exported classes": ("export class A {}\n", "export class B {}\n"),
    "exported types": ("export type A = string;\n", "export type B = string;\n"),
    "abstract": ("abstract class A {}\n", "class A {}\n"),
    "implements": ("class A implements B {}\n", "class A extends B {}\n"),
    "members of a library": (_f("return s.length;"), _f("return s.size;")),
    "argument order": (_f("return Math.pow(a, b);"), _f("return Math.pow(b, a);")),
    "assertion functions": (
        "function f(a: any): asserts a is string {}\n",
        "function f(a: any): a is string {}\n",
    ),
    "parentheses within a type": (
        "type A = (string | number)[];\n",
        "type A = string | number[];\n",
    ),
    "members that are asked for by another name": (
        "enum A { Red } f(A['Red'])\n",
        "enum A { Blue } f(A['Red'])\n",
    ),
    **javascript.IN_BOTH,
}
