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
    "a library's type by its path": (
        "package a\n"
        'import "container/list"\n'
        "type List struct{}\n"
        "func (l *List) NAME(x int) {}\nfunc f(l *list.List) { l.NAME(1) }",
        *("PushBack", "PushFront"),
    ),
    "a new object of a library's type": (
        "package a\n"
        'import "container/list"\n'
        "type List struct{}\n"
        "func (l *List) NAME(x int) {}\nfunc f() { l := list.New(); l.NAME(1) }",
        *("PushBack", "PushFront"),
    ),
    "a literal of a library's type": (
        "package a\n"
        'import "net/url"\n'
        'type A struct{ NAME string }\nfunc f() url.URL { return url.URL{NAME: "a"} }',
        *("Host", "Path"),
    ),
    "a literal behind a pointer": (
        "package a\n"
        'import "net/url"\n'
        'type A struct{ NAME string }\nfunc f() *url.URL { return &url.URL{NAME: "a"} }',
        *("Host", "Path"),
    ),
    "a literal in a list": (
        "package a\n"
        'import "net/url"\n'
        'type A struct{ NAME string }\nfunc f() []url.URL { return []url.URL{{NAME: "a"}} }',
        *("Host", "Path"),
    ),
    "a literal in a list of one name": (
        "package a\n"
        'import "net/url"\n'
        "type URL struct{ NAME string }\n"
        'func f() []url.URL { return []url.URL{{NAME: "a"}} }',
        *("Host", "Path"),
    ),
    "a field of a library's type": (
        "package a\n"
        'import "net/url"\n'
        "type A struct{ NAME string }\nfunc f(u *url.URL) string { return u.NAME }",
        *("Host", "Path"),
    ),
    "a field of elements": (
        "package a\n"
        'import "net/url"\n'
        "type A struct{ NAME string }\n"
        "func f(us []*url.URL) { for _, u := range us { g(u.NAME) } }",
        *("Host", "Path"),
    ),
    "a method of elements": (
        "package a\n"
        'import "time"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        "func f(us []time.Time) { for _, u := range us { g(u.NAME()) } }",
        *("YearDay", "Nanosecond"),
    ),
    "a method of an item": (
        "package a\n"
        'import "time"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        "func f(us []time.Time) int { return us[0].NAME() }",
        *("YearDay", "Nanosecond"),
    ),
    "a method of a map's value": (
        "package a\n"
        'import "time"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        'func f(us map[string]time.Time) int { return us["a"].NAME() }',
        *("YearDay", "Nanosecond"),
    ),
    "a method of a call's result": (
        "package a\n"
        'import "time"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\nfunc f() int { return time.Now().NAME() }",
        *("YearDay", "Nanosecond"),
    ),
    "a method of a variable from a call": (
        "package a\n"
        'import "time"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        'func f() int { t, err := time.Parse("", ""); g(err); return t.NAME() }',
        *("YearDay", "ISOWeek"),
    ),
    "a fraction": (
        "package a\n"
        'import "math/big"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\nfunc f(r *big.Rat) any { return r.NAME() }",
        *("Num", "Denom"),
    ),
    "a fraction from a call": (
        "package a\n"
        'import "math/big"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        "func f() any { r := big.NewRat(1, 2); return r.NAME() }",
        *("Num", "Denom"),
    ),
    "a function of a package": (
        "package a\n"
        'import "strings"\n'
        "func NAME(s string) string { return s }\n"
        "func f(s string) string { return strings.NAME(s) + NAME(s) }",
        *("ToUpper", "ToLower"),
    ),
    "a constant of a package": (
        'package a\nimport "math"\nconst NAME = 1\nfunc f() int { return math.NAME }',
        *("MaxInt", "MinInt"),
    ),
    "a constant of time": (
        'package a\nimport "time"\nconst NAME = 1\nfunc f() any { return time.NAME }',
        *("Monday", "Tuesday"),
    ),
    "a type of a package": (
        'package a\nimport "sync"\ntype NAME struct{}\nvar x sync.NAME',
        *("Mutex", "RWMutex"),
    ),
    "an embedded type of a package": (
        "package a\n"
        'import "sync"\n'
        "type A struct{ sync.Mutex }\n"
        "func (b B) NAME() {}\ntype B struct{}\nfunc (a *A) f() { a.NAME() }",
        *("Lock", "Unlock"),
    ),
    "an embedded type of a package that is not listed": (
        "package a\n"
        'import "net/url"\n'
        "type A struct{ url.URL }\n"
        "type B struct{}\n"
        'func (b B) NAME() string { return "" }\nfunc (a *A) f() string { return a.NAME() }',
        *("Hostname", "Port"),
    ),
    "an own package's namesake": (
        "package a\n"
        'import "strings"\n'
        "type strings2 struct{}\n"
        "func (s strings2) NAME(x string) string { return x }\n"
        "func f(x string) string { return strings.NAME(x) }",
        *("Title", "TrimSpace"),
    ),
    "a builder": (
        "package a\n"
        'import "strings"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        "func f() int { var b strings.Builder; return b.NAME() }",
        *("Len", "Cap"),
    ),
    "an error": (
        "package a\n"
        'import "os"\n'
        "type E struct{ NAME string }\nfunc f(e *os.PathError) string { return e.NAME }",
        *("Op", "Path"),
    ),
    "a file's information": (
        "package a\n"
        'import "os"\n'
        "type E struct{}\n"
        'func (e E) NAME() string { return "" }\n'
        "func f(es []os.DirEntry) { for _, e := range es { g(e.NAME()) } }",
        *("IsDir", "Type"),
    ),
    "a scanner": (
        "package a\n"
        "import (\n"
        '"bufio"\n'
        '"os"\n'
        ")\n"
        "type E struct{}\n"
        'func (e E) NAME() string { return "" }\n'
        "func f() { s := bufio.NewScanner(os.Stdin); for s.Scan() { g(s.NAME()) } }",
        *("Text", "Bytes"),
    ),
    "a type switch": (
        "package a\n"
        'import "time"\n'
        "type E struct{}\n"
        "func (e E) NAME() int { return 1 }\n"
        "func f(x any) int { switch t := x.(type) { case time.Time: return t.NAME() }; "
        "return 1 }",
        *("YearDay", "Nanosecond"),
    ),
    "a type assertion": (
        "package a\n"
        'import "time"\n'
        "type E struct{}\n"
        "func (e E) NAME() int { return 1 }\n"
        "func f(x any) int { return x.(time.Time).NAME() }",
        *("YearDay", "Nanosecond"),
    ),
    "a value of iota": (
        "package a\nconst (\nNAME\n)",
        *("A = iota\nB", "A = 1\nB"),
    ),
    "two constants of one list": (
        "package a\nconst (\nA = iota\nB\n)\nfunc f(x int) bool { return x == NAME && x != A }",
        *("A", "B"),
    ),
    "constants with the same value": (
        "package a\nconst (\nA = NAME\nB\n)",
        *("1", "2"),
    ),
    "two fields": (
        "package a\ntype P struct{ X, Y int }\nfunc f(p P) int { return p.NAME + p.X*2 }",
        *("X", "Y"),
    ),
    "two fields of a literal": (
        "package a\n"
        "type P struct{ X, Y int }\n"
        "func f() P { return P{NAME: 1} }\nfunc g(p P) int { return p.X }",
        *("X", "Y"),
    ),
    "a variable and a key": (
        "package a\n"
        "type P struct{ X, Y int }\n"
        "func f(x int) P { return P{X: 1, Y: NAME} }\nfunc g(p P) int { return p.X }",
        *("x", "2"),
    ),
    "a map's key": (
        "package a\nfunc f(x, y int) map[int]int { return map[int]int{NAME: 1, x: 2} }",
        *("x", "y"),
    ),
    "a shadowed variable": (
        "package a\nfunc f(x int) int { if true { x NAME 2; g(x) }; return x }",
        *(":=", "="),
    ),
    "a pointer's receiver": (
        "package a\ntype A struct{ x int }\nfunc (a NAME) f() { a.x = 1 }",
        *("A", "*A"),
    ),
    "a deferred call": (
        "package a\nfunc f() { NAMEg(); h() }",
        *("defer ", "go "),
    ),
    "a slice's end": (
        "package a\nfunc f(x []int) []int { return x[NAME] }",
        *("1:", ":1"),
    ),
    "the package of a function": (
        "package a\n"
        'import (\n"math/rand"\ncrand "crypto/rand"\n)\nfunc f(x []byte) { NAME.Read(x) }',
        *("rand", "crand"),
    ),
    "an interface of a library": (
        "package a\n"
        'import "sort"\n'
        "type A []int\n"
        "func (a A) Len() int { return 1 }\n"
        "func (a A) Less(i, j int) bool { return a[i] < a[j] }\n"
        "func (a A) Swap(i, j int) {}\nfunc f(a A) { sort.NAME(a) }",
        *("Sort", "Stable"),
    ),
    "a method of an interface of a library": (
        "package a\n"
        'import "sort"\n'
        "type A []int\n"
        "func (a A) NAME() int { return 1 }\n"
        "func f(a sort.Interface) int { return a.NAME() }",
        *("Len", "Size"),
    ),
    "a method of a result": (
        "package a\n"
        'import "strings"\n'
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        "func f(s string) any { return strings.NewReader(s).NAME() }",
        *("Len", "Size"),
    ),
    "a method of an error": (
        "package a\n"
        'import "errors"\n'
        "type A struct{}\n"
        'func (a A) NAME() string { return "" }\n'
        "func f(s string) any { return errors.New(s).NAME() }",
        *("Error", "Msg"),
    ),
    "a field of a test": (
        "package a\n"
        'import "testing"\n'
        "type A struct{}\n"
        'func (a A) NAME(x string) {}\nfunc f(t *testing.T) { t.NAME("a") }',
        *("Fatal", "Error"),
    ),
    "a builtin": (
        "package a\ntype A struct{ NAME int }\nfunc f(x []int) int { return NAME(x) }",
        *("len", "cap"),
    ),
    "a channel's direction": (
        "package a\nfunc f(c NAME) {}",
        *("<-chan int", "chan<- int"),
    ),
    "a switch that falls through": (
        "package a\n"
        "func f(x int) int { switch x { case 1: x = 2; NAME\ncase 2: x = 3 }; return x }",
        *("fallthrough", ""),
    ),
    "a loop's pointer": (
        "package a\nfunc f(xs []int) { for i, x := range xs { g(NAME) } }",
        *("&xs[i]", "&x"),
    ),
    "a shadowed error": (
        "package a\n"
        "func f() error { var err error; if x, err NAME g(); err != nil { h(x) }; "
        "return err }",
        *(":=", "="),
    ),
    "a constant's type": (
        "package a\nconst A NAME= 1",
        *("int64 ", ""),
    ),
    "a variadic call": (
        "package a\nfunc f(xs []any) { g(xsNAME) }",
        *("...", ""),
    ),
    "an embedded pointer": (
        "package a\ntype A struct{ x int }\ntype B struct{ NAMEA }",
        *("*", ""),
    ),
    "a tag": (
        "package a\ntype A struct{ X int NAME}",
        *('`json:"x"` ', '`json:"y"` '),
    ),
    "a package's variable": (
        'package a\nimport "os"\nvar NAME = 1\nfunc f() any { return os.NAME }',
        *("Stdin", "Stdout"),
    ),
    "a type of a package in a slice": (
        "package a\n"
        'import "time"\n'
        "type Month int\n"
        "func (m Month) NAME() int { return 1 }\n"
        "func f(ms []time.Month) { for _, m := range ms { g(m.NAME()) } }",
        *("String", "Name"),
    ),
    "a value of a map with one's own keys": (
        "package a\n"
        'import "time"\n'
        "type K struct{ X int }\n"
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\n"
        "func f(m map[K]time.Time, k K) int { return m[k].NAME() }",
        *("YearDay", "Nanosecond"),
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
    "a function": (
        "package a\nfunc NAME(x int) int { return x }\nfunc g() int { return NAME(1) }",
        *("twice", "double1"),
    ),
    "an exported function": (
        "package a\nfunc NAME(x int) int { return x }\nfunc g() int { return NAME(1) }",
        *("Twice", "Double1"),
    ),
    "a method": (
        "package a\n"
        "type A struct{}\n"
        "func (a A) NAME(x int) int { return x }\nfunc g(a A) int { return a.NAME(1) }",
        *("Twice", "Double1"),
    ),
    "a field again": (
        "package a\ntype A struct{ NAME int }\nfunc f(a *A) int { return a.NAME }",
        *("x", "left"),
    ),
    "a field of a literal": (
        "package a\ntype A struct{ NAME int }\nfunc f() *A { return &A{NAME: 1} }",
        *("x", "left"),
    ),
    "a field of a literal in a list": (
        "package a\ntype A struct{ NAME int }\nvar x = []A{{NAME: 1}, {NAME: 2}}",
        *("x", "left"),
    ),
    "a field of a literal in a map": (
        'package a\ntype A struct{ NAME int }\nvar x = map[string]A{"a": {NAME: 1}}',
        *("x", "left"),
    ),
    "a field of a type without a name": (
        "package a\n"
        "var x = []struct{ NAME int }{{NAME: 1}}\n"
        "func f() int { for _, y := range x { return y.NAME }; return 1 }",
        *("x", "left"),
    ),
    "a field of elements": (
        "package a\n"
        "type A struct{ NAME int }\n"
        "func f(as []A) int { t := 0; for _, a := range as { t += a.NAME }; return t }",
        *("x", "left"),
    ),
    "a field of elements with a library's name": (
        "package a\n"
        "type A struct{ NAME int }\n"
        "func f(as []A) int { t := 0; for _, a := range as { t += a.NAME }; return t + "
        "as[0].NAME }",
        *("Value", "Left"),
    ),
    "a method of elements with a library's name": (
        "package a\n"
        "type A struct{}\n"
        "func (a *A) NAME() int { return 1 }\n"
        "func f(as []*A) int { t := 0; for _, a := range as { t += a.NAME() }; return "
        "t + as[0].NAME() }",
        *("Value", "Left"),
    ),
    "a method of a map's values": (
        "package a\n"
        "type A struct{}\n"
        "func (a *A) NAME() int { return 1 }\n"
        "func f(as map[string]*A) int { t := 0; for _, a := range as { t += a.NAME() "
        '}; return t + as["a"].NAME() }',
        *("Value", "Left"),
    ),
    "a method of an interface": (
        "package a\n"
        "type S interface{ NAME() int }\n"
        "type A struct{}\n"
        "func (a A) NAME() int { return 1 }\nfunc f(s S) int { return s.NAME() }",
        *("Area", "Surface"),
    ),
    "a type": (
        "package a\ntype NAME struct{ x int }\nfunc f() NAME { return NAME{1} }",
        *("Node", "Item"),
    ),
    "a generic type": (
        "package a\ntype NAME[T any] struct{ x T }\nfunc f() NAME[int] { return NAME[int]{1} }",
        *("Node", "Item"),
    ),
    "a type parameter": (
        "package a\nfunc f[NAME any](x NAME) NAME { return x }",
        *("T", "E"),
    ),
    "a type parameter of a method": (
        "package a\ntype A[T any] struct{ x T }\nfunc (a A[NAME]) f() NAME { return a.x }",
        *("T", "E"),
    ),
    "constants in a list": (
        "package a\nNAME",
        *("const A = 1\nconst B = 2", "const (\n\tA = 1\n\tB = 2\n)"),
    ),
    "one constant in a list": (
        "package a\nNAME",
        *("const A = 1", "const (\n\tA = 1\n)"),
    ),
    "constants of a list, one of them another's": (
        "package a\nNAME",
        *("const A = 1\nconst B = A + 1", "const (\n\tA = 1\n\tB = A + 1\n)"),
    ),
    "one of iota in a list": (
        "package a\nNAME",
        *("const A = iota", "const (\n\tA = iota\n)"),
    ),
    "two constants of one line": (
        "package a\nNAME",
        *("const A, B = 1, 2", "const (\n\tA, B = 1, 2\n)"),
    ),
    "constants in a function": (
        "package a\nfunc f() int { NAME\nreturn A + B }",
        *("const A = 1\nconst B = 2", "const (\n\tA = 1\n\tB = 2\n)"),
    ),
    "variables in a list": (
        "package a\nNAME",
        *("var A = 1\nvar B = 2", "var (\n\tA = 1\n\tB = 2\n)"),
    ),
    "types in a list": (
        "package a\nNAME",
        *("type A int\ntype B int", "type (\n\tA int\n\tB int\n)"),
    ),
    "imports in a list": (
        "package a\nNAME\nvar x = fmt.Sprint(os.Args)",
        *('import "fmt"\nimport "os"', 'import (\n\t"fmt"\n\t"os"\n)'),
    ),
    "a package's alias": (
        'package a\nimport NAME"strings"\nvar x = strings.ToUpper("a")',
        *("strings ", ""),
    ),
    "a constant of an enumeration": (
        "package a\n"
        "type C int\n"
        "const (\nNAME C = iota\nGreen\n)\nfunc f(c C) bool { return c == NAME }",
        *("Red", "Crimson"),
    ),
    "an embedded type": (
        "package a\n"
        "type NAME struct{ x int }\n"
        "type B struct{ NAME }\nfunc f(b B) int { return b.x + b.NAME.x }",
        *("Base", "Root"),
    ),
    "a field of an embedded type": (
        "package a\n"
        "type A struct{ NAME int }\ntype B struct{ A }\nfunc f(b B) int { return b.NAME }",
        *("x", "left"),
    ),
    "a named result": (
        "package a\nfunc f() (NAME int) { NAME = 1; return }",
        *("x", "r"),
    ),
    "a method value": (
        "package a\n"
        "type A struct{}\n"
        "func (a A) NAME(x int) int { return x }\nfunc g(a A) any { return a.NAME }",
        *("Twice", "Double1"),
    ),
    "a method of the result of a function": (
        "package a\n"
        "type A struct{}\n"
        "func NewA() *A { return &A{} }\n"
        "func (a *A) NAME(x int) int { return x }\nfunc g() int { return NewA().NAME(1) }",
        *("Add", "Double1"),
    ),
    "a method of one of two results": (
        "package a\n"
        "type A struct{}\n"
        "func NewA() (*A, error) { return &A{}, nil }\n"
        "func (a *A) NAME(x int) int { return x }\n"
        "func g() int { a, _ := NewA(); return a.NAME(1) }",
        *("Add", "Double1"),
    ),
    "a type switch": (
        "package a\n"
        "type A struct{ NAME int }\n"
        "func f(x any) int { switch y := x.(type) { case A: return y.NAME }; return 1 }",
        *("x", "left"),
    ),
    "a label": (
        "package a\nfunc f() { NAME: for { break NAME } }",
        *("outer", "loop"),
    ),
    "an error's variable": (
        'package a\nimport "errors"\nvar NAME = errors.New("a")\nfunc f() error { return NAME }',
        *("ErrA", "ErrB"),
    ),
    "a method's receiver": (
        "package a\ntype A struct{ x int }\nfunc (NAME A) f() int { return NAME.x }",
        *("a", "self"),
    ),
    "parameters of one type": (
        "package a\nfunc f(NAME) int { return a + b }",
        *("a, b int", "a int, b int"),
    ),
    "an unused index": (
        "package a\nfunc f(x []int) { for NAME := range x { g(i) } }",
        *("i, _", "i"),
    ),
    "a zero value": (
        "package a\nfunc f() int { var x intNAME; return x }",
        *(" = 0", ""),
    ),
    "order of functions": (
        "package a\nNAME",
        *(
            "func f() int { return 1 }\nfunc g() int { return 2 }",
            "func g() int { return 2 }\nfunc f() int { return 1 }",
        ),
    ),
    "a raw string": (
        "package a\nvar x = NAME",
        *('`a"b`', '"a\\"b"'),
    ),
    "any": (
        "package a\nfunc f(x NAME) {}",
        *("any", "interface{}"),
    ),
    "a blank": (
        "package a\n"
        "var _ NAME = A{}\ntype NAME interface{ f() }\ntype A struct{}\nfunc (a A) f() {}",
        *("I", "J"),
    ),
    "a field that is indexed twice": (
        "package a\n"
        "type B struct{ NAME [][]int }\n"
        "type C struct{ X, Y int }\nfunc f(b B, c C) int { return b.NAME[c.X][c.Y] }",
        *("fields", "cells"),
    ),
    "a field that indexes": (
        "package a\n"
        "type B struct{ fields [][]int }\n"
        "type C struct{ NAME, Y int }\n"
        "func f(b B, c C) int { return b.fields[c.NAME][c.Y] }",
        *("X", "Left"),
    ),
    "a field of a received value": (
        "package a\ntype A struct{ NAME int }\nfunc f(c chan A) int { a := <-c; return a.NAME }",
        *("Value", "Left"),
    ),
    "a key beside a variable of its name": (
        "package a\ntype A struct{ NAME int }\nfunc f(x int) A { return A{NAME: x} }",
        *("x", "left"),
    ),
}
