"""Members of Java programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "class T { private Deque<Integer> items = new ArrayDeque<>(); int NAME() { return "
        "items.NAME(); } }",
        *("pollFirst", "pollLast"),
    ),
    "a field of this": (
        "class T { private List<Integer> items; void NAME(int x) { this.items.NAME(x); } }",
        *("add", "remove"),
    ),
    "breadth first and depth first": (
        "class F { Deque<N> d = new ArrayDeque<>(); N NAME() { return d.NAME(); } }\n"
        "class S { N run() { F f = new F(); return f.NAME(); } }",
        *("pollFirst", "pollLast"),
    ),
    "a parameter": ("class T { String NAME(String s) { return s.NAME(); } }", "strip", "trim"),
    "a variable": (
        "class T { int NAME() { var xs = new Stack<Integer>(); return xs.NAME(); } }",
        *("pop", "peek"),
    ),
    "a literal": ('class T { String NAME() { return "a".NAME(); } }', "toUpperCase", "toLowerCase"),
    "a call's result": (
        "class T { String NAME(String s) { return s.trim().NAME(); } }",
        *("toUpperCase", "toLowerCase"),
    ),
    "a loop's variable": (
        "class T { void NAME(List<String> xs) { for (String x : xs) x.NAME(); } }",
        *("strip", "trim"),
    ),
    "a lambda's parameter": (
        "class T { void NAME(List<String> xs) { xs.forEach(x -> x.NAME()); } }",
        *("strip", "trim"),
    ),
    "a method reference": (
        "class T { Object NAME(Stream<String> xs) { return xs.map(String::NAME); } }",
        *("strip", "trim"),
    ),
    "another method": (
        "class T { int NAME() { return 1; } int run(Stack<Integer> xs) { return xs.NAME(); } }",
        *("pop", "peek"),
    ),
    "super": (
        "class T extends ArrayList<Integer> { boolean NAME(Integer x) { return super.NAME(x); } }",
        *("add", "remove"),
    ),
    "an override without annotation": (
        "class T extends ArrayList<Integer> { boolean NAME(Object x) { return true; } }",
        *("contains", "remove"),
    ),
    "a static method": (
        "class T { static int NAME(int a, int b) { return Math.NAME(a, b); } }",
        "max",
        "min",
    ),
    "a type parameter": (
        "class T<V extends Q> { int NAME(V v) { return v.NAME(); } }",
        "rise",
        "fall",
    ),
    "an unknown receiver": (
        "class T { int NAME(M m) { return m.get().NAME(); } }",
        *("rise", "fall"),
    ),
    "a wrapped variable of another name": (
        "class T { int NAME; T(LocalDate d) { NAME = d.NAME(); } int NAME() { return NAME; } }",
        *("getYear", "getMonthValue"),
    ),
    "an interface of the library": (
        "class T implements Iterator<Integer> { public boolean NAME() { return true; } }",
        *("hasNext", "isEmpty"),
    ),
}

SAME = {
    "this": ("class T { void NAME() { this.NAME(); } }", "push", "enqueue"),
    "no receiver": ("class T { void NAME() { NAME(); } }", "push", "enqueue"),
    "a parameter": (
        "class N { void NAME() {} } class T { void f(N n) { n.NAME(); } }",
        *("push", "enqueue"),
    ),
    "a variable": (
        "class N { void NAME() {} } class T { void f() { var n = new N(); n.NAME(); } }",
        *("push", "enqueue"),
    ),
    "a field": (
        "class N { void NAME() {} } class T { private N n; void f() { n.NAME(); this.n.NAME(); } }",
        *("push", "enqueue"),
    ),
    "a loop's variable": (
        "class N { void NAME() {} } class T { void f(List<N> ns) { for (N n : ns) { n.NAME(); "
        "} } }",
        *("push", "enqueue"),
    ),
    "a method's result": (
        "class N { void NAME() {} N g() { return this; } void f() { g().NAME(); } }",
        *("push", "enqueue"),
    ),
    "a cast": (
        "class N { int NAME; boolean f(Object o) { return ((N) o).NAME == NAME; } }",
        *("length", "size"),
    ),
    "a static method": (
        "class N { static int NAME(int a) { return a; } } class T { int f() { return "
        "N.NAME(1); } }",
        *("max", "top"),
    ),
    "a tree": (
        "class N { N left; int v; void NAME(int x) { if (left == null) left = new N(); else "
        "left.NAME(x); } }",
        *("add", "grow"),
    ),
    "a record": (
        "record P(int NAME, int y) { int f(P other) { return other.NAME() + NAME; } }",
        *("length", "wide"),
    ),
}
