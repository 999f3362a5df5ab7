"""Members of C programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a function and a field": (
        "struct t { int NAME; };\nint f(struct t *p) { return NAME(p->NAME); }\n",
        *("toupper", "tolower"),
    ),
    "a field named like a library's": (
        "struct s { int NAME; };\nint f(struct tm *t) { return t->NAME; }\n",
        *("tm_year", "tm_mon"),
    ),
    "a field that copies a library's": (
        "struct s { int NAME; };\nvoid f(struct s *s, struct tm *t) { s->NAME = t->NAME; }\n",
        *("tm_year", "tm_mon"),
    ),
    "a value of a library's type": (
        "struct s { long NAME; };\nlong f(void) { struct timespec t; return t.NAME; }\n",
        *("tv_sec", "tv_nsec"),
    ),
    "a library's result": (
        "struct s { int NAME; };\nint f(long x) { return localtime(&x)->NAME; }\n",
        *("tm_year", "tm_mon"),
    ),
    "a name of a typedef": (
        "typedef struct { int NAME; } s_t;\nint f(void) { div_t d = div(7, 2); return d.NAME; }\n",
        *("quot", "rem"),
    ),
    "a field of a library's struct": (
        "#include <time.h>\nstruct a { int NAME; };\nint f(struct tm *t) { return t->NAME; }",
        *("tm_hour", "tm_min"),
    ),
    "a designated field of a library's struct": (
        "#include <time.h>\n"
        "struct a { int NAME; };\nvoid f(void) { struct tm t = {.NAME = 1}; g(&t); }",
        *("tm_hour", "tm_min"),
    ),
    "a designated field of a literal": (
        "#include <time.h>\n"
        "struct a { int NAME; };\nstruct tm f(void) { return (struct tm){.NAME = 1}; }",
        *("tm_hour", "tm_min"),
    ),
    "a designated field of a struct that is not listed": (
        "#include <netdb.h>\n"
        "struct a { int NAME; };\nvoid f(void) { struct addrinfo t = {.NAME = 1}; g(&t); }",
        *("ai_flags", "ai_family"),
    ),
    "a field of a struct that is not listed": (
        "#include <netdb.h>\n"
        "struct a { int NAME; };\nint f(struct addrinfo *t) { return t->NAME; }",
        *("ai_flags", "ai_family"),
    ),
    "a field of a quotient": (
        "#include <stdlib.h>\nstruct a { int NAME; };\nint f(int x) { return div(x, 2).NAME; }",
        *("quot", "rem"),
    ),
    "a field of a call's result": (
        "#include <time.h>\n"
        "struct a { int NAME; };\nint f(time_t x) { return localtime(&x)->NAME; }",
        *("tm_hour", "tm_min"),
    ),
    "a function of the library and a field": (
        "#include <string.h>\nstruct a { int NAME; };\nint f(char *x) { return NAME(x); }",
        *("strlen", "atoi"),
    ),
    "a function of the library and a variable": (
        "#include <math.h>\n"
        "double g(void) { double NAME = 1; return NAME; }\n"
        "double f(double x) { return NAME(x); }",
        *("sin", "cos"),
    ),
    "a macro in a sum": (
        "#define M NAME\nint f(int x) { x += M; return x; }",
        *("1 * 2", "1 + 2"),
    ),
    "a sum with an open macro": (
        "#define M a + b\nint f(int x, int a, int b) { NAME; return x; }",
        *("x = x * M", "x *= M"),
    ),
    "a sum with an open macro with parameters": (
        "#define M(a) a + 1\nint f(int x, int a, int b) { NAME; return x; }",
        *("x = x * M(b)", "x *= M(b)"),
    ),
    "a macro with the names of its place": (
        "#define M NAME\nint f(int a, int b) { return M + a * 2; }",
        *("a", "b"),
    ),
    "a macro of a library": (
        "#include <limits.h>\nint f(int x) { return x == NAME; }",
        *("INT_MAX", "INT_MIN"),
    ),
    "a macro that pastes": (
        "#define M(x) x##NAME\nint f(int aa, int ab) { return M(a) + aa * 2; }",
        *("a", "b"),
    ),
    "a macro's text": (
        "#define M(x) #x\nconst char *f(int a, int b) { return M(NAME); }",
        *("a", "b"),
    ),
    "two fields": (
        "struct p { int x; int y; };\nint f(struct p p) { return p.NAME + p.x * 2; }",
        *("x", "y"),
    ),
    "two designated fields": (
        "struct p { int x; int y; };\n"
        "struct p f(void) { return (struct p){.NAME = 1}; }\n"
        "int g(struct p p) { return p.x; }",
        *("x", "y"),
    ),
    "two constants": (
        "enum c { RED, GREEN };\nint f(enum c c) { return c == NAME ? 1 : c == RED; }",
        *("RED", "GREEN"),
    ),
    "a signed type": (
        "int f(NAME x) { return x >> 1; }",
        *("int", "unsigned"),
    ),
    "a character's type": (
        "int f(NAME x) { return x >> 1; }",
        *("char", "signed char"),
    ),
    "a static variable": (
        "int f(void) { NAMEint x = 0; x++; return x; }",
        *("static ", ""),
    ),
    "a global and a local": (
        "int x = 1;\nint f(int y) { return NAME + x * 2; }",
        *("x", "y"),
    ),
    "precedence": (
        "int f(int a, int b) { return NAME; }",
        *("(a + b) * 2", "a + b * 2"),
    ),
    "an assignment and a comparison": (
        "int f(int a, int b) { if (a NAME b) return 1; return 2; }",
        *("=", "=="),
    ),
    "an array's size": (
        "int f(void) { int x[NAME]; return sizeof x; }",
        *("3", "4"),
    ),
    "a pointer's step": (
        "int f(int *p) { return NAME; }",
        *("*p++", "(*p)++"),
    ),
    "a conditional compilation": (
        "#NAME A\nint f(void) { return 1; }\n#endif",
        *("ifdef", "ifndef"),
    ),
}

SAME = {
    "a pointer": ("struct s { int NAME; };\nint f(struct s *s) { return s->NAME; }\n", "quot", "q"),
    "a value": (
        "struct s { int NAME; };\nint f(void) { struct s s; return s.NAME; }\n",
        "quot",
        "q",
    ),
    "a name of a typedef": (
        "typedef struct { int NAME; } s_t;\nint f(s_t *s) { return s->NAME; }\n",
        *("count", "number"),
    ),
    "a function": (
        "int NAME(int x) { return x; }\nint g(void) { return NAME(1); }",
        *("twice", "double1"),
    ),
    "a field": (
        "struct p { int NAME; };\nint f(struct p *p) { return p->NAME; }",
        *("x", "left"),
    ),
    "a designated field": (
        "struct p { int NAME; };\nstruct p f(void) { struct p p = {.NAME = 1}; return p; }",
        *("x", "left"),
    ),
    "a designated field of a literal": (
        "typedef struct { int NAME; } p_t;\np_t f(void) { return (p_t){.NAME = 1}; }",
        *("x", "left"),
    ),
    "a designated field in another": (
        "struct q { int NAME; };\n"
        "struct p { struct q q; };\n"
        "struct p f(void) { return (struct p){.q = {.NAME = 1}}; }",
        *("x", "left"),
    ),
    "a designated field of an array": (
        "struct q { int NAME; };\nstruct q f[] = {{.NAME = 1}};",
        *("x", "left"),
    ),
    "a type": (
        "typedef struct NAME { struct NAME *next; } NAME;\nNAME *f(NAME *x) { return x->next; }",
        *("node", "item"),
    ),
    "a type with a suffix": (
        "typedef struct { int x; } NAME;\nint f(NAME *x) { return x->x; }",
        *("node_t", "item_t"),
    ),
    "a constant": (
        "enum c { NAME, GREEN };\nint f(enum c c) { return c == NAME; }",
        *("RED", "CRIMSON"),
    ),
    "a macro": (
        "#define NAME 10\nint f(void) { return NAME; }",
        *("LIMIT", "BOUND"),
    ),
    "a macro with a parameter": (
        "#define NAME(x) ((x) * 2)\nint f(int a) { return NAME(a); }",
        *("TWICE", "DBL"),
    ),
    "a macro's parameter": (
        "#define M(NAME) ((NAME) * 2)\nint f(int a) { return M(a); }",
        *("x", "y"),
    ),
    "a sum with a macro": (
        "#define M 10\nint f(int x) { NAME; return x; }",
        *("x = x * M", "x *= M"),
    ),
    "a sum with a closed macro": (
        "#define M (1 + 2)\nint f(int x) { NAME; return x; }",
        *("x = x * M", "x *= M"),
    ),
    "a loop's variable": (
        "int f(int n) { int t = 0; for (int NAME = 0; NAME < n; NAME++) t += NAME; return t; }",
        *("i", "j"),
    ),
    "a static function": (
        "static int NAME(int x) { return x; }\nint g(void) { return NAME(1); }",
        *("twice", "double1"),
    ),
    "a function pointer": (
        "int f(int (*NAME)(int)) { return NAME(1); }",
        *("g", "h"),
    ),
    "a label": (
        "int f(void) { goto NAME; NAME: return 1; }",
        *("end", "done"),
    ),
    "a prototype": (
        "NAMEint f(void) { return 1; }\nint g(void) { return f(); }",
        *("int f(void);\n", ""),
    ),
    "order of functions": (
        "NAME",
        *(
            "int f(void) { return 1; }\nint g(void) { return 2; }",
            "int g(void) { return 2; }\nint f(void) { return 1; }",
        ),
    ),
    "an include guard": (
        "#ifndef NAME\n#define NAME\nint f(void);\n#endif",
        *("A_H", "B_H"),
    ),
    "declarations": (
        "int f(void) { NAME a = 1; b = 2; return a + b; }",
        *("int a, b;", "int a; int b;"),
    ),
    "a macro's lines": (
        "#define M(x) NAME((x) * 2)\nint f(int a) { return M(a); }",
        *("", "\\\n  "),
    ),
    "an arrow": (
        "struct p { int x; };\nint f(struct p *p) { return NAME; }",
        *("p->x", "(*p).x"),
    ),
    "return of main": (
        "int main(void) { f(); NAME}",
        *("return 0; ", ""),
    ),
    "hexadecimal": (
        "int f(void) { return NAME; }",
        *("0x10", "16"),
    ),
    "a void pointer's name": (
        "void f(void *NAME) { g(NAME); }",
        *("p", "data"),
    ),
}
