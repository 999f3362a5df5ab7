"""Members of Go programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a builtin function inside its namesake": (
        "package p\ntype T struct { items []int }\n"
        "func (t T) NAME() int { return NAME(t.items) }\n",
        *("len", "cap"),
    ),
    "a builtin function and a field": (
        "package p\ntype T struct { NAME []int }\nfunc f(t T) int { return NAME(t.NAME) }\n",
        *("len", "cap"),
    ),
    "a method that delegates to its namesake": (
        "package p\ntype T struct { items *list.List }\n"
        "func (t *T) NAME(x int) { t.items.NAME(x) }\n",
        *("PushBack", "PushFront"),
    ),
    "a value of a library's type": (
        "package p\ntype T struct { mu sync.RWMutex }\nfunc (t *T) NAME() { t.mu.NAME() }\n",
        *("Lock", "RLock"),
    ),
    "an embedded type": (
        "package p\ntype T struct { sync.RWMutex }\nfunc (t *T) NAME() { t.RWMutex.NAME() }\n",
        *("Lock", "RLock"),
    ),
    "breadth first and depth first": (
        "package p\ntype T struct { items *list.List }\n"
        "func (t *T) NAME() *list.Element { return t.items.NAME() }\n"
        "func f() { t := &T{}; t.NAME() }\n",
        *("Front", "Back"),
    ),
    "a parameter": (
        "package p\ntype T struct{}\nfunc (t T) NAME(d time.Time) int { return d.NAME() }\n",
        *("Year", "Day"),
    ),
    "a variable": (
        "package p\ntype T struct{}\nfunc (t T) NAME() { var b strings.Builder; b.NAME(1) }\n",
        *("WriteByte", "WriteRune"),
    ),
    "a call's result": (
        "package p\ntype T struct{}\nfunc (t T) NAME() int { return time.Now().NAME() }\n",
        *("Year", "Day"),
    ),
    "a library's literal": (
        "package p\ntype T struct{}\nfunc (t T) NAME() { b := &strings.Builder{}; b.NAME() }\n",
        *("Len", "Reset"),
    ),
    "an interface of the library": (
        "package p\ntype T struct { r io.ReadWriter }\nfunc (t T) NAME(b []byte) { t.r.NAME(b) }\n",
        *("Read", "Write"),
    ),
    "a package's function": (
        'package p\nimport "strings"\ntype T struct{}\n'
        "func (t T) NAME(s string) string { return strings.NAME(s) }\n",
        *("ToUpper", "ToLower"),
    ),
    "a function and a method": (
        "package p\nfunc NAME(t time.Time) int { return t.NAME() }\n",
        *("Year", "Day"),
    ),
    "another method": (
        "package p\ntype T struct{}\nfunc (t T) NAME() int { return 1 }\n"
        "func f(d time.Time) int { return d.NAME() }\n",
        *("Year", "Day"),
    ),
    "a loop's variable": (
        "package p\ntype T struct{}\n"
        "func (t T) NAME(ds []time.Time) { for _, d := range ds { d.NAME() } }\n",
        *("Year", "Day"),
    ),
    "a type parameter": (
        "package p\ntype T[V Q] struct{ v V }\nfunc (t T[V]) NAME() { t.v.NAME() }\n",
        *("Rise", "Fall"),
    ),
    "a field named like a library's": (
        "package p\ntype T struct { NAME string }\n"
        "func f(r *http.Request) T { return T{NAME: r.NAME} }\n",
        *("Method", "Host"),
    ),
}

SAME = {
    "the receiver": (
        "package p\ntype T struct{}\nfunc (t *T) NAME() { t.NAME() }\n",
        *("Push", "Enter"),
    ),
    "a parameter": (
        "package p\ntype T struct{}\nfunc (t *T) NAME() {}\nfunc f(x *T) { x.NAME() }\n",
        *("Push", "Enter"),
    ),
    "a literal": (
        "package p\ntype T struct{}\nfunc (t *T) NAME() {}\nfunc f() { x := &T{}; x.NAME() }\n",
        *("Push", "Enter"),
    ),
    "a function's result": (
        "package p\ntype T struct{}\nfunc (t *T) NAME() {}\nfunc New() *T { return nil }\n"
        "func f() { x := New(); x.NAME() }\n",
        *("Push", "Enter"),
    ),
    "a field": (
        "package p\ntype N struct{ NAME *N }\ntype T struct{ head *N }\n"
        "func (t *T) f() { n := t.head; n = n.NAME; n = n.NAME }\n",
        *("Next", "After"),
    ),
    "a field of this name": (
        "package p\ntype T struct{ NAME int }\nfunc f(t T) int { return t.NAME }\n",
        *("Len", "Wide"),
    ),
    "a tree": (
        "package p\ntype N struct{ left *N }\nfunc (n *N) NAME(x int) { n.left.NAME(x) }\n",
        *("Insert", "Enter"),
    ),
}
