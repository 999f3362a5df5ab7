"""Members of C# programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "class T { private LinkedList<int> items = new LinkedList<int>(); void NAME(int x) { "
        "items.NAME(x); } }",
        *("AddFirst", "AddLast"),
    ),
    "a field of this": (
        "class T { List<int> items; void NAME(int x) { this.items.NAME(x); } }",
        *("Add", "Remove"),
    ),
    "a new of its type": (
        "class T { Stack<int> items = new(); int NAME() => items.NAME(); }",
        *("Pop", "Peek"),
    ),
    "breadth first and depth first": (
        "class F { LinkedList<int> d = new(); void NAME(int x) => d.NAME(x); }\n"
        "class S { void Run() { var f = new F(); f.NAME(1); } }",
        *("AddFirst", "AddLast"),
    ),
    "a parameter": ("class T { string NAME(string s) => s.NAME(); }", "TrimStart", "TrimEnd"),
    "a variable": (
        "class T { int NAME() { var xs = new Stack<int>(); return xs.NAME(); } }",
        *("Pop", "Peek"),
    ),
    "a literal": ('class T { string NAME() => "a".NAME(); }', "ToUpper", "ToLower"),
    "a call's result": (
        "class T { string NAME(string s) => s.Trim().NAME(); }",
        "ToUpper",
        "ToLower",
    ),
    "a conditional access": (
        "class T { string NAME(string s) => s?.NAME(); }",
        "ToUpper",
        "ToLower",
    ),
    "a lambda's parameter": (
        "class T { object NAME(List<string> xs) => xs.Select(x => x.NAME()); }",
        *("ToUpper", "ToLower"),
    ),
    "a loop's variable": (
        "class T { void NAME(List<string> xs) { foreach (var x in xs) { x.NAME(); } } }",
        *("ToUpper", "ToLower"),
    ),
    "a property": ("class T { DateTime d; int NAME => d.NAME; }", "Year", "Month"),
    "another method": (
        "class T { int NAME() => 1; int Run(Stack<int> xs) => xs.NAME(); }",
        *("Pop", "Peek"),
    ),
    "base": ("class T : List<int> { new void NAME(int x) { base.NAME(x); } }", "Add", "Remove"),
    "a static method": (
        "class T { static int NAME(int a, int b) => Math.NAME(a, b); }",
        "Max",
        "Min",
    ),
    "an extension method": (
        "static class T { static string NAME(this string s) => s.NAME(); }",
        *("ToUpper", "ToLower"),
    ),
    "an unknown receiver": ("class T { int NAME(M m) => m.Get().NAME(); }", "Rise", "Fall"),
    "an inherited property without receiver": (
        "using System;\n"
        "class BankError : Exception { public string F() => NAME; }\n"
        "record Mail(string NAME);\nclass U { string G(Mail m) => m.NAME; }",
        *("Message", "Source"),
    ),
    "an inherited method without receiver": (
        "using System.Collections.Generic;\n"
        "class Names : List<string> { public void F(string s) { NAME(s); } }\n"
        "class Box { public void NAME(string s) { } }",
        *("Add", "Insert2"),
    ),
    "a method of another class without receiver": (
        "class Names { public object F() { return NAME(); } }\n"
        "class Box { public object NAME() { return 1; } }",
        *("MemberwiseClone", "GetType"),
    ),
    "a function of a static using": (
        "using static System.Math;\n"
        "class A { int F(int a, int b) { return NAME(a, b); } }\n"
        "class B { static int NAME(int a, int b) { return a; } }",
        *("Max", "Min"),
    ),
    "a constant of a static using": (
        "using static System.Math;\n"
        "class A { double F() { return NAME; } }\nclass B { static double NAME = 3; }",
        *("PI", "E"),
    ),
    "a constant of a predefined type": (
        "class A { const int NAME = 3; int F() { return int.NAME + NAME; } }",
        *("MaxValue", "MinValue"),
    ),
    "a method of char": (
        "class A { static bool NAME(char c) => true; bool F(char c) { return char.NAME(c); } }",
        *("IsDigit", "IsLetter"),
    ),
    "another method of char": (
        "class A { static bool NAME(char c) => true; bool F(char c) { return char.NAME(c); } }",
        *("IsLetterOrDigit", "IsPunctuation"),
    ),
    "a method of string": (
        "class A { static string NAME(string a, string[] b) => a; string F(string[] c) "
        '{ return string.NAME(",", c); } }',
        *("Join", "Concat"),
    ),
    "a method of double": (
        "class A { static bool NAME(double a) => true; bool F(double c) { return "
        "double.NAME(c); } }",
        *("IsNaN", "IsInfinity"),
    ),
    "a constant of String": (
        'class A { static string NAME = ""; string F() { return String.NAME; } }',
        *("Empty", "Other"),
    ),
    "a method group of char": (
        "using System.Linq;\n"
        "class A { static bool NAME(char c) => true; bool F(string s) { return "
        "s.All(char.NAME); } }",
        *("IsDigit", "IsLetter"),
    ),
    "a library's type by its path": (
        "class List { public void NAME(int x) { } }\n"
        "class A { void F(System.Collections.Generic.List<int> xs) { xs.NAME(1); } }",
        *("Add", "Remove"),
    ),
    "a new object of a library's type by its path": (
        "class Stack { public int NAME() { return 1; } }\n"
        "class A { int F() { var xs = new System.Collections.Generic.Stack<int>(); "
        "return xs.NAME(); } }",
        *("Pop", "Peek"),
    ),
    "the name of a library's type in its path": (
        "class NAME { }\n"
        "class A { object F() { return new System.Collections.Generic.NAME<int>(); } }",
        *("List", "Stack"),
    ),
    "a property in an initialiser of a library's type": (
        "using System.Diagnostics;\n"
        'class A { string NAME; object F() { return new ProcessStartInfo { NAME = "a" '
        "}; } }",
        *("FileName", "Arguments"),
    ),
    "a property in an initialiser of a declared library's type": (
        "using System.Diagnostics;\n"
        'class A { string NAME; void F() { ProcessStartInfo p = new() { NAME = "a" }; '
        "G(p); } }",
        *("FileName", "Arguments"),
    ),
    "a property in a pattern of a library's type": (
        "using System;\n"
        "class A { int NAME; bool F(object o) { return o is DateTime { NAME: 1 }; } }",
        *("Hour", "Minute"),
    ),
    "a property in a pattern of a declared value": (
        "using System;\nclass A { int NAME; bool F(DateTime o) { return o is { NAME: 1 }; } }",
        *("Hour", "Minute"),
    ),
    "a property in a pattern of a switch": (
        "using System;\n"
        "class A { int NAME; int F(DateTime o) { return o switch { { NAME: 1 } => 1, _ "
        "=> 2 }; } }",
        *("Hour", "Minute"),
    ),
    "a property in a pattern of a case": (
        "using System;\n"
        "class A { int NAME; int F(DateTime o) { switch (o) { case { NAME: 1 }: return "
        "1; } return 2; } }",
        *("Hour", "Minute"),
    ),
    "a property of a string in a pattern": (
        "class A { int NAME; bool F(string s) { return s is { NAME: 1 }; } }",
        *("Length", "Size"),
    ),
    "a member after a question mark": (
        "using System;\nclass A { int NAME; int? F(Exception s) { return s?.NAME; } }",
        *("HResult", "Data"),
    ),
    "a method after a question mark": (
        "class A { string NAME() => null; string F(string s) { return s?.NAME(); } }",
        *("Trim", "ToUpperInvariant"),
    ),
    "a date": (
        "using System;\nclass Clock { int NAME; int F(DateTime d) { return d.NAME; } }",
        *("DayOfYear", "Millisecond"),
    ),
    "a date in a lambda": (
        "using System;\n"
        "using System.Linq;\n"
        "class Clock { int NAME; int F(DateTime[] ds) { return ds.Sum(d => d.NAME); } }",
        *("DayOfYear", "Millisecond"),
    ),
    "a span of time in a lambda": (
        "using System;\n"
        "using System.Linq;\n"
        "class Clock { double NAME; double F(TimeSpan[] ds) { return ds.Sum(d => "
        "d.NAME); } }",
        *("TotalMinutes", "TotalHours"),
    ),
    "a path in a lambda": (
        "using System.IO;\n"
        "using System.Linq;\n"
        "class D { string NAME; object F(FileInfo[] fs) { return fs.Select(f => "
        "f.NAME); } }",
        *("Extension", "FullName"),
    ),
    "a complex number": (
        "using System.Numerics;\n"
        "using System.Linq;\n"
        "class D { double NAME; object F(Complex[] fs) { return fs.Select(f => f.NAME); } }",
        *("Real", "Imaginary"),
    ),
    "a group in a lambda": (
        "using System.Linq;\n"
        "class D { int NAME() => 1; object F(string[] ws) { return ws.GroupBy(w => "
        "w).Select(g => g.NAME()); } }",
        *("Count", "First"),
    ),
    "an element of a loop": (
        "class D { string NAME() => null; void F(string[] ws) { foreach (var w in ws) "
        "G(w.NAME()); } }",
        *("Trim", "ToUpper"),
    ),
    "a library's enumeration": (
        "enum Day { NAME }\n"
        "class D { bool F(System.DateTime d) { return d.DayOfWeek == "
        "System.DayOfWeek.NAME; } }",
        *("Monday", "Tuesday"),
    ),
    "a library's enumeration of one name": (
        "using System;\n"
        "class D { enum Own { NAME } bool F(DateTime d) { return d.DayOfWeek == "
        "DayOfWeek.NAME; } }",
        *("Monday", "Tuesday"),
    ),
    "an option of a library": (
        "using System;\n"
        "class D { enum Own { NAME } object F(string d) { return d.Split(',', "
        "StringSplitOptions.NAME); } }",
        *("RemoveEmptyEntries", "TrimEntries"),
    ),
    "a comparison of a library": (
        "using System;\n"
        "class D { enum Own { NAME } object F(string d) { return d.Equals(d, "
        "StringComparison.NAME); } }",
        *("OrdinalIgnoreCase", "Ordinal"),
    ),
    "a library's member beside an extension": (
        "static class E { public static string NAME(this int x) => null; }\n"
        "class D { object F(string d) { return d.NAME(); } }",
        *("Trim", "ToUpper"),
    ),
    "Console": (
        "class D { void NAME(string s) { } void F(string d) { System.Console.NAME(d); } }",
        *("Write", "WriteLine"),
    ),
    "an inherited member of an interface of a library": (
        "using System;\n"
        "class D : IDisposable { public void NAME() { } }\n"
        "class E { public void NAME() { } }",
        *("Dispose", "Close2"),
    ),
    "a type of a library as a base": (
        "class NAME { }\nclass D : System.NAME { }",
        *("Exception", "EventArgs"),
    ),
    "a tuple's field": (
        "class D { int NAME; int F((int, int) p) { return p.NAME; } }",
        *("Item1", "Item2"),
    ),
    "two fields": (
        "record P(int X, int Y);\n"
        "class A { object F() => new P(1, 2) { NAME = 3 }; int G(P p) => p.X; }",
        *("X", "Y"),
    ),
    "two fields in a pattern": (
        "record P(int X, int Y);\nclass A { bool F(P p) => p is { NAME: 3 }; int G(P p) => p.X; }",
        *("X", "Y"),
    ),
    "a local function and a method": (
        "class A { int F(int x) => x; int G(int x) { int H(int y) => y * 2; return "
        "NAME(x) + F(1) + H(2) * 3; } }",
        *("F", "H"),
    ),
    "a keyword argument of a library": (
        "class A { int NAME; string F(string s) => string.Join(NAME: s, value: null); }",
        *("separator", "delimiter"),
    ),
    "a group's key": (
        "using System.Linq;\n"
        "class D { int NAME; object F(string[] ws) { return ws.GroupBy(w => "
        "w.Length).Select(g => g.NAME); } }",
        *("Key", "Other"),
    ),
    "a library's property of elements": (
        "using System.Linq;\n"
        "using System.Collections.Generic;\n"
        "record P(int NAME);\n"
        "class A { object F(List<System.Version> ps) => ps.Where(p => p.NAME > 1); }",
        *("Major", "Minor"),
    ),
    "a library's property of elements of a loop": (
        "using System.Linq;\n"
        "using System.Collections.Generic;\n"
        "record P(int NAME);\n"
        "class A { void F(List<System.Version> ps) { foreach (var p in ps) G(p.NAME); } }",
        *("Major", "Minor"),
    ),
    "a library's property after a map": (
        "using System.Linq;\n"
        "using System.Collections.Generic;\n"
        "record P(int Count, string S);\n"
        "class A { object F(List<P> ps) => ps.Select(p => p.S).Select(s => s.NAME); "
        "int NAME; }",
        *("Length", "Size"),
    ),
    "a result of a library's function": (
        "class A { string NAME; string F(string s) { var u = "
        "System.IO.Path.GetTempPath(); return G(u.NAME); } }",
        *("Length", "Size"),
    ),
    "a member of a base by `base`": (
        "class A : System.Exception { public override string Message => base.NAME; "
        "}\nclass B { string NAME; }",
        *("Message", "StackTrace"),
    ),
    "a nested pattern": (
        "using System;\n"
        "class A { int NAME; bool F(object o) => o is Tuple<DateTime, int> { Item1: { "
        "NAME: 1 } }; }",
        *("Hour", "Minute"),
    ),
    "a nested initialiser": (
        "using System.Diagnostics;\n"
        'class A { string NAME; object F() => new Process { StartInfo = { NAME = "a" } }; }',
        *("FileName", "Arguments"),
    ),
    "a static member of a generic type": (
        "using System.Collections.Generic;\n"
        "class A { object NAME; object F() => EqualityComparer<int>.NAME; }",
        *("Default", "Other1"),
    ),
    "an attribute": (
        "class A { [System.NAME] void F() { } }",
        *("Obsolete", "Serializable"),
    ),
    "a conversion": (
        "class A { int F(double x) => NAME; }",
        *("(int)x", "(short)x"),
    ),
    "a checked sum": (
        "class A { int F(int x) => NAME(x + 1); }",
        *("checked", "unchecked"),
    ),
    "a nullable member": (
        "class A { int NAME; int F(int? x) => x.NAME; }",
        *("Value", "Val1"),
    ),
    "a member of a string in a lambda": (
        "using System.Linq;\nclass A { int NAME; object F(string[] x) => x.Select(s => s.NAME); }",
        *("Length", "Chars"),
    ),
    "a member of a dictionary's entries": (
        "using System.Collections.Generic;\n"
        "class A { int NAME; void F(Dictionary<int, int> x) { foreach (var e in x) "
        "G(e.NAME); } }",
        *("Key", "Value"),
    ),
    "a local and a field": (
        "class A { int x; int F(int y) { return NAME + x * 2; } }",
        *("x", "y"),
    ),
    "a ref parameter": (
        "class A { void F(NAMEint x) { x = 1; } }",
        *("ref ", ""),
    ),
    "a readonly struct's copy": (
        "NAME P { public int X; }\nclass A { void F(P p) { p.X = 1; } }",
        *("struct", "class"),
    ),
    "a library's type in a namespace": (
        "namespace N { class NAME { } class B { object F() => new System.Text.NAME(); } }",
        *("StringBuilder", "UTF8Encoding"),
    ),
}

SAME = {
    "this": ("class T { void NAME() { this.NAME(); } }", "Add", "Enter"),
    "no receiver": ("class T { void NAME() { NAME(); } }", "Add", "Enter"),
    "a parameter": (
        "class N { void NAME() {} } class T { void F(N n) { n.NAME(); } }",
        "Add",
        "Enter",
    ),
    "a variable": (
        "class N { void NAME() {} } class T { void F() { var n = new N(); n.NAME(); } }",
        *("Add", "Enter"),
    ),
    "a field": (
        "class N { void NAME() {} } class T { private N n = new(); void F() { n.NAME(); "
        "this.n.NAME(); } }",
        *("Add", "Enter"),
    ),
    "a property": (
        "class N { public int NAME { get; set; } } class T { N M { get; set; } int F() => "
        "M.NAME; }",
        *("Length", "Wide"),
    ),
    "a static method": (
        "class N { static int NAME(int a) => a; } class T { int F() => N.NAME(1); }",
        *("Max", "Top"),
    ),
    "a linked list": (
        "class N { public N NAME; } class L { N head; void F() { var n = head; n = n.NAME; n = "
        "n.NAME; } }",
        *("Next", "After"),
    ),
    "a method": (
        "class A { int NAME(int x) => x; int G() => NAME(1); }",
        *("Add", "Plus1"),
    ),
    "a method of another class": (
        "class B { public int NAME(int x) => x; }\nclass A { int G(B b) => b.NAME(1); }",
        *("Add", "Plus1"),
    ),
    "an inherited method": (
        "class B { public int NAME(int x) => x; }\nclass A : B { int G() => NAME(1); }",
        *("Twice", "Double1"),
    ),
    "an inherited method of a generic class": (
        "class B<T> { public int NAME(int x) => x; }\nclass A : B<string> { int G() => NAME(1); }",
        *("Twice", "Double1"),
    ),
    "a base with arguments": (
        "class B(int x) { public int NAME(int y) => x; }\n"
        "class A(int x) : B(x) { int G() => NAME(1); }",
        *("Add", "Plus1"),
    ),
    "an enumeration": (
        "enum C { NAME, Green }\nclass A { bool F(C c) => c == C.NAME; }",
        *("Red", "Crimson"),
    ),
    "an enumeration in a switch": (
        "enum C { NAME, Green }\nclass A { int F(C c) => c switch { C.NAME => 1, _ => 2 }; }",
        *("Red", "Crimson"),
    ),
    "an enumeration, used statically": (
        "using static C;\nenum C { NAME, Green }\nclass A { bool F(C c) => c == NAME; }",
        *("Red", "Crimson"),
    ),
    "a property in an initialiser": (
        "class P { public int NAME { get; set; } }\nclass A { P F() => new P { NAME = 1 }; }",
        *("X", "Left"),
    ),
    "a property in an initialiser of a declared type": (
        "class P { public int NAME { get; set; } }\n"
        "class A { void F() { P p = new() { NAME = 1 }; G(p); } }",
        *("X", "Left"),
    ),
    "a property in a copy": (
        "record P(int NAME, int Y);\nclass A { P F(P p) => p with { NAME = 1 }; }",
        *("X", "Left"),
    ),
    "a property in a pattern": (
        "record P(int NAME, int Y);\nclass A { bool F(object p) => p is P { NAME: 1 }; }",
        *("X", "Left"),
    ),
    "a property in a pattern without type": (
        "record P(int NAME, int Y);\nclass A { bool F(P p) => p is { NAME: 1 }; }",
        *("X", "Left"),
    ),
    "a property in a lambda": (
        "using System.Linq;\n"
        "record P(int NAME, int Y);\n"
        "class A { object F(P[] ps) => ps.Select(p => p.NAME); }",
        *("X", "Left"),
    ),
    "an extension method": (
        "static class E { public static string NAME(this string s) => s; }\n"
        'class A { string F(string s) => s.NAME(); string G() => "a".NAME(); }',
        *("Shout", "Yell"),
    ),
    "an outer member from a nested type": (
        "class A { static int NAME = 1; class B { int F() => NAME; } }",
        *("total", "sum1"),
    ),
    "a local function": (
        "class A { int F() { int NAME(int x) => x; return NAME(1); } }",
        *("go", "walk"),
    ),
    "a method group": (
        "using System.Linq;\n"
        "class A { int NAME(int x) => x; object F(int[] xs) => xs.Select(NAME); }",
        *("Twice", "Double1"),
    ),
    "a static method again": (
        "static class A { public static int NAME(int x) => x; }\nclass B { int F() => A.NAME(1); }",
        *("Twice", "Double1"),
    ),
    "a nested type": (
        "class A { public class NAME { } }\nclass B { object F() => new A.NAME(); }",
        *("Node", "Item"),
    ),
    "a type parameter": (
        "class A<NAME> { NAME x; NAME F() => x; }",
        *("T", "TItem"),
    ),
    "a type parameter of a method": (
        "class A { NAME F<NAME>(NAME x) => x; }",
        *("T", "TItem"),
    ),
    "a type parameter of an interface's method": (
        "interface I { NAME F<NAME>(NAME x); }",
        *("T", "TItem"),
    ),
    "a partial class": (
        "partial class A { int NAME = 1; }\npartial class A { int F() => NAME; }",
        *("x", "left"),
    ),
    "an interface's method": (
        "interface I { int NAME(); }\n"
        "class A : I { public int NAME() => 1; }\nclass B { int F(I i) => i.NAME(); }",
        *("Area", "Surface"),
    ),
    "a named argument": (
        "class A { int F(int NAME) => NAME; int G() => F(NAME: 1); }",
        *("x", "left"),
    ),
    "an exception class": (
        "class NAME : System.Exception { }\nclass A { void F() { throw new NAME(); } }",
        *("BankError", "AccountError"),
    ),
    "a property of an exception": (
        "class E : System.Exception { public int NAME { get; } }\n"
        "class A { int F() { try { return 1; } catch (E e) { return e.NAME; } } }",
        *("Code1", "Number1"),
    ),
    "a member after a question mark": (
        "class P { public int NAME; }\nclass A { int? F(P p) => p?.NAME; }",
        *("X", "Left"),
    ),
    "a generic method": (
        "class A { NAME F<NAME>() => default; int G() => this.F<int>(); }",
        *("T", "U"),
    ),
    "an event": (
        "class A { public event System.Action NAME; void F() { NAME?.Invoke(); } }",
        *("Done1", "Finished1"),
    ),
    "an element of a loop": (
        "using System.Collections.Generic;\n"
        "class P { public int NAME; }\n"
        "class A { void F(List<P> ps) { foreach (var p in ps) G(p.NAME); } }",
        *("Value", "Datum"),
    ),
    "an unused using": (
        "NAMEclass A { int x; }",
        *("using System;\n", ""),
    ),
    "an unused using beside one's own names": (
        "NAMEclass A { int Count; int F(int max) => Count + max; }",
        *("using System;\nusing System.Linq;\nusing System.Collections.Generic;\n", ""),
    ),
    "an unused using beside a predefined type's member": (
        'NAMEclass A { int F() => int.MaxValue; string G(string[] x) => string.Join(",", x); }',
        *("using System;\n", ""),
    ),
    "an unused using beside a property": (
        "NAMEclass P { public int Index { get; set; } public string Range; }\n"
        "class A { int F(P p) => p.Index; }",
        *("using System;\n", ""),
    ),
    "an unused text using": (
        "NAMEclass A { public string F(string s) => s.ToUpper(); }",
        *("using System.Text;\n", ""),
    ),
    "an unused using beside strings": (
        'NAMEclass A { public bool F(string s) => s.Contains("a") && s.EndsWith("b") '
        "&& s.IndexOf('c') > 1; }",
        *("using System;\n", ""),
    ),
    "an unused using beside ToString": (
        'NAMEclass A { public string F(int s) { return s.ToString().Replace("1", "2").Trim(); } }',
        *("using System;\n", ""),
    ),
    "a field in a constructor": (
        "class A { private readonly int NAME; public A(int x) { this.NAME = x; } int "
        "F() => NAME; }",
        *("size", "_size"),
    ),
    "an indexer": (
        "class A { int this[int NAME] => NAME; }",
        *("i", "index"),
    ),
    "a deconstruction": (
        "class A { int F() { var (NAME, b) = G(); return NAME + b; } }",
        *("a", "x"),
    ),
    "a query": (
        "using System.Linq;\n"
        "class A { object F(int[] xs) => from NAME in xs where NAME > 1 select NAME; }",
        *("x", "y"),
    ),
    "a constant": (
        "class A { const int NAME = 1; int F() => NAME * A.NAME; }",
        *("Limit", "Max"),
    ),
    "a property of elements with a library's name": (
        "using System.Linq;\n"
        "using System.Collections.Generic;\n"
        "record P(int NAME);\n"
        "class A { object F(List<P> ps) => ps.Where(p => p.NAME > 1).OrderBy(p => "
        "p.NAME).Select(p => p.NAME).First(); }",
        *("Name", "Title1"),
    ),
    "a property of elements of a field": (
        "using System.Linq;\n"
        "using System.Collections.Generic;\n"
        "record P(int NAME);\n"
        "class A { private readonly List<P> ps = new List<P>(); int F() => ps.Sum(p => "
        "p.NAME) + ps[0].NAME + ps.First().NAME; }",
        *("Count", "Many"),
    ),
    "a property of elements of a query": (
        "using System.Linq;\n"
        "record P(int NAME);\n"
        "class A { object F(P[] ps) => from p in ps where p.NAME > 1 select p.NAME; }",
        *("Count", "Many"),
    ),
    "a property of sorted elements": (
        "using System.Collections.Generic;\n"
        "record P(int NAME);\n"
        "class A { void F(List<P> ps) => ps.Sort((a, b) => a.NAME - b.NAME); }",
        *("Count", "Many"),
    ),
    "a part of a tuple": (
        "class A { int F((int NAME, int Y) p) => p.NAME; }",
        *("Count", "X"),
    ),
    "a part of a tuple in a list": (
        "using System.Linq;\n"
        "using System.Collections.Generic;\n"
        "class A { object F(List<(int NAME, int Y)> ps) => ps.Select(p => p.NAME); }",
        *("Count", "X"),
    ),
    "a member after an exclamation mark": (
        "class N { public N Prev; public int NAME; }\nclass A { int F(N n) => n.Prev!.NAME; }",
        *("Value", "Datum"),
    ),
    "a member of a type by its path": (
        "namespace N { class A { public int NAME; } class B { N.A a = new N.A(); int "
        "F() => a.NAME; } }",
        *("x", "left"),
    ),
    "a type by its path": (
        "namespace N { class NAME { public int x; } class B { N.NAME a = new N.NAME(); "
        "int F() => a.x; } }",
        *("Account", "Konto"),
    ),
    "a member of a dictionary's value": (
        "using System.Collections.Generic;\n"
        "class B { public int NAME; }\n"
        "class A { Dictionary<string, B> m = new(); int F(string s) => m[s].NAME; }",
        *("Value", "Datum"),
    ),
}
