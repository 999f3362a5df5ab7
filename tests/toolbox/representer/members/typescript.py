"""Members of TypeScript programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "class T {\n  private items: number[] = []\n"
        "  NAME(): number { return this.items.NAME()! }\n}\n",
        *("pop", "shift"),
    ),
    "a field's type": (
        "class T {\n  private m: Map<string, number>\n"
        "  NAME(k: string) { return this.m.NAME(k) }\n}\n",
        *("get", "has"),
    ),
    "a parameter": (
        "class T {\n  NAME(s: string) { return s.NAME() }\n}\n",
        "trimStart",
        "trimEnd",
    ),
    "a parameter property": (
        "class T {\n  constructor(private xs: number[]) {}\n"
        "  NAME() { return this.xs.NAME() }\n}\n",
        *("pop", "shift"),
    ),
    "a variable": (
        "class T {\n  NAME() { const xs: Array<number> = f(); return xs.NAME() }\n}\n",
        *("pop", "shift"),
    ),
    "a call's result": (
        "class T {\n  NAME(s: string) { return s.split('').NAME() }\n}\n",
        *("pop", "shift"),
    ),
    "a type parameter": (
        "class T<V extends Q> {\n  NAME(v: V) { return v.NAME() }\n}\n",
        "openIt",
        "shutIt",
    ),
    "another method": (
        "class T {\n  NAME() { return 1 }\n  run(xs: string[]) { return xs.NAME() }\n}\n",
        *("pop", "shift"),
    ),
    "super": (
        "class T extends Array<number> {\n  NAME() { return super.NAME() }\n}\n",
        "pop",
        "shift",
    ),
    "a getter": ("class T {\n  get NAME() { return this.xs.NAME }\n}\n", "length", "size"),
    "a static method": (
        "class T {\n  static NAME(x: number) { return Math.NAME(x) }\n}\n",
        *("floor", "ceil"),
    ),
    "a function and a method": ("const NAME = (xs: number[]) => xs.NAME()\n", "pop", "shift"),
    "an interface's method": (
        "interface I { NAME(): number }\nfunction f(xs: number[]) { return xs.NAME() }\n",
        *("pop", "shift"),
    ),
}

SAME = {
    "this": ("class T {\n  NAME(): void { this.NAME() }\n}\n", "push", "add"),
    "a field's type": (
        "class N {\n  NAME() {}\n}\nclass T {\n  private root: N | null = null\n"
        "  f() { this.root!.NAME() }\n}\n",
        *("push", "insert"),
    ),
    "a parameter": (
        "class N {\n  NAME() {}\n}\nfunction f(n: N) { n.NAME() }\n",
        *("push", "insert"),
    ),
    "a parameter property": (
        "class N {\n  NAME() {}\n}\nclass T {\n  constructor(private n: N) {}\n"
        "  f() { this.n.NAME() }\n}\n",
        *("push", "insert"),
    ),
    "a function's result": (
        "class N {\n  NAME() {}\n}\nfunction g(): N { return h() }\nfunction f() { g().NAME() }\n",
        *("push", "insert"),
    ),
    "an interface": (
        "interface N { NAME: number }\nfunction f(n: N) { return n.NAME }\n",
        *("size", "wide"),
    ),
}
