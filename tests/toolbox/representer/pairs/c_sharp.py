"""Pairs of C# programs that say the same, and pairs that only look alike."""


def _class(members: str) -> str:
    return f"class C {{ {members} }}\n"


def _f(body: str) -> str:
    return _class(f"int F(int a, int b, string s) {{ {body} }}")


SAME = {
    "a name that is a word of queries": (
        "class A { int F(int step) { return step * 2; } }\n",
        "class A { int F(int by) { return by * 2; } }\n",
    ),
    "an operator as an expression": (
        "class A { public static A operator +(A a, A b) => new A(a, b); }\n",
        "class A { public static A operator +(A a, A b) { return new A(a, b); } }\n",
    ),
    "an indexer's accessor as an expression": (
        "class A { public int this[int i] { get { return i * 2; } } }\n",
        "class A { public int this[int i] { get => i * 2; } }\n",
    ),
    "an expression body": (
        "class T { int F(int a) => a + 1; }",
        "class T { int F(int a) { return a + 1; } }",
    ),
    "an expression body without a result": (
        "class T { void F(int a) => G(a); }",
        "class T { void F(int a) { G(a); } }",
    ),
    "an expression body of a local function": (
        "class T { int F() { int G(int a) => a; return G(1); } }",
        "class T { int F() { int G(int a) { return a; } return G(1); } }",
    ),
    "private members": (
        "class T { private int x; private int F() { return 1; } private T() { } private int P "
        "{ get; } }",
        "class T { int x; int F() { return 1; } T() { } int P { get; } }",
    ),
    "redundant parentheses": (_f("return (a + (b));"), _f("return a + b;")),
    "braces around one statement": (
        _f("if (a > b) { a = 1; } return a;"),
        _f("if (a > b) a = 1; return a;"),
    ),
    "braces after else": (
        _f("if (a > b) a = 1; else { if (b > 1) a = 2; } return a;"),
        _f("if (a > b) a = 1; else if (b > 1) a = 2; return a;"),
    ),
    "stray semicolons": (_f("a = 1;; return a;"), _f("a = 1; return a;")),
    "hexadecimal numbers": (_f("return 0xFF;"), _f("return 255;")),
    "underscores": (_f("return 1_000;"), _f("return 1000;")),
    "spelling of a decimal's suffix": (_f("return G(1.5M);"), _f("return G(1.5m);")),
    "verbatim strings": (_f('return G(@"a\\b""c");'), _f(r'return G("a\\b\"c");')),
    "escapes": (_f(r'return G("\u0041\t");'), _f(r'return G("A\u0009");')),
    "escapes of characters": (_f(r"return G('\u0041');"), _f("return G('A');")),
    "the order of imports": (
        "using System;\nusing System.Linq;\n",
        "using System.Linq;\nusing System;\n",
    ),
    "the order of methods": (
        _class("int F(int a) { return G(a, 1); } int G(int a, int b) { return a; }"),
        _class("int G(int a, int b) { return a; } int F(int a) { return G(a, 1); }"),
    ),
    "the order of modifiers": (
        _class("public static int F() => 1;"),
        _class("static public int F() => 1;"),
    ),
    "names of types": (
        "class A { } class B { A F(A x) { return new A(); } }",
        "class D { } class B { D F(D y) { return new D(); } }",
    ),
    "names in strings": (_f('var x = 1; return G($"{x}");'), _f('var y = 1; return G($"{y}");')),
    "names in patterns": (
        _f("return G(s is string t ? t : null);"),
        _f("return G(s is string u ? u : null);"),
    ),
    "comments of documentation": ("/// <summary>x</summary>\nclass C { }", "class C { }"),
    "regions": ("#region a\nclass C { }\n#endregion\n", "class C { }\n"),
    "trailing commas": (_f("return G(new[] { 1, 2, });"), _f("return G(new[] { 1, 2 });")),
    "parentheses of one parameter": (_f("return G((x) => x);"), _f("return G(x => x);")),
}

