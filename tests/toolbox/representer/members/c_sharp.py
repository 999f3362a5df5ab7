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
}
