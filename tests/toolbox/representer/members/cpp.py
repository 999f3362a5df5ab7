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
}
