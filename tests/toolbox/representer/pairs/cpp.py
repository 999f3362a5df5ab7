"""Pairs of C++ programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"int f(int a, int b, int* p) {{ {body} }}\n"


def _class(members: str) -> str:
    return f"class C {{ public: {members} }};\n"


SAME = {
    "a variable named like a header": (
        "#include <vector>\nstruct A { std::vector<int> v; int size() { return v.size(); } };\n"
        "int f(A stack) { return stack.size(); }\n",
        "#include <vector>\nstruct A { std::vector<int> v; int count() { return v.size(); } };\n"
        "int f(A stack) { return stack.count(); }\n",
    ),
    "variables of two handlers": (
        "int f() {\n  try { return g(); }\n  catch (const A &e) { return 1; }\n"
        "  catch (const B &e) { return 2; }\n}\n",
        "int f() {\n  try { return g(); }\n  catch (const A &x) { return 1; }\n"
        "  catch (B const &y) { return 2; }\n}\n",
    ),
    "members declared apart": (
        "class A { int x = 0, y = 1; };\n",
        "class A { int x = 0; int y = 1; };\n",
    ),
    "const after auto in a loop": (
        "int f(V v) { int n = 0; for (const auto &x : v) n += x; return n; }\n",
        "int f(V v) { int n = 0; for (auto const &x : v) n += x; return n; }\n",
    ),
    "bytes in two ways": (_f(r'g("\xe9"); return 1;'), _f(r'g("\351"); return 1;')),
    "redundant parentheses": (_f("return (a + (b));"), _f("return a + b;")),
    "braces around one statement": (
        _f("for (int i : v) { g(i); } return 1;"),
        _f("for (int i : v) g(i); return 1;"),
    ),
    "stray semicolons": ("class C {};;", "class C {};"),
    "digit separators": (_f("return 1'000'000;"), _f("return 1000000;")),
    "hexadecimal numbers": (_f("return 0x1f;"), _f("return 31;")),
    "raw strings": (_f(r'return g(R"(a\b")");'), _f(r'return g("a\\b\"");')),
    "delimiters of raw strings": (_f('return g(R"x(a)x");'), _f('return g(R"y(a)y");')),
    "typename and class": (
        "template <typename T> T f(T a) { return a; }",
        "template <class U> U f(U a) { return a; }",
    ),
    "unsigned int": (_f("unsigned int c = 1;"), _f("unsigned c = 1;")),
    "where const stands": ("int f(std::string const& a);", "int f(const std::string& a);"),
    "the order of headers": (
        "#include <map>\n#include <string>\nint a;\n",
        "#include <string>\n#include <map>\nint a;\n",
    ),
    "no parameters": ("int f(void) { return 1; }", "int f() { return 1; }"),
    "names in qualified places": (
        "namespace n { int g(int a) { return a; } }\nint f() { return n::g(1); }\n",
        "namespace m { int h(int a) { return a; } }\nint f() { return m::h(1); }\n",
    ),
    "names of members": (
        _class("int size_; int get() const { return this->size_; }"),
        _class("int length_; int read() const { return this->length_; }"),
    ),
    "names of lambdas' parameters": (
        _f("return g([&](int x) { return x + a; });"),
        _f("return g([&](int y) { return y + a; });"),
    ),
    "names of constructors": (
        "struct A { A(int x) : y(x) {} ~A() {} int y; };",
        "struct B { B(int p) : q(p) {} ~B() {} int q; };",
    ),
    "a macro on several lines": (
        "#define A(b) \\\n  ((b) + 1) /* c */  \nint x;\n",
        "#define A(b) ((b) + 1)\nint x;\n",
    ),
    "a text on several lines of a macro": (
        '#define A "b\\\nc"\nint x;\n',
        '#define A "bc"\nint x;\n',
    ),
    "i++ and ++i of iterators": (_f("++it; return 1;"), _f("it++; return 1;")),
}

DIFFERENT = {
    "a function in a linkage after its caller": (
        "int f(double x) { return 1; }\n"
        "int g() { return f(1); }\n"
        'extern "C" { int f(int x) { return 2; } }\n',
        "int f(double x) { return 1; }\n"
        'extern "C" { int f(int x) { return 2; } }\n'
        "int g() { return f(1); }\n",
    ),
    "a namespace opened after a caller": (
        "namespace n { int f(int) { return 2; } }\n"
        "int f(double) { return 1; }\n"
        "int g() { return f(1); }\n"
        "using namespace n;\n",
        "namespace n { int f(int) { return 2; } }\n"
        "int f(double) { return 1; }\n"
        "using namespace n;\n"
        "int g() { return f(1); }\n",
    ),
    "a template after its caller": (
        "int f(double x) { return 1; }\n"
        "int g() { return f(1); }\n"
        "template <class T> int f(T x) { return 2; }\n",
        "int f(double x) { return 1; }\n"
        "template <class T> int f(T x) { return 2; }\n"
        "int g() { return f(1); }\n",
    ),
    "a function in a namespace after its caller": (
        "int f(double x) { return 1; }\n"
        "int g() { return f(1); }\n"
        "namespace { int f(int x) { return 2; } }\n",
        "int f(double x) { return 1; }\n"
        "namespace { int f(int x) { return 2; } }\n"
        "int g() { return f(1); }\n",
    ),
    "a function in a condition after its caller": (
        "int f(double x) { return 1; }\n"
        "int g() { return f(1); }\n"
        "#ifndef Q\n"
        "int f(int x) { return 2; }\n"
        "#endif\n",
        "int f(double x) { return 1; }\n"
        "#ifndef Q\n"
        "int f(int x) { return 2; }\n"
        "#endif\n"
        "int g() { return f(1); }\n",
    ),
    "which method tells the size": (
        "#include <iterator>\n"
        "struct A { int size() const { return 1; } int count() const { return 2; } }; "
        "int f() { A a; return std::size(a); }",
        "#include <iterator>\n"
        "struct A { int count() const { return 1; } int size() const { return 2; } }; "
        "int f() { A a; return std::size(a); }",
    ),
    "which method adds an element": (
        "#include <iterator>\n"
        "#include <algorithm>\n"
        "#include <vector>\n"
        "struct A { using value_type = int; int s = 0; void push_back(int x) { s += x; "
        "} void pop_off(int x) { s -= x; } }; int f(std::vector<int> v) { A a; "
        "std::copy(v.begin(), v.end(), std::back_inserter(a)); return a.s; }",
        "#include <iterator>\n"
        "#include <algorithm>\n"
        "#include <vector>\n"
        "struct A { using value_type = int; int s = 0; void pop_off(int x) { s += x; } "
        "void push_back(int x) { s -= x; } }; int f(std::vector<int> v) { A a; "
        "std::copy(v.begin(), v.end(), std::back_inserter(a)); return a.s; }",
    ),
    "which method a stack calls": (
        "#include <stack>\n"
        "struct A { using value_type = int; using reference = int&; using "
        "const_reference = const int&; using size_type = int; int s = 0; void "
        "push_back(const int& x) { s = x; } void add(const int& x) { s = -x; } int& "
        "back() { return s; } bool empty() const { return s; } }; int f() { "
        "std::stack<int, A> q; q.push(3); return q.top(); }",
        "#include <stack>\n"
        "struct A { using value_type = int; using reference = int&; using "
        "const_reference = const int&; using size_type = int; int s = 0; void "
        "add(const int& x) { s = x; } void push_back(const int& x) { s = -x; } int& "
        "back() { return s; } bool empty() const { return s; } }; int f() { "
        "std::stack<int, A> q; q.push(3); return q.top(); }",
    ),
    "the parameter of a parameter": (
        "#include <cmath>\ndouble f(double (*g)(double floor), double x) { return g(floor(x)); }",
        "#include <cmath>\ndouble f(double (*g)(double ceil), double x) { return g(ceil(x)); }",
    ),
    "the parameter in a type of functions": (
        "#include <cmath>\n"
        "#include <functional>\n"
        "using namespace std; double f(function<double(double floor)> g, double x) { "
        "return g(floor(x)); }",
        "#include <cmath>\n"
        "#include <functional>\n"
        "using namespace std; double f(function<double(double ceil)> g, double x) { "
        "return g(ceil(x)); }",
    ),
    "brackets around an argument of a macro": (
        "#define SQ(x) (x*x)\nint f(int a, int b) { return SQ(a + b); }",
        "#define SQ(x) (x*x)\nint f(int a, int b) { return SQ((a + b)); }",
    ),
    "a block around a macro": (
        "#define INC2(x, y) x++; y++\nint f(int a, int b) { if (a > 3) INC2(a, b); return a * b; }",
        "#define INC2(x, y) x++; y++\n"
        "int f(int a, int b) { if (a > 3) { INC2(a, b); } return a * b; }",
    ),
    "a macro for a pointer in a declaration": (
        "#define PTR int *\nint f() { PTR a, b; return sizeof(a) == sizeof(b); }",
        "#define PTR int *\nint f() { PTR a; PTR b; return sizeof(a) == sizeof(b); }",
    ),
    "brackets around a macro": (
        "#define N 1 + 2\nint f(int a) { return (N) * a; }",
        "#define N 1 + 2\nint f(int a) { return N * a; }",
    ),
    "a member before a variable of its name": (
        "struct A { int a = 1, b = 5; int f() { int y = a; int a = 2; return y + a; } };",
        "struct A { int a = 1, b = 5; int f() { int y = b; int b = 2; return y + b; } };",
    ),
    "a member or a global variable": (
        "int x = 1; struct A { int x = 2; int f(); }; int A::f() { return x; }",
        "int x = 1; struct A { int y = 2; int f(); }; int A::f() { return x; }",
    ),
    "an inherited member or a global variable": (
        "int x = 1; struct A { int x = 2; }; struct B : A { int f() { return x; } };",
        "int x = 1; struct A { int y = 2; }; struct B : A { int f() { return x; } };",
    ),
    "an inherited member instead of a variable around": (
        "struct A { int x = 2; }; int f() { static int x = 1; struct B : A { int g() { "
        "return x; } }; return B().g(); }",
        "struct A { int y = 2; }; int f() { static int x = 1; struct B : A { int g() { "
        "return x; } }; return B().g(); }",
    ),
    "members with other values": (
        "class A { int x = 0, y = 1; };\n",
        "class A { int x = 1; int y = 0; };\n",
    ),
    "bytes and letters": (_f(r'g("\xe9"); return 1;'), _f('g("é"); return 1;')),
    "bytes and characters": (_f(r'g("\xe9"); return 1;'), _f(r'g("\u00e9"); return 1;')),
    "i++ and ++i as a value": (_f("return a++;"), _f("return ++a;")),
    "int and long": ("int f(int a);", "int f(long a);"),
    "auto and int": (_f("auto c = a;"), _f("int c = a;")),
    "by value and by reference": ("int f(std::string a);", "int f(std::string& a);"),
    "by reference and by const reference": ("int f(A& a);", "int f(const A& a);"),
    "a copy and a move": (_f("return g(x);"), _f("return g(std::move(x));")),
    "references to what goes": ("int f(A& a);", "int f(A&& a);"),
    "braces and parentheses": (_f("std::vector<int> v(3, 1);"), _f("std::vector<int> v{3, 1};")),
    "parentheses in decltype": (_f("decltype(a) c = a;"), _f("decltype((a)) c = a;")),
    "what a lambda captures": (
        _f("return g([a] { return a; });"),
        _f("return g([&a] { return a; });"),
    ),
    "how a lambda captures": (
        _f("return g([=] { return a; });"),
        _f("return g([&] { return a; });"),
    ),
    "at and brackets": (_f("return v.at(a);"), _f("return v[a];")),
    "push and emplace": (_f("v.push_back(a);"), _f("v.emplace_back(a);")),
    "endl and a line's end": (_f("std::cout << std::endl;"), _f(r"std::cout << '\n';")),
    "names of the library": (_f("return std::min(a, b);"), _f("return std::max(a, b);")),
    "a namespace's function and one's own": (
        "int max(int a) { return a; }\nint f(int a) { return std::max(a, a); }\n",
        "int min(int a) { return a; }\nint f(int a) { return std::min(a, a); }\n",
    ),
    "a library's method and a function of one's own": (
        "int front(std::string a) { return a.front(); }",
        "int back(std::string a) { return a.back(); }",
    ),
    "a library's method and a variable of one's own": (
        "int f(std::string a) { int front = 1; return a.front() + front; }",
        "int f(std::string a) { int back = 1; return a.back() + back; }",
    ),
    "a method that the library calls": (
        _class("int* begin(); int* end();"),
        _class("int* start(); int* stop();"),
    ),
    "casts": (_f("return static_cast<int>(a);"), _f("return reinterpret_cast<int>(a);")),
    "a cast in C's way": (_f("return static_cast<int>(a);"), _f("return (int)a;")),
    "new and new of many": (_f("delete p;"), _f("delete[] p;")),
    "virtual": (_class("virtual int f();"), _class("int f();")),
    "const methods": (_class("int f() const;"), _class("int f();")),
    "noexcept": (_class("int f() noexcept;"), _class("int f();")),
    "default and delete": (_class("C() = default;"), _class("C() = delete;")),
    "pure": (_class("virtual int f() = 0;"), _class("virtual int f();")),
    "visibility": ("class C { public: int a; };", "class C { private: int a; };"),
    "struct and class": ("struct C { int a; };", "class C { int a; };"),
    "operators": (
        _class("bool operator<(const C& c) const;"),
        _class("bool operator>(const C& c) const;"),
    ),
    "operators with brackets": (
        _class("int operator()(int a);"),
        _class("int operator[](int a);"),
    ),
    "what is thrown": (_f('throw std::domain_error("x");'), _f('throw std::range_error("x");')),
    "how it is caught": (
        _f("try { g(); } catch (std::exception& e) {} return 1;"),
        _f("try { g(); } catch (std::exception e) {} return 1;"),
    ),
    "throwing again": (
        _f("try { g(); } catch (E& e) { throw; } return 1;"),
        _f("try { g(); } catch (E& e) { throw e; } return 1;"),
    ),
    "for and for each": (
        _f("for (int i = 0; i < 3; i++) g(i); return 1;"),
        _f("for (int i : {0, 1, 2}) g(i); return 1;"),
    ),
    "enum and enum class": ("enum E { A };", "enum class E { A };"),
    "kinds of strings": (_f('return g("a");'), _f('return g(u8"a");')),
    "an escape in a raw string": (_f(r'return g(R"(\n)");'), _f(r'return g("\n");')),
    "argument order": (_f("return g(a, b);"), _f("return g(b, a);")),
    "template arguments": (_f("std::map<int, char> m;"), _f("std::map<char, int> m;")),
    "the order of members": ("struct A { int x; char y; };", "struct A { char y; int x; };"),
    "constexpr": ("constexpr int f() { return 1; }", "inline int f() { return 1; }"),
    "null": (_f("return p == nullptr;"), _f("return p == 0;")),
    "alternative tokens": (_f("return a && b;"), _f("return a || b;")),
    "arguments that hide a function": (_f("return (swap)(a, b);"), _f("return swap(a, b);")),
}