DIFFERENT = {
    "an own function for a library's type": (
        "using System.Linq; using System; using System.Collections.Generic; static "
        "class E { public static int First(this List<int> l) => 7; } class A { int "
        "F(List<int> l) => l.First(); }",
        "using System.Linq; using System; using System.Collections.Generic; static "
        "class E { public static int Fast(this List<int> l) => 7; } class A { int "
        "F(List<int> l) => l.First(); }",
    ),
    "an own Object": (
        "class Object { } class A : Object { }",
        "class Object { } class A { }",
    ),
    "the smallest integer in hexadecimal digits": (
        "class M { static string F() { return (-0x80000000).GetType().Name; } }",
        "class M { static string F() { return (-2147483648).GetType().Name; } }",
    ),
    "which method adds elements": (
        "using System.Collections; class Bag : IEnumerable { public int S; public void "
        "Add(int x) { S += x; } public void Put(int x) { S -= x; } public IEnumerator "
        "GetEnumerator() { yield break; } } class M { static int F() { return new Bag "
        "{ 1, 2 }.S; } }",
        "using System.Collections; class Bag : IEnumerable { public int S; public void "
        "Put(int x) { S += x; } public void Add(int x) { S -= x; } public IEnumerator "
        "GetEnumerator() { yield break; } } class M { static int F() { return new Bag "
        "{ 1, 2 }.S; } }",
    ),
    "which method lists elements": (
        "using System.Collections.Generic; class Bag { public IEnumerator<int> "
        "GetEnumerator() { yield return 1; } public IEnumerator<int> Backwards() { "
        "yield return 2; } } class M { static int F() { foreach (var x in new Bag()) "
        "return x; return 0; } }",
        "using System.Collections.Generic; class Bag { public IEnumerator<int> "
        "Backwards() { yield return 1; } public IEnumerator<int> GetEnumerator() { "
        "yield return 2; } } class M { static int F() { foreach (var x in new Bag()) "
        "return x; return 0; } }",
    ),
    "which method takes a value apart": (
        "class P { public void Deconstruct(out int a, out int b) { a = 1; b = 2; } "
        "public void Split(out int a, out int b) { a = 3; b = 4; } } class M { static "
        "int F() { var (x, y) = new P(); return x * 10 + y; } }",
        "class P { public void Split(out int a, out int b) { a = 1; b = 2; } public "
        "void Deconstruct(out int a, out int b) { a = 3; b = 4; } } class M { static "
        "int F() { var (x, y) = new P(); return x * 10 + y; } }",
    ),
    "which method a query calls": (
        "using System; class Q { public int Select(Func<int, int> f) { return f(1); } "
        "public int Apply(Func<int, int> f) { return f(2); } } class M { static int "
        "F() { return from x in new Q() select x + 1; } }",
        "using System; class Q { public int Apply(Func<int, int> f) { return f(1); } "
        "public int Select(Func<int, int> f) { return f(2); } } class M { static int "
        "F() { return from x in new Q() select x + 1; } }",
    ),
    "which method is called at the end": (
        "ref struct P { public static int N; public void Dispose() { N++; } public "
        "void Close() { N--; } } class M { static int F() { using (var p = new P()) { "
        "} return P.N; } }",
        "ref struct P { public static int N; public void Close() { N++; } public void "
        "Dispose() { N--; } } class M { static int F() { using (var p = new P()) { } "
        "return P.N; } }",
    ),
    "the order of a type's parts": (
        "partial class A { static int X = Y + 1; } partial class A { static int Y = 2; }",
        "partial class A { static int Y = 2; } partial class A { static int X = Y + 1; }",
    ),
    "a member after the variable of a switch": (
        "class A { int a = 1, b = 5; int F(int n) { switch (n) { case 1: int a = 2; "
        "return a; } return a; } }",
        "class A { int a = 1, b = 5; int F(int n) { switch (n) { case 1: int b = 2; "
        "return b; } return b; } }",
    ),
    "a member after the variable of an arm": (
        "class A { int a = 1, b = 5; int F(object o) { int r = o switch { int a => a, "
        "_ => 0 }; return r + a; } }",
        "class A { int a = 1, b = 5; int F(object o) { int r = o switch { int b => b, "
        "_ => 0 }; return r + b; } }",
    ),
    "a member after a resource": (
        "class A { object a = 1, b = 5; object F() { using (var a = new "
        'System.IO.StringReader("s")) { a.Read(); } return a; } }',
        "class A { object a = 1, b = 5; object F() { using (var b = new "
        'System.IO.StringReader("s")) { b.Read(); } return b; } }',
    ),
    "a member after an exception": (
        "class A { object a = 1, b = 5; object F() { try { F(); } catch "
        "(System.Exception a) { System.Console.WriteLine(a); } return a; } }",
        "class A { object a = 1, b = 5; object F() { try { F(); } catch "
        "(System.Exception b) { System.Console.WriteLine(b); } return b; } }",
    ),
    "a label and a member": (
        "class A { int a = 1, b = 5; int F(int n) { if (n > 3) goto a; n++; a: return a; } }",
        "class A { int a = 1, b = 5; int F(int n) { if (n > 3) goto b; n++; b: return b; } }",
    ),
    "a member after a variable of a condition": (
        "class A { int a = 1, b = 5; int F(string s) { while (int.TryParse(s, out var "
        "a)) { s += a; } return a; } }",
        "class A { int a = 1, b = 5; int F(string s) { while (int.TryParse(s, out var "
        "b)) { s += b; } return b; } }",
    ),
    "a result and none": (
        "class T { int F(int a) => G(a); }",
        "class T { int F(int a) { G(a); } }",
    ),
    "throwing": (
        "class T { int F(int a) => throw new X(); }",
        "class T { int F(int a) { return new X(); } }",
    ),
    "protected members": (
        "class T { private protected int x; }",
        "class T { protected int x; }",
    ),
    "public members": (
        "class T { public int x; }",
        "class T { int x; }",
    ),
    "private methods of an interface": (
        "interface T { private void F() { } }",
        "interface T { void F() { } }",
    ),
    "i++ and ++i as a value": (_f("return a++;"), _f("return ++a;")),
    "int and long": (_class("int F(int a) => a;"), _class("int F(long a) => a;")),
    "var and a type": (_f("var x = a; return x;"), _f("int x = a; return x;")),
    "types of numbers": (_f("return G(1.0);"), _f("return G(1.0m);")),
    "long numbers": (_f("return G(1);"), _f("return G(1L);")),
    "an integer and a double": (_f("return G(1);"), _f("return G(1.0);")),
    "zeros of a decimal": (_f("return G(1.0m);"), _f("return G(1.00m);")),
    "a character and a string": (_f("return G('a');"), _f('return G("a");')),
    "two characters": (_f("return G('a');"), _f("return G('b');")),
    "a blank and a tab": (_f("return G(' ');"), _f(r"return G('\t');")),
    "an escape in a verbatim string": (_f(r'return G(@"\n");'), _f(r'return G("\n");')),
    "a blank between two values": (_f('return G($"{a} {b}");'), _f('return G($"{a}{b}");')),
    "what is shown of a number": (_f('return G($"{a:0.0}");'), _f('return G($"{a:0.00}");')),
    "how wide a number is shown": (_f('return G($"{a,5}");'), _f('return G($"{a,6}");')),
    "an interpolated string and a plain one": (_f('return G($"{a}");'), _f('return G("{a}");')),
    "interpolation and concatenation": (_f('return G($"x{a}");'), _f('return G("x" + a);')),
    "how far a null is passed on": (_f("return s?.A.B();"), _f("return (s?.A).B();")),
    "asking for null": (_f("return s.Length;"), _f("return s?.Length;")),
    "what stands in for null": (_f("return a ?? b;"), _f("return a == null ? b : a;")),
    "is and ==": (_f("return G(s is null);"), _f("return G(s == null);")),
    "is and as": (_f("return G(s as string);"), _f("return G((string)s);")),
    "loops": (_f("foreach (var x in s) { } return a;"), _f("for (var x = 0; ; ) { } return a;")),
    "do and while": (
        _f("do { a--; } while (a > 0); return a;"),
        _f("while (a > 0) { a--; } return a;"),
    ),
    "break and continue": (
        _f("while (a > 0) break; return a;"),
        _f("while (a > 0) continue; return a;"),
    ),
    "methods of the library": (_f("return s.First();"), _f("return s.Last();")),
    "a library's method and one's own": (
        _class("int Min(int a) { return Math.Min(a, 1); }"),
        _class("int Max(int a) { return Math.Max(a, 1); }"),
    ),
    "methods that are overridden": (
        _class('public override string ToString() => "";'),
        _class('public override string ToText() => "";'),
    ),
    "which argument": (_f("return G(x: a, y: b);"), _f("return G(y: a, x: b);")),
    "ref and out": (_f("return G(ref a);"), _f("return G(out a);")),
    "ref and nothing": (_f("return G(ref a);"), _f("return G(a);")),
    "static": (_class("static int F() => 1;"), _class("int F() => 1;")),
    "visibility": (_class("public int F() => 1;"), _class("private int F() => 1;")),
    "class and struct": ("class C { int a; }", "struct C { int a; }"),
    "record and class": ("record C { int a; }", "class C { int a; }"),
    "who may set": (_class("int P { get; set; }"), _class("int P { get; }")),
    "who may set, and when": (_class("int P { get; set; }"), _class("int P { get; init; }")),
    "a property and a field": (_class("int P = 1;"), _class("int P => 1;")),
    "readonly": (_class("readonly int a = 1;"), _class("int a = 1;")),
    "const": (_class("const int a = 1;"), _class("static int a = 1;")),
    "the order of fields": (
        _class("int a = G(1); int b = G(2); static int G(int x) => x;"),
        _class("int b = G(2); int a = G(1); static int G(int x) => x;"),
    ),
    "order of enumerators": ("enum E { A, B = 5 }", "enum E { B = 5, A }"),
    "checked": (_f("return checked(a + b);"), _f("return unchecked(a + b);")),
    "throwing again": (
        _f("try { G(a); } catch (E e) { throw; } return a;"),
        _f("try { G(a); } catch (E e) { throw e; } return a;"),
    ),
    "what is caught": (
        _f("try { G(a); } catch (IOException) { } return a;"),
        _f("try { G(a); } catch (FormatException) { } return a;"),
    ),
    "when it is caught": (
        _f("try { G(a); } catch (E e) when (a > b) { } return a;"),
        _f("try { G(a); } catch (E e) { } return a;"),
    ),
    "order of a switch's arms": (
        _f("return a switch { > 1 => 1, > 2 => 2, _ => 3 };"),
        _f("return a switch { > 2 => 2, > 1 => 1, _ => 3 };"),
    ),
    "await": (_class("async Task F() { await G(); }"), _class("async Task F() { G(); }")),
    "yield": (
        _class("IEnumerable<int> F() { yield return 1; }"),
        _class("IEnumerable<int> F() { yield break; }"),
    ),
    "query clauses": (
        _f("return from x in s where x > 1 orderby x select x;"),
        _f("return from x in s where x > 1 orderby x descending select x;"),
    ),
    "attributes": ("[Flags] enum E { A }", "enum E { A }"),
    "which namespace is used": (
        "using System.Timers;\nclass C { Timer a; }",
        "using System.Threading;\nclass C { Timer a; }",
    ),
    "using static": ("using System.Math;\nclass C { }", "using static System.Math;\nclass C { }"),
    "nullable types": (_class("string a;"), _class("string? a;")),
    "constraints": ("class C<T> where T : class { }", "class C<T> where T : struct { }"),
    "a sum in parentheses": (_f("return (a) + b * 2;"), _f("return (a + b) * 2;")),
    "argument order": (_f("return G(a, b);"), _f("return G(b, a);")),
    "from an end": (_f("return s[1];"), _f("return s[^1];")),
    "a shift": (_f("return a >> b;"), _f("return a >>> b;")),
    "constants that are asked for in a text": (
        'enum E { Red }\nclass C { object F() => System.Enum.Parse<E>("Red"); }\n',
        'enum E { Blue }\nclass C { object F() => System.Enum.Parse<E>("Red"); }\n',
    ),
}
