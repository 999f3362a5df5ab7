"""Members of C++ programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "class T { std::deque<int> items; public: void NAME() { items.NAME(); } };",
        *("pop_front", "pop_back"),
    ),
    "a field of this": (
        "class T { std::deque<int> items; public: void NAME() { this->items.NAME(); } };",
        *("pop_front", "pop_back"),
    ),
    "a method defined outside": (
        "class T { std::deque<int> items; void NAME(); };\nvoid T::NAME() { items.NAME(); }",
        *("pop_front", "pop_back"),
    ),
    "breadth first and depth first": (
        "class T { std::deque<int> d; public: void NAME() { d.NAME(); } };\n"
        "void f() { T t; t.NAME(); }",
        *("pop_front", "pop_back"),
    ),
    "a parameter": (
        "struct T { void NAME(std::vector<int>& v) { v.NAME(); } };",
        *("clear", "pop_back"),
    ),
    "a variable": (
        "struct T { void NAME() { std::vector<int> v; v.NAME(); } };",
        "clear",
        "pop_back",
    ),
    "a call's result": ("struct T { int NAME() { return get().NAME(); } };", "front", "back"),
    "an element": (
        "struct T { std::vector<std::string> v; int NAME(int i) { return v[i].NAME(); } };",
        *("front", "back"),
    ),
    "a loop's variable": (
        "struct T { void NAME(std::vector<std::string> v) { for (auto& s : v) { s.NAME(); } } };",
        *("clear", "pop_back"),
    ),
    "a pointer": (
        "struct T { std::unique_ptr<std::vector<int>> v; void NAME() { v->NAME(); } };",
        *("clear", "pop_back"),
    ),
    "another method": (
        "struct T { void NAME() {} };\nvoid f(std::vector<int>& v) { v.NAME(); }",
        *("clear", "pop_back"),
    ),
    "a namespace's function": (
        "struct T { int NAME(int a, int b) { return std::NAME(a, b); } };",
        *("max", "min"),
    ),
    "a function and a method": ("int NAME(std::string s) { return s.NAME(); }", "front", "back"),
    "a field named like a library's": (
        "struct T { int NAME; };\nint f(std::pair<int, int> p) { return p.NAME; }",
        *("first", "second"),
    ),
    "a type parameter": (
        "template <typename V> struct T { V v; void NAME() { v.NAME(); } };",
        *("rise", "fall"),
    ),
    "a base of the library": (
        "struct T : std::vector<int> { void NAME() { std::vector<int>::NAME(); } };",
        *("clear", "pop_back"),
    ),
    "an inherited method without receiver": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct Names : std::vector<int> { void f(int x) { NAME(x); } };\n"
        "struct Box { void NAME(int x) { } };",
        *("push_back", "reserve"),
    ),
    "a function of the library beside a method": (
        "#include <cmath>\n"
        "struct Box { double NAME(double x) { return x; } };\n"
        "double f(double x) { return NAME(x); }",
        *("sin", "cos"),
    ),
    "a function of the library inside another class": (
        "#include <cmath>\n"
        "struct Box { double NAME(double x) { return x; } };\n"
        "struct T { double f(double x) { return NAME(x); } };",
        *("sin", "cos"),
    ),
    "a function of a used namespace": (
        "#include <algorithm>\n"
        "using namespace std;\n"
        "struct Box { int NAME(int a, int b) { return a; } };\n"
        "struct T { int f(int a, int b) { return NAME(a, b); } };",
        *("max", "min"),
    ),
    "a function of std": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct Box { static int NAME(int a, int b) { return a; } };\n"
        "int f(int a, int b) { return std::NAME(a, b); }",
        *("max", "min"),
    ),
    "a class of std": (
        "#include <stack>\n#include <queue>\nclass NAME { };\nvoid f() { std::NAME<int> x; g(x); }",
        *("stack", "queue"),
    ),
    "a method of a class of std": (
        "#include <stack>\n"
        "class stack { public: void NAME() { } };\nvoid f(std::stack<int>& s) { s.NAME(); }",
        *("pop", "top"),
    ),
    "a constant of std": (
        "#include <ios>\nstruct A { static int NAME; };\nauto f() { return std::ios::NAME; }",
        *("in", "out"),
    ),
    "a static member of a template of std": (
        "#include <limits>\n"
        "struct A { static int NAME(); };\n"
        "auto f() { return std::numeric_limits<int>::NAME(); }",
        *("max", "min"),
    ),
    "a field of a library's struct": (
        "#include <ctime>\nstruct A { int NAME; };\nint f(std::tm* t) { return t->NAME; }",
        *("tm_hour", "tm_min"),
    ),
    "a field of a pair": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct A { int NAME; };\nint f(std::pair<int, int> p) { return p.NAME; }",
        *("first", "second"),
    ),
    "a field of pairs": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct A { int NAME; };\n"
        "int f(std::vector<std::pair<int, int>> ps) { for (auto& p : ps) g(p.NAME); "
        "return 1; }",
        *("first", "second"),
    ),
    "a field of a map's entries": (
        "#include <map>\n"
        "struct A { int NAME; };\n"
        "void f(std::map<int, int>& m) { for (const auto& e : m) g(e.NAME); }",
        *("first", "second"),
    ),
    "a designated field of a library's struct": (
        "#include <ctime>\nstruct A { int NAME; };\nstd::tm f() { return std::tm{.NAME = 1}; }",
        *("tm_hour", "tm_min"),
    ),
    "a method of strings": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct A { void NAME(char c); };\nvoid f(std::string& s) { s.NAME('a'); }",
        *("push_back", "append"),
    ),
    "a method of elements": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct A { int NAME(); };\n"
        "void f(std::vector<std::string>& ss) { for (auto& s : ss) g(s.NAME()); }",
        *("size", "length"),
    ),
    "a method in a lambda": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct A { int NAME(); };\n"
        "auto f(std::vector<std::string>& ss) { return std::count_if(ss.begin(), "
        "ss.end(), [](auto& s) { return s.NAME(); }); }",
        *("empty", "size"),
    ),
    "a path of a file": (
        "#include <filesystem>\n"
        "struct A { std::string NAME(); };\n"
        "auto f(std::filesystem::path p) { return p.NAME(); }",
        *("stem", "extension"),
    ),
    "a path in a lambda": (
        "#include <filesystem>\n"
        "#include <vector>\n"
        "struct A { std::string NAME(); };\n"
        "auto f(std::vector<std::filesystem::path> ps) { for (auto p : ps) g(p.NAME()); }",
        *("stem", "extension"),
    ),
    "a duration": (
        "#include <chrono>\n"
        "struct A { int NAME(); };\n"
        "auto f(std::chrono::year_month_day d) { return d.NAME(); }",
        *("year", "month"),
    ),
    "a macro in a sum": (
        "#define M NAME\nint f(int x) { x += M; return x; }",
        *("1 * 2", "1 + 2"),
    ),
    "a macro with the names of its place": (
        "#define M NAME\nint f(int a, int b) { return M + a * 2; }",
        *("a", "b"),
    ),
    "a macro with a parameter": (
        "#define M(x) ((x) * NAME)\nint f(int a, int b) { return M(a) + b * 3; }",
        *("a", "b"),
    ),
    "a macro before its sum": (
        "#define M a + b\nint f(int x, int a, int b) { NAME; return x; }",
        *("x = x * M", "x *= M"),
    ),
    "an overload that is visible": (
        "int g(double x) { return 1; }\nNAME",
        *(
            "int f() { return g(1); }\nint g(int x) { return 2; }",
            "int g(int x) { return 2; }\nint f() { return g(1); }",
        ),
    ),
    "two overloads": (
        "NAME",
        *(
            "int g(int x) { return 1; }\nint g(double x) { return 2; }",
            "int g(int x) { return 2; }\nint g(double x) { return 1; }",
        ),
    ),
    "two fields": (
        "struct P { int x; int y; };\nint f(P p) { return p.NAME + p.x * 2; }",
        *("x", "y"),
    ),
    "two constants": (
        "enum class C { Red, Green };\nbool f(C c) { return c == C::NAME && c != C::Red; }",
        *("Red", "Green"),
    ),
    "a parameter and a field": (
        "struct A { int x; int f(int y) { return NAME + x * 2; } };",
        *("x", "y"),
    ),
    "the order of initialisers of a call": (
        "int f(int a, int b) { return g(NAME) + a * 2; }",
        *("a", "b"),
    ),
    "an argument by reference": (
        "void f(NAME x) { x = 2; }",
        *("int&", "int"),
    ),
    "a constant reference": (
        "void f(NAME x) { g(x); }",
        *("const A&", "A&"),
    ),
    "an explicit constructor": (
        "struct A { NAMEA(int x) { } };",
        *("explicit ", ""),
    ),
    "a virtual method": (
        "struct A { NAMEint f() { return 1; } };",
        *("virtual ", ""),
    ),
    "a static method": (
        "struct A { NAMEint f() { return 1; } };",
        *("static ", ""),
    ),
    "a namespace of the library": (
        "#include <chrono>\nnamespace NAME { int x; }\nauto f() { return std::NAME::x; }",
        *("chrono", "filesystem"),
    ),
    "a using of one name": (
        "#include <cmath>\n"
        "NAME\nstruct A { double sin(double x); };\ndouble f(double x) { return sin(x); }",
        *("using std::sin;", "using std::cos;"),
    ),
    "a library's enumeration": (
        "#include <charconv>\nenum class E { NAME };\nauto f() { return std::chars_format::NAME; }",
        *("hex", "fixed"),
    ),
    "an error code": (
        "#include <system_error>\nenum class E { NAME };\nauto f() { return std::errc::NAME; }",
        *("invalid_argument", "result_out_of_range"),
    ),
    "an inherited member of an exception": (
        "#include <stdexcept>\n"
        "struct E : std::runtime_error { const char* f() { return NAME(); } };\n"
        "struct B { const char* NAME(); };",
        *("what", "why"),
    ),
    "an optional": (
        "#include <optional>\n"
        "struct E { bool NAME(); };\nbool f(std::optional<int> x) { return x.NAME(); }",
        *("has_value", "value"),
    ),
    "a container's result": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct E { int NAME(); };\n"
        "int f(std::vector<std::string> x) { return x.back().NAME(); }",
        *("size", "length"),
    ),
    "an iterator": (
        "#include <vector>\n"
        "#include <string>\n"
        "#include <algorithm>\n"
        "struct E { int NAME; };\n"
        "int f(std::vector<std::pair<int, int>> x) { return x.begin()->NAME; }",
        *("first", "second"),
    ),
    "a default in a prototype": (
        "int g(int x = NAME);\nint f() { return g(); }\nint g(int x) { return x; }",
        *("2", "3"),
    ),
    "a prototype of an overload": (
        "int g(double x) { return 1; }\nNAMEint f() { return g(1); }\nint g(int x) { return 2; }",
        *("int g(int x);\n", ""),
    ),
    "an attribute of a prototype": (
        "NAMEint g(int x);\nint g(int x) { return x; }",
        *("[[nodiscard]] ", ""),
    ),
    "an initialiser's order": (
        "struct A { int x; int y; A(int n) : NAME { } };",
        *("x(n), y(x)", "x(n), y(n)"),
    ),
    "fields in another order": (
        "struct A { NAME A() : x(1), y(2) { } };",
        *("int x; int y;", "int y; int x;"),
    ),
    "a capture": (
        "auto f(int x) { return [NAMEx]() mutable { return ++x; }; }",
        *("&", ""),
    ),
    "a range by value": (
        "#include <vector>\nvoid f(std::vector<int>& v) { for (autoNAME x : v) x = 1; }",
        *("", "&"),
    ),
    "a structured binding by reference": (
        "#include <utility>\nvoid f(std::pair<int, int>& p) { autoNAME [a, b] = p; a = 1; }",
        *("", "&"),
    ),
    "a method of the outer class": (
        "struct A { int NAME() { return 1; } struct B : std::string { int f() { return "
        "NAME(); } }; };",
        *("size", "length"),
    ),
    "a method of a base of a library by path": (
        "#include <string>\n"
        "struct A { int NAME(); };\n"
        "struct B : std::string { int f() { return std::string::NAME(); } };",
        *("size", "length"),
    ),
    "a literal's type": (
        "auto f() { return NAME; }",
        *("1.0f", "1.0"),
    ),
    "const of a method": (
        "struct A { int f() NAME{ return 1; } };",
        *("const ", ""),
    ),
    "a deleted constructor": (
        "struct A { A(const A&) = NAME; };",
        *("delete", "default"),
    ),
    "an if with an initialiser": (
        "int f(int n) { if (int x = g(NAME); x > n) return 1; return 2; }",
        *("n", "1"),
    ),
    "a static local": (
        "int f() { NAMEint x = 0; return ++x; }",
        *("static ", ""),
    ),
}

SAME = {
    "this": ("struct T { void NAME() { this->NAME(); } };", "push", "enter"),
    "no receiver": ("struct T { void NAME() { NAME(); } };", "push", "enter"),
    "a parameter": ("struct N { void NAME() {} };\nvoid f(N& n) { n.NAME(); }", "push", "enter"),
    "a pointer": ("struct N { void NAME() {} };\nvoid f(N* n) { n->NAME(); }", "push", "enter"),
    "a variable": ("struct N { void NAME() {} };\nvoid f() { N n; n.NAME(); }", "push", "enter"),
    "new": (
        "struct N { void NAME() {} };\nvoid f() { auto n = new N(); n->NAME(); }",
        *("push", "enter"),
    ),
    "a field": (
        "struct N { N* NAME; };\nstruct L { N* head; void f() { N* n = head; n = n->NAME; } };",
        *("next", "after"),
    ),
    "a field's name": ("struct T { int NAME; };\nint f(T t) { return t.NAME; }", "size", "wide"),
    "a static method": (
        "struct T { static int NAME(int a) { return a; } };\nint f() { return T::NAME(1); }",
        *("max", "top"),
    ),
    "a method": (
        "struct A { int NAME(int x) { return x; } int g() { return NAME(1); } };",
        *("add", "plus1"),
    ),
    "a method of another class": (
        "struct B { int NAME(int x) { return x; } };\nint g(B& b) { return b.NAME(1); }",
        *("add", "plus1"),
    ),
    "an inherited method": (
        "struct B { int NAME(int x) { return x; } };\n"
        "struct A : B { int g() { return NAME(1); } };",
        *("twice", "double1"),
    ),
    "an inherited method of a template": (
        "template <typename T> struct B { int NAME(int x) { return x; } };\n"
        "struct A : B<int> { int g() { return NAME(1); } };",
        *("twice", "double1"),
    ),
    "a method that is defined outside": (
        "class A { int NAME(int x); int g(); };\n"
        "int A::NAME(int x) { return x; }\nint A::g() { return NAME(1); }",
        *("twice", "double1"),
    ),
    "a field of a method that is defined outside": (
        "class A { int NAME; int g(); };\nint A::g() { return NAME; }",
        *("size", "count1"),
    ),
    "a function of a namespace": (
        "namespace n { int NAME(int x) { return x; } int g() { return NAME(1); } }",
        *("twice", "double1"),
    ),
    "a function of a namespace that is opened twice": (
        "namespace n { int NAME(int x) { return x; } }\n"
        "namespace n { int g() { return NAME(1); } }",
        *("twice", "double1"),
    ),
    "a function of a namespace, by path": (
        "namespace n { int NAME(int x) { return x; } }\nint g() { return n::NAME(1); }",
        *("twice", "double1"),
    ),
    "a function that a namespace declares": (
        "namespace n { int NAME(int x); int g(); }\n"
        "int n::NAME(int x) { return x; }\nint n::g() { return NAME(1); }",
        *("twice", "double1"),
    ),
    "a function with a library's name in a namespace": (
        "namespace n { int NAME(int x); int g(); }\n"
        "int n::NAME(int x) { return x; }\nint n::g() { return NAME(1); }",
        *("count", "tally"),
    ),
    "a namespace": (
        "namespace NAME { int f() { return 1; } }\nint g() { return NAME::f(); }",
        *("n", "m"),
    ),
    "a used namespace": (
        "namespace n { int NAME() { return 1; } }\nusing namespace n;\nint g() { return NAME(); }",
        *("f", "h"),
    ),
    "a constant": (
        "enum C { NAME, Green };\nbool f(C c) { return c == NAME; }",
        *("Red", "Crimson"),
    ),
    "a constant of a scoped enumeration": (
        "enum class C { NAME, Green };\nbool f(C c) { return c == C::NAME; }",
        *("Red", "Crimson"),
    ),
    "a constant of a nested enumeration": (
        "class A { enum C { NAME, Green }; bool f(C c) { return c == NAME; } };",
        *("Red", "Crimson"),
    ),
    "a constant of a nested enumeration, by path": (
        "class A { public: enum C { NAME, Green }; };\nbool f(A::C c) { return c == A::NAME; }",
        *("Red", "Crimson"),
    ),
    "a static constant": (
        "class A { static constexpr int NAME = 1; int f() { return NAME + A::NAME; } };",
        *("limit", "bound"),
    ),
    "a field of elements": (
        "#include <vector>\n"
        "struct P { int NAME; };\n"
        "int f(const std::vector<P>& ps) { int t = 0; for (const auto& p : ps) t += "
        "p.NAME; return t; }",
        *("x", "left"),
    ),
    "a field of elements with a library's name": (
        "#include <vector>\n"
        "struct P { int NAME; };\n"
        "int f(const std::vector<P>& ps) { int t = 0; for (const auto& p : ps) t += "
        "p.NAME; return t; }",
        *("first", "left"),
    ),
    "a field of an item": (
        "#include <vector>\n"
        "struct P { int NAME; };\nint f(const std::vector<P>& ps) { return ps[0].NAME; }",
        *("first", "left"),
    ),
    "a field behind a pointer": (
        "#include <memory>\n"
        "struct P { int NAME; };\nint f(const std::unique_ptr<P>& p) { return p->NAME; }",
        *("value", "left"),
    ),
    "a field of a made object": (
        "#include <memory>\n"
        "struct P { int NAME; };\n"
        "int f() { auto p = std::make_unique<P>(); return p->NAME; }",
        *("value", "left"),
    ),
    "a field behind this": (
        "struct P { int NAME; int f() { return this->NAME; } };",
        *("value", "left"),
    ),
    "a field of a parameter": (
        "struct P { int NAME; bool operator<(const P& o) const { return NAME < o.NAME; } };",
        *("value", "left"),
    ),
    "a field in a lambda with types": (
        "#include <vector>\n"
        "#include <algorithm>\n"
        "struct P { int NAME; };\n"
        "void f(std::vector<P>& ps) { std::sort(ps.begin(), ps.end(), [](const P& a, "
        "const P& b) { return a.NAME < b.NAME; }); }",
        *("value", "left"),
    ),
    "a designated field": (
        "struct P { int NAME; };\nP f() { return P{.NAME = 1}; }",
        *("x", "left"),
    ),
    "a designated field of a declaration": (
        "struct P { int NAME; };\nint f() { P p{.NAME = 1}; return p.NAME; }",
        *("x", "left"),
    ),
    "a field in a constructor": (
        "struct P { int NAME; P(int y) : NAME(y) { } };",
        *("x", "left"),
    ),
    "a type parameter": (
        "template <typename NAME> NAME f(NAME x) { return x; }",
        *("T", "U"),
    ),
    "a type parameter of a class": (
        "template <typename NAME> struct A { NAME x; NAME f(); };\n"
        "template <typename NAME> NAME A<NAME>::f() { return x; }",
        *("T", "U"),
    ),
    "an alias": (
        "using NAME = int;\nNAME f(NAME x) { return x; }",
        *("num", "Int1"),
    ),
    "a structured binding": (
        "#include <map>\n"
        "int f(std::map<int, int>& m) { int t = 0; for (auto& [NAME, v] : m) t += "
        "NAME; return t; }",
        *("k", "key1"),
    ),
    "a macro": (
        "#define NAME 10\nint f() { return NAME; }",
        *("LIMIT", "MAX1"),
    ),
    "a macro's parameter": (
        "#define M(NAME) ((NAME) * 2)\nint f(int y) { return M(y); }",
        *("a", "b"),
    ),
    "a lambda": (
        "auto NAME = [](int x) { return x; };\nint f() { return NAME(1); }",
        *("go1", "h"),
    ),
    "a friend": (
        "class A { int x; friend int NAME(const A& a); };\nint NAME(const A& a) { return a.x; }",
        *("peek1", "look"),
    ),
    "an exception": (
        "#include <stdexcept>\n"
        "struct NAME : std::runtime_error { using std::runtime_error::runtime_error; "
        '};\nvoid f() { throw NAME("a"); }',
        *("BankError", "AccountError"),
    ),
    "a base's field in a template's child": (
        "struct B { int NAME; };\n"
        "template <typename T> struct A : B { int f() { return this->NAME; } };",
        *("x", "left"),
    ),
    "a nested struct": (
        "class A { struct NAME { int x; }; NAME n; NAME* f(); };\nA::NAME* A::f() { return &n; }",
        *("Node", "Item"),
    ),
    "a global function and a method": (
        "int NAME(int x) { return x; }\nstruct A { int f() { return NAME(1); } };",
        *("twice", "double1"),
    ),
    "a global function in a class with a base of the library": (
        "#include <vector>\n"
        "int NAME(int x) { return x; }\n"
        "struct A : std::vector<int> { int f() { return NAME(1); } };",
        *("twice", "double1"),
    ),
    "typename and class": (
        "template <NAME T> T f(T x) { return x; }",
        *("typename", "class"),
    ),
    "order of functions": (
        "NAME",
        *(
            "int f() { return 1; }\nint g() { return 2; }",
            "int g() { return 2; }\nint f() { return 1; }",
        ),
    ),
    "a prototype": (
        "NAMEint f() { return 1; }\nint g() { return f(); }",
        *("int f();\n", ""),
    ),
    "the position of const": (
        "int f(NAME x) { return x; }",
        *("const int", "int const"),
    ),
    "a repeated include": (
        "NAME#include <vector>\nstd::vector<int> x;",
        *("#include <vector>\n", ""),
    ),
    "include order": (
        "NAMEint x;",
        *("#include <vector>\n#include <string>\n", "#include <string>\n#include <vector>\n"),
    ),
    "and": (
        "bool f(bool a, bool b) { return NAME; }",
        *("a and not b", "a && !b"),
    ),
    "braces": (
        "int f(int a) { if (a) NAME return 2; }",
        *("return 1;", "{ return 1; }"),
    ),
}
