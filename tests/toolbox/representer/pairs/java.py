"""Pairs of Java programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"class A {{\n  int f(int a, int b, String s) {{\n{body}\n  }}\n}}\n"


def _c(body: str) -> str:
    return f"class A {{\n{body}\n}}\n"


SAME = {
    "steps as statements": (
        "class T { void f(int i) { ++i; for (;; --i) { } } }",
        "class T { void f(int i) { i++; for (;; i--) { } } }",
    ),
    "braces": (
        _f("if (a > 0) return 1; else return 2;"),
        _f("if (a > 0) { return 1; } else { return 2; }"),
    ),
    "else if": (
        _f("if (a > 0) return 1; else if (b > 0) return 2; return 3;"),
        _f("if (a > 0) { return 1; } else { if (b > 0) { return 2; } } return 3;"),
    ),
    "braces of loops": (
        _f("for (int i = 0; i < a; i++) b++; while (a > b) b++; return b;"),
        _f("for (int i = 0; i < a; i++) { b++; } while (a > b) { b++; } return b;"),
    ),
    "stray semicolons": (_f(";a++;;; return a;"), _f("a++; return a;")),
    "hexadecimal numbers": (_f("return 0x1F;"), _f("return 31;")),
    "octal numbers": (_f("return 017;"), _f("return 15;")),
    "underscores": (_f("return 1_000;"), _f("return 1000;")),
    "suffixes": (_c("long a = 1L;"), _c("long a = 1l;")),
    "escapes": (_f(r'return s.indexOf("\u0041\t\101");'), _f('return s.indexOf("A\t\\u0041");')),
    "text blocks": (
        _c('String s = """\n    a\n      "b"\n    """;'),
        _c('String s = "a\\n  \\"b\\"\\n";'),
    ),
    "modifiers": (_c("static private final int x = 1;"), _c("private static final int x = 1;")),
    "comments for javadoc": (_c("/** Says. */ int x;"), _c("int x;")),
    "brackets of a parameter": (
        _c("java.util.function.IntUnaryOperator f = x -> x;"),
        _c("java.util.function.IntUnaryOperator f = (x) -> x;"),
    ),
    "trailing commas": (_c("int[] a = {1, 2,};"), _c("int[] a = {1, 2};")),
    "order of methods": (
        _c("int f() { return 1; }\nint g() { return f(); }"),
        _c("int g() { return f(); }\nint f() { return 1; }"),
    ),
    "methods and fields": (
        _c("int f() { return x; }\nint x;"),
        _c("int x;\nint f() { return x; }"),
    ),
    "order of overloads": (
        _c("int f(int a) { return 1; }\nint f(String a) { return 2; }"),
        _c("int f(String a) { return 2; }\nint f(int a) { return 1; }"),
    ),
    "order of classes": (
        "class A { B b; }\nclass B { int x; }\n",
        "class B { int x; }\nclass A { B b; }\n",
    ),
    "order of imports": (
        "import java.util.List;\nimport java.util.Map;\nclass A { List a; Map b; }\n",
        "import java.util.Map;\nimport java.util.List;\nclass A { List a; Map b; }\n",
    ),
    "names": (
        "class A<T> { private T x; A(T x) { this.x = x; } T get() { return x; } }\n",
        "class B<U> { private U y; B(U z) { this.y = z; } U is() { return y; } }\n".replace(
            "z", "y"
        ),
    ),
    "fields of a parent": (
        "class A { int x; }\nclass B extends A { int f() { return x; } }\n",
        "class A { int y; }\nclass B extends A { int f() { return y; } }\n",
    ),
    "components": (
        "record P(int x) { int f() { return x() + x; } }\n",
        "record P(int y) { int f() { return y() + y; } }\n",
    ),
    "labels": (_f("x: while (true) break x;"), _f("y: while (true) break y;")),
    "what is found to be": (
        "class A { boolean f(Object o) { return o instanceof String s && s.isEmpty(); } }\n",
        "class A { boolean f(Object o) { return o instanceof String t && t.isEmpty(); } }\n",
    ),
    "where brackets of arrays stand": (
        "class C { int a[] = {1}; void f(String s[]) { int x[] = a; } }\n",
        "class C { int[] a = {1}; void f(String[] s) { int[] x = a; } }\n",
    ),
    "a loop without a body": (
        "class C { void f() { for (;;) ; } }\n",
        "class C { void f() { for (;;) {} } }\n",
    ),
}

DIFFERENT = {
    "a method of a library's type two levels up": (
        "class B extends RuntimeException { } class D extends B { public String "
        'getMessage() { return "x"; } } class M { static String f() { try { throw new '
        "D(); } catch (RuntimeException e) { return e.getMessage(); } } }",
        "class B extends RuntimeException { } class D extends B { public String "
        'getText() { return "x"; } } class M { static String f() { try { throw new '
        "D(); } catch (RuntimeException e) { return e.getMessage(); } } }",
    ),
    "a method that a base in the solution inherits, too": (
        "import java.util.*; class B extends AbstractList<Integer> { public int size() "
        "{ return 3; } public Integer get(int i) { return i; } } class D extends B { "
        "public boolean isEmpty() { return true; } } class M { static boolean f() { "
        "List<Integer> l = new D(); return l.isEmpty(); } }",
        "import java.util.*; class B extends AbstractList<Integer> { public int size() "
        "{ return 3; } public Integer get(int i) { return i; } } class D extends B { "
        "public boolean isBlank() { return true; } } class M { static boolean f() { "
        "List<Integer> l = new D(); return l.isEmpty(); } }",
    ),
    "octal escapes of two digits": (
        'class A { String f() { return "\\400"; } }',
        'class A { String f() { return "Ā"; } }',
    ),
    "a member used before a variable of its name": (
        "class A { int a = 1; int b = 5; int f() { int y = a; int a = 2; return y + a; } }",
        "class A { int a = 1; int b = 5; int f() { int y = b; int b = 2; return y + b; } }",
    ),
    "a member where a pattern's variable is unknown": (
        'class A { String a = "p"; String b = "q"; String f(Object o) { if (o '
        "instanceof String a) { return a; } else { return a; } } }",
        'class A { String a = "p"; String b = "q"; String f(Object o) { if (o '
        "instanceof String b) { return b; } else { return b; } } }",
    ),
    "a member after the variable of a pattern": (
        'class A { String a = "p"; String b = "q"; String f(Object o) { if (o '
        'instanceof String a && a.isEmpty()) { return "e"; } return a; } }',
        'class A { String a = "p"; String b = "q"; String f(Object o) { if (o '
        'instanceof String b && b.isEmpty()) { return "e"; } return b; } }',
    ),
    "a member after the variable of a switch": (
        "class A { int a = 1; int b = 5; int f(int n) { switch (n) { case 1: int a = n "
        "* 2; return a; default: break; } return a; } }",
        "class A { int a = 1; int b = 5; int f(int n) { switch (n) { case 1: int b = n "
        "* 2; return b; default: break; } return b; } }",
    ),
    "a member after the pattern of an arm": (
        "class A { int a = 1; int b = 5; int f(Object o) { int n = switch (o) { case "
        "Integer a -> a; default -> 0; }; return n + a; } }",
        "class A { int a = 1; int b = 5; int f(Object o) { int n = switch (o) { case "
        "Integer b -> b; default -> 0; }; return n + b; } }",
    ),
    "a member after a resource": (
        "import java.io.*; class A { Object a = 1; Object b = 5; Object f() { try "
        '(StringReader a = new StringReader("s")) { return a.read(); } catch '
        "(IOException e) { return a; } } }",
        "import java.io.*; class A { Object a = 1; Object b = 5; Object f() { try "
        '(StringReader b = new StringReader("s")) { return b.read(); } catch '
        "(IOException e) { return b; } } }",
    ),
    "a label and a member": (
        "class A { int a = 1; int b = 5; int f(int n) { a: for (int i = 0; i < n; i++) "
        "{ for (int j = 0; j < n; j++) { if (i * j > 9) break a; } } return a; } }",
        "class A { int a = 1; int b = 5; int f(int n) { b: for (int i = 0; i < n; i++) "
        "{ for (int j = 0; j < n; j++) { if (i * j > 9) break b; } } return b; } }",
    ),
    "an inherited member instead of a variable around": (
        "class Base { int a = 5; int g() { return 0; } } class A { int f() { int a = "
        "1; return new Base() { int g() { return a; } }.g(); } }",
        "class Base { int b = 5; int g() { return 0; } } class A { int f() { int a = "
        "1; return new Base() { int g() { return a; } }.g(); } }",
    ),
    "an inherited member in a local class": (
        "class Base { int a = 5; } class A { int f() { int a = 1; class L extends Base "
        "{ int g() { return a; } } return new L().g(); } }",
        "class Base { int b = 5; } class A { int f() { int a = 1; class L extends Base "
        "{ int g() { return a; } } return new L().g(); } }",
    ),
    "types named as their variables": (
        "class A { static class a { int v() { return 1; } } static class b { int v() { "
        "return 2; } } int f() { a a = new a(); return a.v(); } }",
        "class A { static class a { int v() { return 1; } } static class b { int v() { "
        "return 2; } } int f() { b b = new b(); return b.v(); } }",
    ),
    "a constant of an interface instead of a variable": (
        "interface K { int a = 3; } class A { int f() { int a = 4; Object o = new K() "
        '{ public String toString() { return "" + a; } }; return '
        "o.toString().length(); } }",
        "interface K { int b = 3; } class A { int f() { int a = 4; Object o = new K() "
        '{ public String toString() { return "" + a; } }; return '
        "o.toString().length(); } }",
    ),
    "a loop over a member of its variable's name": (
        "class A { int[] a = {1}; int[] b = {5}; int f() { int s = 0; for (int a : a) "
        "s += a; return s; } }",
        "class A { int[] a = {1}; int[] b = {5}; int f() { int s = 0; for (int b : b) "
        "s += b; return s; } }",
    ),
    "a member in a lambda before the variable": (
        "class A { int a = 1, b = 5; int f() { java.util.function.IntSupplier g = () "
        "-> a; int a = 2; return g.getAsInt() + a; } }",
        "class A { int a = 1, b = 5; int f() { java.util.function.IntSupplier g = () "
        "-> b; int b = 2; return g.getAsInt() + b; } }",
    ),
    "a member before the pattern of its name": (
        'class A { Object a = 1, b = "q"; boolean f(Object o) { return a != null && '
        "a.equals(1) && o instanceof Integer a; } }",
        'class A { Object a = 1, b = "q"; boolean f(Object o) { return b != null && '
        "b.equals(1) && o instanceof Integer b; } }",
    ),
    "an own Object": (
        "class Object { int x; }\nclass A extends Object { }\n",
        "class Object { int x; }\nclass A { }\n",
    ),
    "which step": (
        "class T { void f(int i) { ++i; } }",
        "class T { void f(int i) { --i; } }",
    ),
    "a step's value as an argument": (
        "class T { void f(int i) { g(++i); } }",
        "class T { void f(int i) { g(i++); } }",
    ),
    "int and long": (_c("int x = 1;"), _c("long x = 1;")),
    "numbers of other types": (_c("var x = 1;"), _c("var x = 1L;")),
    "float and double": (_c("var x = 1.0f;"), _c("var x = 1.0;")),
    "a character and a string": (_c("Object x = 'a';"), _c('Object x = "a";')),
    "a character and a number": (_c("int x = 'a';"), _c("int x = 97;")),
    "dimensions": (_c("int[] x;"), _c("int[][] x;")),
    "steps": (_f("return a++;"), _f("return ++a;")),
    "shifts": (_f("return a >> b;"), _f("return a >>> b;")),
    "ands": (_f("return a & b;"), _f("return a && b;")),
    "same and equal": (_f("return s == s ? 1 : 0;"), _f("return s.equals(s) ? 1 : 0;")),
    "for and while": (_f("for (; a < b; ) a++; return a;"), _f("while (a < b) a++; return a;")),
    "parts of a for": (_f("for (; a < b; ) {} return a;"), _f("for (;; a++) {} return a;")),
    "condition and step": (
        _c("void f(boolean a) { for (;a;) {} }"),
        _c("void f(boolean a) { for (;;f(a)) {} }"),
    ),
    "do and while": (_f("do a++; while (a < b); return a;"), _f("while (a < b) a++; return a;")),
    "private": (_c("private int x;"), _c("public int x;")),
    "static": (_c("static int x;"), _c("int x;")),
    "order of fields": (_c("int x = f(1);\nint y = f(2);"), _c("int y = f(2);\nint x = f(1);")),
    "library methods": (_f("return s.length();"), _f("return s.hashCode();")),
    "methods called like one's own variables": (
        _f("int size = s.size(); return size;"),
        _f("int hash = s.hash(); return hash;"),
    ),
    "library classes": (_f("return Math.max(a, b);"), _f("return Math.min(a, b);")),
    "a library's method beside one's own of its name": (
        _c("int max(int a) { return Math.max(a, 1); }"),
        _c("int min(int a) { return Math.min(a, 1); }"),
    ),
    "imports": (
        "import java.util.List;\nclass A { List a; }\n",
        "import java.awt.List;\nclass A { List a; }\n",
    ),
    "methods that the library calls": (
        _c('public String toString() { return ""; }'),
        _c('public String text() { return ""; }'),
    ),
    "what is overridden": (
        _c("@Override public void run() {}"),
        _c("@Override public void close() {}"),
    ),
    "constructors": (_c("A() {}"), _c("void f() {}")),
    "type arguments": (_c("java.util.List<String> x;"), _c("java.util.List<Integer> x;")),
    "wildcards": (_c("java.util.List<? super A> x;"), _c("java.util.List<? extends A> x;")),
    "casts": (_f("return (int) 1.5f;"), _f("return (short) 1.5f;")),
    "a switch that falls through": (
        _f("switch (a) { case 1: b++; case 2: b--; } return b;"),
        _f("switch (a) { case 1: b++; break; case 2: b--; } return b;"),
    ),
    "arrows": (
        _f("switch (a) { case 1: b++; } return b;"),
        _f("switch (a) { case 1 -> b++; } return b;"),
    ),
    "exceptions": (
        _f("try { return a; } catch (Error e) { return b; }"),
        _f("try { return a; } catch (Exception e) { return b; }"),
    ),
    "what is thrown": (_f('throw new Error("a");'), _f('throw new Error("b");')),
    "method references": (
        _c("java.util.function.Function<String, Integer> f = Integer::parseInt;"),
        _c("java.util.function.Function<String, Integer> f = Integer::valueOf;"),
    ),
    "order of constants": ("enum A { X, Y }\n", "enum A { Y(), X }\n"),
    "argument order": (_f("return Math.floorMod(a, b);"), _f("return Math.floorMod(b, a);")),
    "which name": (_f("int c = a; int d = b; return c;"), _f("int c = a; int d = b; return d;")),
    "precedence": (_f("return (a + b) * a;"), _f("return a + b * a;")),
    "a field and a variable": (
        _c("int x; void f(int y) { x = y; }"),
        _c("int x; void f(int x) { x = x; }"),
    ),
    "annotations": (_c("@Deprecated int x;"), _c("int x;")),
    "this and that": (_c("A f(A o) { return this; }"), _c("A f(A o) { return o; }")),
    "brackets of one of several": ("class C { int a[], b; }\n", "class C { int[] a, b; }\n"),
    "constants that are asked for in a text": (
        'enum A { RED; static A f() { return valueOf("RED"); } }\n',
        'enum A { BLUE; static A f() { return valueOf("RED"); } }\n',
    ),
}
