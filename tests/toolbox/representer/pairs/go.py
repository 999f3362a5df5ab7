"""Pairs of Go programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"package p\n\nfunc F(a, b int, s []int) int {{\n{body}\n}}\n"


def _top(code: str) -> str:
    return f"package p\n\n{code}\n"


SAME = {
    "constants in one declaration": (
        "package p\n\nconst a, b = 3, 9\n",
        "package p\n\nconst a = 3\nconst b = 9\n",
    ),
    "bytes in two ways": (_f(r'return len("\xe9")'), _f(r'return len("\351")')),
    "redundant parentheses": (_f("return (a + (b))"), _f("return a + b")),
    "semicolons": (_f("a = 1; b = 2; return a"), _f("a = 1\nb = 2\nreturn a")),
    "hexadecimal numbers": (_f("return 0xFF"), _f("return 255")),
    "octal numbers": (_f("return 0o17 + 017"), _f("return 15 + 15")),
    "underscores": (_f("return 1_000_000"), _f("return 1000000")),
    "raw strings": (_f('return len(`a"b\\n`)'), _f('return len("a\\"b\\\\n")')),
    "escapes": (_f(r'return len("\x41\t")'), _f(r'return len("A\u0009")')),
    "escapes of runes": (_f(r"return int('\x41')"), _f("return int('A')")),
    "imports in a group": (
        _top('import (\n\t"fmt"\n)\n\nvar x = fmt.Sprint(1)'),
        _top('import "fmt"\n\nvar x = fmt.Sprint(1)'),
    ),
    "the order of imports": (
        _top('import (\n\t"fmt"\n\t"os"\n)\n\nvar x = fmt.Sprint(os.Args)'),
        _top('import "os"\nimport "fmt"\n\nvar x = fmt.Sprint(os.Args)'),
    ),
    "the order of functions": (
        _top("func F() int { return g() }\nfunc g() int { return 1 }"),
        _top("func g() int { return 1 }\nfunc F() int { return g() }"),
    ),
    "the order of methods and types": (
        _top("type T struct{ a int }\nfunc (t T) F() int { return t.a }"),
        _top("func (t T) F() int { return t.a }\ntype T struct{ a int }"),
    ),
    "declarations in a group": (
        _f("var (\n\tc int\n\td = 2\n)\nreturn c + d"),
        _f("var c int\nvar d = 2\nreturn c + d"),
    ),
    "parameters that share a type": (
        _top("func F(a, b int, c string) int { return a }"),
        _top("func F(a int, b int, c string) int { return a }"),
    ),
    "trailing commas": (_f("return len([]int{\n1,\n2,\n})"), _f("return len([]int{1, 2})")),
    "names": (
        _top("type T struct{ a int }\nfunc (t *T) M(x int) { t.a = x }"),
        _top("type U struct{ b int }\nfunc (u *U) N(y int) { u.b = y }"),
    ),
    "labels": (
        _f("outer:\n\tfor {\n\t\tbreak outer\n\t}\n\treturn a"),
        _f("loop:\n\tfor {\n\t\tbreak loop\n\t}\n\treturn a"),
    ),
    "an embedded type's name": (
        "package p\ntype A struct { x int }\ntype B struct { A }\nfunc f(b B) { b.A.x() }\n",
        "package p\ntype C struct { y int }\ntype D struct { C }\nfunc f(d D) { d.C.y() }\n",
    ),
    "a step and a sum": (_f("a++\nreturn a"), _f("a += 1\nreturn a")),
}

DIFFERENT = {
    "an own any": (
        "package p\ntype any int\nfunc f(x interface{}) {}\n",
        "package p\ntype any int\nfunc f(x any) {}\n",
    ),
    "fields that are written as text": (
        "package p\n"
        'import "encoding/json"\n'
        "type t struct{ Abc int }\n"
        "func f() { json.Marshal(t{1}) }\n",
        "package p\n"
        'import "encoding/json"\n'
        "type t struct{ Def int }\n"
        "func f() { json.Marshal(t{1}) }\n",
    ),
    "fields that a template names": (
        "package p\n"
        "import (\n"
        '\t"os"\n'
        '\t"text/template"\n'
        ")\n"
        "type t struct{ Abc, Def int }\n"
        "func f() { "
        'template.Must(template.New("").Parse("{{.Abc}}")).Execute(os.Stdout, t{1, 2}) '
        "}\n",
        "package p\n"
        "import (\n"
        '\t"os"\n'
        '\t"text/template"\n'
        ")\n"
        "type t struct{ Def, Abc int }\n"
        "func f() { "
        'template.Must(template.New("").Parse("{{.Abc}}")).Execute(os.Stdout, t{1, 2}) '
        "}\n",
    ),
    "packages of one last name": (
        "package p\n"
        "import (\n"
        '\tcrand "crypto/rand"\n'
        '\tmrand "math/rand"\n'
        ")\n"
        "func f(p []byte) { crand.Read(p) }\n"
        "func g(p []byte) { crand.Read(p); mrand.Read(p) }\n",
        "package p\n"
        "import (\n"
        '\tcrand "crypto/rand"\n'
        '\tmrand "math/rand"\n'
        ")\n"
        "func f(p []byte) { mrand.Read(p) }\n"
        "func g(p []byte) { crand.Read(p); mrand.Read(p) }\n",
    ),
    "an own len": (
        "package p\n"
        "func len(x []int) int { return 1 }\n"
        "func f(x []int) []int { return x[0:len(x)] }\n",
        "package p\nfunc len(x []int) int { return 1 }\nfunc f(x []int) []int { return x[:] }\n",
    ),
    "the parameter in a parameter's type": (
        "package p\nfunc f(g func(max int) int, a, b int) int { return g(max(a, b)) }\n",
        "package p\nfunc f(g func(min int) int, a, b int) int { return g(min(a, b)) }\n",
    ),
    "the parameter in a variable's type": (
        "package p\nvar g func(max int) int\nfunc f(a, b int) int { return max(a, b) }\n",
        "package p\nvar g func(min int) int\nfunc f(a, b int) int { return min(a, b) }\n",
    ),
    "which method sorting calls": (
        "package p\n"
        'import "sort"\n'
        "type s []int\n"
        "func (x s) Len() int { return len(x) }\n"
        "func (x s) Swap(i, j int) { x[i], x[j] = x[j], x[i] }\n"
        "func (x s) Less(i, j int) bool { return x[i] < x[j] }\n"
        "func (x s) Greater(i, j int) bool { return x[i] > x[j] }\n"
        "func f(x s) { sort.Sort(x) }\n",
        "package p\n"
        'import "sort"\n'
        "type s []int\n"
        "func (x s) Len() int { return len(x) }\n"
        "func (x s) Swap(i, j int) { x[i], x[j] = x[j], x[i] }\n"
        "func (x s) Greater(i, j int) bool { return x[i] < x[j] }\n"
        "func (x s) Less(i, j int) bool { return x[i] > x[j] }\n"
        "func f(x s) { sort.Sort(x) }\n",
    ),
    "which method printing calls": (
        "package p\n"
        "import (\n"
        '\t"fmt"\n'
        ")\n"
        "type w struct{ n int }\n"
        "func (x *w) Write(p []byte) (int, error) { x.n += len(p); return len(p), nil "
        "}\n"
        "func (x *w) Other(p []byte) (int, error) { x.n -= len(p); return len(p), nil "
        "}\n"
        "func f(x *w) { fmt.Fprint(x, 1) }\n",
        "package p\n"
        "import (\n"
        '\t"fmt"\n'
        ")\n"
        "type w struct{ n int }\n"
        "func (x *w) Other(p []byte) (int, error) { x.n += len(p); return len(p), nil "
        "}\n"
        "func (x *w) Write(p []byte) (int, error) { x.n -= len(p); return len(p), nil "
        "}\n"
        "func f(x *w) { fmt.Fprint(x, 1) }\n",
    ),
    "which method a heap calls": (
        "package p\n"
        'import "container/heap"\n'
        "type s []int\n"
        "func (x s) Len() int { return len(x) }\n"
        "func (x s) Swap(i, j int) { x[i], x[j] = x[j], x[i] }\n"
        "func (x s) Less(i, j int) bool { return x[i] < x[j] }\n"
        "func (x s) More(i, j int) bool { return x[i] > x[j] }\n"
        "func (x *s) Push(v any) { *x = append(*x, v.(int)) }\n"
        "func (x *s) Pop() any { return nil }\n"
        "func f(x *s) { heap.Init(x) }\n",
        "package p\n"
        'import "container/heap"\n'
        "type s []int\n"
        "func (x s) Len() int { return len(x) }\n"
        "func (x s) Swap(i, j int) { x[i], x[j] = x[j], x[i] }\n"
        "func (x s) More(i, j int) bool { return x[i] < x[j] }\n"
        "func (x s) Less(i, j int) bool { return x[i] > x[j] }\n"
        "func (x *s) Push(v any) { *x = append(*x, v.(int)) }\n"
        "func (x *s) Pop() any { return nil }\n"
        "func f(x *s) { heap.Init(x) }\n",
    ),
    "a zero before an imaginary number": (
        "package p\nfunc f() complex128 { return 010i }\n",
        "package p\nfunc f() complex128 { return 8i }\n",
    ),
    "a constant that is nearly zero": (
        "package p\nconst x = 1e-400\nfunc f() float64 { return x * 1e400 }\n",
        "package p\nconst x = 0.0\nfunc f() float64 { return x * 1e400 }\n",
    ),
    "a constant that no float represents": (
        "package p\nconst x = 9007199254740993.0\nfunc f() int { return int(x) }\n",
        "package p\nconst x = 9007199254740992.0\nfunc f() int { return int(x) }\n",
    ),
    "a variable that begins with one of its name": (
        "package p\n"
        "\n"
        "func f(a int, b int) int {\n"
        "\tif true {\n"
        "\t\ta := a + 1\n"
        "\t\treturn a\n"
        "\t}\n"
        "\treturn 0\n"
        "}\n",
        "package p\n"
        "\n"
        "func f(a int, b int) int {\n"
        "\tif true {\n"
        "\t\tb := b + 1\n"
        "\t\treturn b\n"
        "\t}\n"
        "\treturn 0\n"
        "}\n",
    ),
    "an own true": (
        "package p\n\nfunc f(true bool) {\n\tfor true {\n\t\tg()\n\t}\n}\n",
        "package p\n\nfunc f(true bool) {\n\tfor {\n\t\tg()\n\t}\n}\n",
    ),
    "an own constant true": (
        "package p\n"
        "\n"
        "const true = 1 > 2\n"
        "\n"
        "func f(n int) {\n"
        "\tswitch true {\n"
        "\tcase n > 0:\n"
        "\t\tg()\n"
        "\t}\n"
        "}\n",
        "package p\n"
        "\n"
        "const true = 1 > 2\n"
        "\n"
        "func f(n int) {\n"
        "\tswitch {\n"
        "\tcase n > 0:\n"
        "\t\tg()\n"
        "\t}\n"
        "}\n",
    ),
    "bytes and letters": (_f(r'return len("\xe9")'), _f('return len("é")')),
    "bytes and characters": (_f(r'return len("\xe9")'), _f(r'return len("\u00e9")')),
    "int and int64": (_top("func F(a int) {}"), _top("func F(a int64) {}")),
    "a number and a float": (_f("return 1"), _f("return 1.0")),
    "a rune and a number": (_f("return 'a'"), _f("return 97")),
    "a rune and a string": (_f("x := 'a'\n_ = x\nreturn 1"), _f('x := "a"\n_ = x\nreturn 1')),
    "an escape in a raw string": (_f("return len(`\\n`)"), _f(r'return len("\n")')),
    "a byte and a rune": (_f(r'return len("\xff")'), _f(r'return len("\u00ff")')),
    "var and :=": (_f("var c = a\nreturn c"), _f("c := a\nreturn c")),
    ":= and =": (_f("a := 1\nreturn a"), _f("a = 1\nreturn a")),
    "with a type and without": (_f("var c int = a\nreturn c"), _f("var c = a\nreturn c")),
    "by value and by pointer": (
        _top("type T struct{ a int }\nfunc (t T) M() { t.a = 1 }"),
        _top("type T struct{ a int }\nfunc (t *T) M() { t.a = 1 }"),
    ),
    "loops": (
        _f("for i := 0; i < a; i++ {\n}\nreturn a"),
        _f("for i := range a {\n_ = i\n}\nreturn a"),
    ),
    "a loop's parts": (_f("for a < b {\n}\nreturn a"), _f("for ; a < b; {\n\tbreak\n}\nreturn a")),
    "index and value": (
        _f("for i := range s {\n_ = i\n}\nreturn a"),
        _f("for _, i := range s {\n_ = i\n}\nreturn a"),
    ),
    "a step": (_f("a++\nreturn a"), _f("a--\nreturn a")),
    "and not": (_f("return a &^ b"), _f("return a & ^b")),
    "library calls": (
        _top('import "strings"\n\nfunc F(s string) string { return strings.ToUpper(s) }'),
        _top('import "strings"\n\nfunc F(s string) string { return strings.ToLower(s) }'),
    ),
    "a library's function and one's own": (
        _top('import "math"\n\nfunc Min(x float64) float64 { return math.Min(x, 1) }'),
        _top('import "math"\n\nfunc Max(x float64) float64 { return math.Max(x, 1) }'),
    ),
    "a library's method and a function of one's own": (
        _top("func Len(b B) int { return b.Len() }"),
        _top("func Cap(b B) int { return b.Cap() }"),
    ),
    "which import": (_top('import "math/rand"'), _top('import "crypto/rand"')),
    "imports of all names": (_top('import "fmt"'), _top('import . "fmt"')),
    "imports for effect": (_top('import "embed"'), _top('import _ "embed"')),
    "print": (
        _top('import "fmt"\n\nfunc F() { fmt.Print("a") }'),
        _top('import "fmt"\n\nfunc F() { fmt.Println("a") }'),
    ),
    "methods that the library calls": (
        _top('type T int\nfunc (t T) String() string { return "" }'),
        _top('type T int\nfunc (t T) Text() string { return "" }'),
    ),
    "init": (_top("func init() { println() }"), _top("func begin() { println() }")),
    "defer and go": (_f("defer f()\nreturn a"), _f("go f()\nreturn a")),
    "which way a channel goes": (_top("func F(c <-chan int) {}"), _top("func F(c chan<- int) {}")),
    "sending and receiving": (_f("c <- a\nreturn a"), _f("<-c\nreturn a")),
    "a buffer": (
        _f("c := make(chan int)\n_ = c\nreturn a"),
        _f("c := make(chan int, 1)\n_ = c\nreturn a"),
    ),
    "an array and a slice": (_f("return len([3]int{})"), _f("return len([]int{})")),
    "parts of a slice": (_f("return len(s[1:])"), _f("return len(s[:1])")),
    "an alias and a type": (_top("type T = int"), _top("type T int")),
    "order of constants": (
        _top("const (\n\tA = iota\n\tB\n)\n\nvar x = A"),
        _top("const (\n\tB = iota\n\tA\n)\n\nvar x = A"),
    ),
    "order of variables": (
        _top("var a = f(1)\nvar b = f(2)\nfunc f(i int) int { println(i); return i }"),
        _top("var b = f(2)\nvar a = f(1)\nfunc f(i int) int { println(i); return i }"),
    ),
    "switch that falls through": (
        _f("switch a {\ncase 1:\n\tb = 1\n\tfallthrough\ndefault:\n\tb = 2\n}\nreturn b"),
        _f("switch a {\ncase 1:\n\tb = 1\ndefault:\n\tb = 2\n}\nreturn b"),
    ),
    "asking for a type": (_f("x, ok := y.(int)\n_ = ok\nreturn x"), _f("x := y.(int)\nreturn x")),
    "new and a literal": (_f("x := new(T)\n_ = x\nreturn a"), _f("x := &T{}\n_ = x\nreturn a")),
    "tags": (
        _top('type T struct {\n\tA int `json:"a"`\n}'),
        _top('type T struct {\n\tA int `json:"b"`\n}'),
    ),
    "a tag and none": (
        _top('type T struct {\n\tA int `json:"a"`\n}'),
        _top("type T struct {\n\tA int\n}"),
    ),
    "any number of arguments": (_top("func F(a ...int) {}"), _top("func F(a []int) {}")),
    "an embedded type": (
        _top("type T struct{ E }\ntype E int"),
        _top("type T struct{ e E }\ntype E int"),
    ),
    "argument order": (_f("return g(a, b)"), _f("return g(b, a)")),
    "what is embedded in the program": (
        _top('import _ "embed"\n\n//go:embed a.txt\nvar x string'),
        _top('import _ "embed"\n\n//go:embed b.txt\nvar x string'),
    ),
    "an embedded type and a pointer to one": (
        "package p\ntype A struct { x int }\ntype B struct { A }\n",
        "package p\ntype A struct { x int }\ntype B struct { *A }\n",
    ),
    "an embedded error": (
        "package p\ntype A struct { error }\n",
        "package p\ntype A struct { any }\n",
    ),
}
