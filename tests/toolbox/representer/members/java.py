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
    "an inherited method without receiver": (
        "import java.util.*;\n"
        "class Names extends ArrayList<String> { void fill(String s) { NAME(s); } "
        "}\nclass Box { void NAME(String s) { } void f(Box b) { b.NAME(null); } }",
        *("add", "remove"),
    ),
    "an inherited field without receiver": (
        "import java.util.*;\n"
        "class Names extends AbstractList<String> { int f() { return NAME; } }\n"
        "class Box { int NAME; }",
        *("modCount", "other"),
    ),
    "an inherited method of a thread": (
        "class Worker extends Thread { void go() { NAME(); } }\n"
        "class Robot { void NAME() { } void f(Robot r) { r.NAME(); } }",
        *("start", "run"),
    ),
    "an inherited method of an exception": (
        "class BankError extends RuntimeException { BankError(String s) { super(s); } "
        'String text() { return NAME(); } }\nclass Mail { String NAME() { return "a"; } }',
        *("getMessage", "getLocalizedMessage"),
    ),
    "a function of a static import": (
        "import static java.lang.Math.*;\n"
        "class A { int f(int a, int b) { return NAME(a, b); } }\n"
        "class B { static int NAME(int a, int b) { return a; } }",
        *("max", "min"),
    ),
    "another function of a static import": (
        "import static java.lang.Math.*;\n"
        "class A { double f(double a, double b) { return NAME(a, b); } }\n"
        "class B { static int NAME(int a, int b) { return a; } }",
        *("hypot", "atan2"),
    ),
    "a constant of a static import": (
        "import static java.lang.Math.*;\n"
        "class A { double f() { return NAME; } }\nclass B { static int NAME = 3; }",
        *("PI", "E"),
    ),
    "a method of every object": (
        "class A { int f() { return NAME(); } }\nclass B { int NAME() { return 1; } }",
        *("hashCode", "size"),
    ),
    "a method of every object that nothing overrides": (
        "class A { void f() { NAME(); } }\nclass B { void NAME() { } }",
        *("notify", "notifyAll"),
    ),
    "a label of a library's enumeration": (
        "import java.time.*;\n"
        "enum Day { NAME }\n"
        "class A { int f(LocalDate d) { switch (d.getDayOfWeek()) { case NAME: return "
        "1; default: return 0; } } Day g() { return Day.NAME; } }",
        *("MONDAY", "TUESDAY"),
    ),
    "a label for a parameter of a library's enumeration": (
        "import java.time.*;\n"
        "enum Day { NAME }\n"
        "class A { int f(DayOfWeek d) { return switch (d) { case NAME -> 1; default -> "
        "0; }; } }",
        *("MONDAY", "TUESDAY"),
    ),
    "a label for a call's result": (
        "import java.time.*;\n"
        "enum Day { NAME }\n"
        "class A { int f(LocalDate d) { return switch (d.plusDays(1).getDayOfWeek()) { "
        "case NAME -> 1; default -> 0; }; } }",
        *("MONDAY", "TUESDAY"),
    ),
    "a constant of a library's enumeration, imported": (
        "import static java.time.DayOfWeek.*;\n"
        "import java.time.*;\n"
        "class Day { enum Own { NAME } }\n"
        "class A { boolean f(LocalDate d) { return d.getDayOfWeek() == NAME; } }",
        *("MONDAY", "TUESDAY"),
    ),
    "a constant of a library's enumeration": (
        "import java.time.*;\n"
        "enum Day { NAME }\n"
        "class A { boolean f(LocalDate d) { return d.getDayOfWeek() == DayOfWeek.NAME; } }",
        *("MONDAY", "TUESDAY"),
    ),
    "a constant of a library's enumeration by its path": (
        "enum DayOfWeek { NAME }\n"
        "class A { boolean f(java.time.LocalDate d) { return d.getDayOfWeek() == "
        "java.time.DayOfWeek.NAME; } }",
        *("MONDAY", "TUESDAY"),
    ),
    "Integer.MAX_VALUE": (
        "class Limits { static final int NAME = 9; }\n"
        "class A { int f() { return Integer.NAME + Limits.NAME; } }",
        *("MAX_VALUE", "MIN_VALUE"),
    ),
    "Integer.MAX_VALUE in class": (
        "class A { static final int NAME = 9; int f() { return Integer.NAME; } }",
        *("MAX_VALUE", "MIN_VALUE"),
    ),
    "Integer path": (
        "class Integer2 { static final int NAME = 9; int f() { return java.lang.Integer.NAME; } }",
        *("MAX_VALUE", "MIN_VALUE"),
    ),
    "method ref": (
        "class A { boolean NAME(double x) { return true; } boolean "
        "f(java.util.stream.DoubleStream s) { return s.anyMatch(Double::NAME); } }",
        *("isNaN", "isInfinite"),
    ),
    "a library's nested type beside one's own": (
        "import java.util.*;\n"
        "class Entry { int NAME() { return 1; } }\n"
        "class A { int f(Map.Entry<Integer, Integer> e) { return e.NAME(); } }",
        *("getKey", "getValue"),
    ),
    "full path beside own": (
        "class List { void NAME(int x) { } }\n"
        "class A { void f(java.util.List<Integer> xs) { xs.NAME(1); } }",
        *("add", "remove"),
    ),
    "new full path beside own": (
        "class Scanner { void NAME() { } }\n"
        "class A { void f() { var x = new java.util.Scanner(System.in); x.NAME(); } }",
        *("nextLine", "nextInt"),
    ),
    "nested own type like library": (
        "import java.util.*;\n"
        "class A { static class Entry { int NAME() { return 1; } } int f(Map<Integer, "
        "Integer> m) { int t = 0; for (Map.Entry<Integer, Integer> e : m.entrySet()) t "
        "+= e.NAME(); return t; } }",
        *("getKey", "getValue"),
    ),
    "date": (
        "import java.time.*;\n"
        "class Clock { int NAME() { return 1; } int f(LocalDateTime t) { return "
        "t.NAME(); } }",
        *("getHour", "getMinute"),
    ),
    "date in a lambda": (
        "import java.time.*;\n"
        "import java.util.*;\n"
        "class Clock { int NAME() { return 1; } int f(List<LocalDate> ts) { return "
        "ts.stream().mapToInt(t -> t.NAME()).sum(); } }",
        *("getDayOfYear", "getDayOfMonth"),
    ),
    "path in lambda": (
        "import java.nio.file.*;\n"
        "import java.util.*;\n"
        'class F { String NAME() { return ""; } Object f(List<Path> ps) { return '
        "ps.stream().map(p -> p.NAME()).toList(); } }",
        *("getFileName", "getParent"),
    ),
    "path of var loop": (
        "import java.nio.file.*;\n"
        "import java.util.*;\n"
        'class F { String NAME() { return ""; } void f(List<Path> ps) { for (var p : '
        "ps) System.out.println(p.NAME()); } }",
        *("toAbsolutePath", "toRealPath"),
    ),
    "fraction": (
        "import java.math.*;\n"
        "class F { int NAME() { return 1; } int f(List<BigDecimal> xs) { return "
        "xs.stream().mapToInt(x -> x.NAME()).sum(); } }",
        *("scale", "precision"),
    ),
    "stats": (
        "import java.util.*;\n"
        "class F { int NAME() { return 1; } Object f(List<IntSummaryStatistics> xs) { "
        "return xs.stream().map(x -> x.NAME()).toList(); } }",
        *("getMin", "getMax"),
    ),
    "array": (
        "class A { int[] NAME() { return null; } int[] f(int[] ys) { return ys.NAME(); } }",
        *("clone", "copy"),
    ),
    "outer class call vs inherited": (
        "import java.util.*;\n"
        "class A { void NAME() { } class B extends ArrayList<Integer> { void f() { "
        "NAME(); } } }",
        *("clear", "trimToSize"),
    ),
    "anonymous class of library": (
        "import java.util.*;\n"
        "class A { Object f(List<Integer> xs) { return new ArrayList<Integer>() { "
        "boolean g() { return NAME(); } }; } }\nclass B { boolean NAME() { return true; } }",
        *("isEmpty", "isBlank"),
    ),
    "string static": (
        "class A { static String NAME(String s) { return s; } String f(String x) { "
        "return String.NAME(x); } }",
        *("format", "valueOf"),
    ),
    "character ref": (
        "class C { boolean NAME(int c) { return true; } long f(String s) { return "
        "s.chars().filter(Character::NAME).count(); } }",
        *("isLetter", "isDigit"),
    ),
    "collectors": (
        "import java.util.stream.*;\n"
        "class C { Object NAME() { return 1; } Object f(Stream<Integer> s) { return "
        "s.collect(Collectors.NAME()); } }",
        *("toList", "toSet"),
    ),
    "static import collectors": (
        "import static java.util.stream.Collectors.*;\n"
        "import java.util.stream.*;\n"
        "class C { Object f(Stream<Integer> s) { return s.collect(NAME()); } }\n"
        "class D { Object NAME() { return 1; } }",
        *("toList", "toSet"),
    ),
    "static import collectors own": (
        "import static java.util.stream.Collectors.counting;\n"
        "import static java.util.stream.Collectors.averagingInt;\n"
        "class C { Object f() { return NAME(); } }\nclass D { Object NAME() { return 1; } }",
        *("counting", "averagingInt"),
    ),
    "field of a library": (
        "class Point { int NAME; int f(java.awt.Point p) { return p.NAME; } }",
        *("x", "y"),
    ),
    "field of a library imported": (
        "import java.awt.Rectangle;\nclass P { int NAME; int f(Rectangle p) { return p.NAME; } }",
        *("width", "height"),
    ),
    "system out": (
        "class P { Object NAME; void f() { System.NAME.println(1); } }",
        *("out", "err"),
    ),
    "method param lambda": (
        "import java.util.*;\n"
        "class P { int NAME() { return 1; } void f(Map<String, List<Integer>> m) { "
        "m.forEach((k, v) -> System.out.println(v.NAME())); } }",
        *("size", "hashCode"),
    ),
    "string builder": (
        "class P { P NAME(int i) { return this; } String f() { StringBuilder b = new "
        "StringBuilder(); b.append(1).NAME(0); return b.toString(); } }",
        *("deleteCharAt", "charAt"),
    ),
    "locale": (
        "class P { static int NAME; String f(String s) { return "
        "s.toLowerCase(java.util.Locale.NAME); } }",
        *("ROOT", "ENGLISH"),
    ),
    "rounding": (
        "import java.math.*;\n"
        "enum R { NAME }\n"
        "class P { BigDecimal f(BigDecimal x) { return x.setScale(2, "
        "RoundingMode.NAME); } }",
        *("HALF_UP", "HALF_EVEN"),
    ),
    "case insensitive": (
        "class P { static int NAME; Object f() { return String.NAME; } }",
        *("CASE_INSENSITIVE_ORDER", "OTHER_ORDER"),
    ),
    "compute": (
        "import java.util.*;\n"
        "class P { Integer NAME(Integer a, Integer b) { return a + b; } void "
        'f(Map<String, Integer> m) { m.merge("a", 1, Math::NAME); } }',
        *("addExact", "subtractExact"),
    ),
    "unit of enum": (
        "import java.time.temporal.*;\n"
        "class P { enum U { NAME } long f(Temporal a, Temporal b) { return "
        "ChronoUnit.NAME.between(a, b); } }",
        *("DAYS", "HOURS"),
    ),
    "own nested beside imported": (
        "import java.util.Map.Entry;\n"
        "class P { int NAME() { return 1; } int f(Entry<Integer, Integer> e) { return "
        "e.NAME(); } }",
        *("getKey", "getValue"),
    ),
    "annotation": (
        "class P { int deprecated; @NAME void f() { } }",
        *("Deprecated", "SafeVarargs"),
    ),
    "exception's": (
        "class P { Object NAME() { return 1; } void f() { try { g(); } catch "
        "(Exception e) { System.out.println(e.NAME()); } } }",
        *("getCause", "getMessage"),
    ),
    "multi catch": (
        "class P { Object NAME() { return 1; } void f() { try { g(); } catch "
        "(IllegalStateException | NumberFormatException e) { "
        "System.out.println(e.NAME()); } } }",
        *("getCause", "getMessage"),
    ),
    "instanceof": (
        "import java.util.*;\n"
        "class P { int NAME() { return 1; } int f(Object o) { return o instanceof "
        "List<?> l ? l.NAME() : 0; } }",
        *("size", "hashCode2"),
    ),
    "functional": (
        "import java.util.function.*;\n"
        "class P { Object NAME(Object o) { return 1; } Object "
        "f(Supplier<Function<Integer, Integer>> s) { return s.get().NAME(1); } }",
        *("andThen", "compose"),
    ),
    "a library's method of elements": (
        "import java.util.*;\n"
        "class A { int NAME() { return 1; } Object f(List<java.net.URI> us) { return "
        "us.stream().map(u -> u.NAME()).toList(); } }",
        *("getHost", "getScheme"),
    ),
    "a library's method of elements of elements": (
        "import java.util.*;\n"
        "class A { int NAME() { return 1; } Object f(List<List<java.net.URI>> us) { "
        "return us.get(0).stream().map(u -> u.NAME()).toList(); } }",
        *("getHost", "getScheme"),
    ),
    "a result of a library's function": (
        "class A { String NAME() { return null; } String f(String s) { var u = "
        "java.net.URI.create(s); return u.NAME(); } }",
        *("getHost", "getScheme"),
    ),
    "a chain of a library": (
        "import java.util.stream.*;\n"
        "class A { int NAME() { return 1; } int f(String s) { return "
        "IntStream.range(0, 3).NAME(); } }",
        *("sum", "count1"),
    ),
    "a default method of an interface": (
        "import java.util.*;\n"
        "class A implements Comparator<String> { public int compare(String a, String "
        "b) { return 1; } Object f() { return NAME(); } }\n"
        "class B { Object NAME() { return 1; } }",
        *("reversed", "reverse1"),
    ),
    "a constructor's this": (
        "class A { int x, y; A(int a, int b) { x = NAME; y = a; } }",
        *("a", "b"),
    ),
    "an overload": (
        "class A { int f(NAME x) { return g(x); } int g(int x) { return 1; } int "
        "g(long x) { return 2; } }",
        *("int", "long"),
    ),
    "a field of an outer class": (
        "class A { int x; class B { int x; int f() { return NAMEx; } } }",
        *("A.this.", "this."),
    ),
    "a static nested call": (
        "class A { static int f() { return 1; } static class B { static int f() { "
        "return 2; } static int g() { return NAMEf(); } } }",
        *("A.", ""),
    ),
    "a text block's indentation": (
        'class A { String s = """\n    a\n  NAMEb\n    """; }',
        *("  ", ""),
    ),
    "a switch that falls through": (
        "class A { int f(int x) { int r = 0; switch (x) { case 1: r = 1; NAME case 2: "
        "r = 2; } return r; } }",
        *("break;", ""),
    ),
    "a label's loop": (
        "class A { void f() { a: for (;;) { for (;;) { break NAME; } } } }",
        *("a", ""),
    ),
    "an instance and a class method": (
        "class A { int NAME() { return 1; } int f(Integer x) { return x.NAME(); } }",
        *("intValue", "byteValue"),
    ),
    "an iterator's element": (
        "import java.util.*;\n"
        "class A { int NAME() { return 1; } int f(Iterator<String> x) { return "
        "x.next().NAME(); } }",
        *("length", "hashCode"),
    ),
    "an optional's value": (
        "import java.util.*;\n"
        "class A { int NAME() { return 1; } int f(Optional<String> x) { return "
        "x.get().NAME(); } }",
        *("length", "hashCode"),
    ),
    "a library's method of a map's value": (
        "import java.util.*;\n"
        "class B { int x; int NAME() { return 1; } }\n"
        "class A { int f(Map<B, String> m, B b) { return m.get(b).NAME(); } }",
        *("length", "hashCode"),
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
    "method": (
        "class A { int NAME(int x) { return x; } int g() { return NAME(1); } }",
        *("add", "plus1"),
    ),
    "method of other class": (
        "class B { int NAME(int x) { return x; } }\nclass A { int g(B b) { return b.NAME(1); } }",
        *("add", "plus1"),
    ),
    "inherited from own": (
        "class B { int NAME(int x) { return x; } }\n"
        "class A extends B { int g() { return NAME(1); } }",
        *("increase", "plus1"),
    ),
    "inherited from own generic": (
        "class B<T> { int NAME(int x) { return x; } }\n"
        "class A extends B<String> { int g() { return NAME(1); } }",
        *("increase", "plus1"),
    ),
    "interface default": (
        "interface B { default int NAME(int x) { return x; } }\n"
        "class A implements B { int g() { return NAME(1); } }",
        *("increase", "plus1"),
    ),
    "interface method renamed": (
        "interface Shape { double NAME(); }\n"
        "class Sq implements Shape { double s; public double NAME() { return s * s; } "
        "}\n"
        "class T { double t(java.util.List<Shape> xs) { double r = 0; for (Shape x : "
        "xs) r += x.NAME(); return r; } }",
        *("area", "surface"),
    ),
    "enum constant": (
        "enum C { NAME, GREEN }\n"
        "class A { int f(C c) { switch (c) { case NAME: return 1; default: return 2; } "
        "} C g() { return C.NAME; } }",
        *("RED", "CRIMSON"),
    ),
    "enum constant arrow": (
        "enum C { NAME, GREEN }\n"
        "class A { int f(C c) { return switch (c) { case NAME -> 1; default -> 2; }; } }",
        *("RED", "CRIMSON"),
    ),
    "enum constant inside": (
        "enum C { NAME, GREEN; C flip() { return this == NAME ? GREEN : NAME; } }",
        *("RED", "CRIMSON"),
    ),
    "outer field from inner": (
        "class A { int NAME; class B { int f() { return NAME; } } }",
        *("total", "sum1"),
    ),
    "outer method from lambda": (
        "class A { int NAME(int x) { return x; } Object f(java.util.List<Integer> xs) "
        "{ return xs.stream().map(x -> NAME(x)).toList(); } }",
        *("twice", "dbl"),
    ),
    "outer method from ref": (
        "class A { int NAME(int x) { return x; } Object f(java.util.List<Integer> xs) "
        "{ return xs.stream().map(this::NAME).toList(); } }",
        *("twice", "dbl"),
    ),
    "outer method from anonymous": (
        "class A { int NAME(int x) { return x; } Runnable f() { return new Runnable() "
        "{ public void run() { NAME(1); } }; } }",
        *("twice", "dbl"),
    ),
    "method of an anonymous own base": (
        "abstract class B { abstract int run(); int NAME() { return 1; } }\n"
        "class A { B f() { return new B() { int run() { return NAME(); } }; } }",
        *("twice", "dbl"),
    ),
    "record accessor": (
        "record P(int NAME, int y) { }\nclass A { int f(P p) { return p.NAME() + p.y(); } }",
        *("x", "left"),
    ),
    "record accessor in lambda": (
        "record P(int NAME, int y) { }\n"
        "class A { Object f(java.util.List<P> ps) { return ps.stream().map(p -> "
        "p.NAME()).toList(); } }",
        *("x", "left"),
    ),
    "record method ref": (
        "record P(int NAME, int y) { }\n"
        "class A { Object f(java.util.List<P> ps) { return "
        "ps.stream().map(P::NAME).toList(); } }",
        *("x", "left"),
    ),
    "static nested": (
        "class A { static class NAME { int v; } NAME f() { return new NAME(); } }",
        *("Node", "Item"),
    ),
    "static method via class": (
        "class A { static int NAME(int x) { return x; } }\n"
        "class B { int f() { return A.NAME(1); } }",
        *("twice", "dbl"),
    ),
    "constant": (
        "class A { private static final int NAME = 3; int f() { return NAME * A.NAME; } }",
        *("LIMIT", "MAX"),
    ),
    "generic parameter": (
        "class A<NAME> { NAME x; NAME get1() { return x; } }",
        *("T", "E"),
    ),
    "generic interface method": (
        "interface F { <NAME> NAME run1(NAME x); }",
        *("T", "E"),
    ),
    "generic method": (
        "class F { static <NAME> NAME run1(NAME x) { return x; } }",
        *("T", "E"),
    ),
    "final in for": (
        "class F { void f(int[] xs) { for (NAMEint x : xs) { System.out.println(x); } } }",
        *("", "final "),
    ),
    "final in try": (
        "class F { void f() throws Exception { try (NAMEjava.io.Reader r = new "
        'java.io.StringReader("")) { r.read(); } } }',
        *("", "final "),
    ),
    "final in catch": (
        "class F { void f() { try { g(); } catch (NAMERuntimeException e) { h(e); } } }",
        *("", "final "),
    ),
    "final in lambda": (
        "class F { java.util.function.BinaryOperator<Integer> f = (NAMEInteger a, "
        "NAMEInteger b) -> a + b; }",
        *("", "final "),
    ),
    "final of a varargs": (
        "class F { int f(NAMEint... xs) { return xs.length; } }",
        *("", "final "),
    ),
    "final of init for": (
        "class F { void f() { for (NAMEint i = 0; ; ) { g(i); } } }",
        *("", "final "),
    ),
    "label": (
        "class F { void f() { NAME: for (;;) { break NAME; } } }",
        *("outer", "loop"),
    ),
    "exception class": (
        "class NAME extends RuntimeException { NAME(String s) { super(s); } }\n"
        'class A { void f() { throw new NAME("x"); } }',
        *("BankError", "AccountError"),
    ),
    "exception's own method": (
        "class E extends RuntimeException { int NAME() { return 1; } }\n"
        "class A { int f(E e) { return e.NAME(); } }",
        *("code1", "number1"),
    ),
    "order of methods": (
        "class A { NAME }",
        *(
            "int f() { return 1; } int g() { return 2; }",
            "int g() { return 2; } int f() { return 1; }",
        ),
    ),
    "nested generic own": (
        "class Node<T> { T NAME; Node<T> next; }\n"
        "class A { Node<String> head; String f() { return head.next.NAME; } }",
        *("value", "datum"),
    ),
    "outer this": (
        "class A { int NAME; class B { int f() { return A.this.NAME; } } }",
        *("total", "sum1"),
    ),
    "qualified inner": (
        "class A { static class NAME { } }\nclass B { A.NAME f() { return new A.NAME(); } }",
        *("Inner", "Part"),
    ),
    "builder": (
        "class B { int x; B NAME(int x) { this.x = x; return this; } }\n"
        "class A { B f() { return new B().NAME(1).NAME(2); } }",
        *("withX", "size1"),
    ),
    "var": (
        "class B { int NAME() { return 1; } }\n"
        "class A { int f() { var b = new B(); return b.NAME(); } }",
        *("count1", "total1"),
    ),
    "static import own": (
        "import static bank.C.*;\nenum C { NAME, GREEN }\nclass A { C f() { return NAME; } }",
        *("RED", "CRIMSON"),
    ),
    "sealed": (
        "sealed interface S permits NAME { }\n"
        "record NAME(int x) implements S { }\n"
        "class A { int f(S s) { return switch (s) { case NAME c -> c.x(); }; } }",
        *("Circle", "Round"),
    ),
    "record pattern type": (
        "sealed interface S permits NAME { }\n"
        "record NAME(int x) implements S { }\n"
        "class A { int f(S s) { return switch (s) { case NAME(int q) -> q; }; } }",
        *("Circle", "Round"),
    ),
    "a method of elements with a library's name": (
        "import java.util.*;\n"
        "record P(int NAME) { }\n"
        "class A { Object f(List<P> ps) { return ps.stream().filter(p -> p.NAME() > "
        "1).map(p -> p.NAME()).toList(); } }",
        *("value", "datum"),
    ),
    "a method of an element": (
        "import java.util.*;\n"
        "record P(int NAME) { }\n"
        "class A { private final List<P> ps = new ArrayList<>(); int f() { return "
        "ps.get(0).NAME(); } }",
        *("value", "datum"),
    ),
    "a method of an array's element": (
        "record P(int NAME) { }\nclass A { int f(P[] ps) { return ps[0].NAME(); } }",
        *("value", "datum"),
    ),
    "a method of sorted elements": (
        "import java.util.*;\n"
        "record P(int NAME) { }\n"
        "class A { void f(List<P> ps) { ps.sort((a, b) -> a.NAME() - b.NAME()); } }",
        *("value", "datum"),
    ),
    "a method of a loop's element": (
        "import java.util.*;\n"
        "record P(int NAME) { }\n"
        "class A { void f(List<P> ps) { for (var p : ps) g(p.NAME()); } }",
        *("value", "datum"),
    ),
    "a method of a map's value": (
        "import java.util.*;\n"
        "class B { int NAME() { return 1; } }\n"
        "class A { private final Map<String, B> m = new HashMap<>(); int f(String s) { "
        "return m.get(s).NAME(); } }",
        *("value", "datum"),
    ),
}
