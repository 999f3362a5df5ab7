"""Pairs of C programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"int f(int a, int b, int *p) {{ {body} }}\n"


SAME = {
    "a comment beside a macro": (
        "#define N 60 /* seconds */\nint f(int a) { if (a) return N; return (a); }\n",
        "#define N 60\nint f(int a) { if (a) { return N; } return a; }\n",
    ),
    "fields declared apart": (
        "struct a { int x, *y; };\n",
        "struct a { int x; int *y; };\n",
    ),
    "an array of pointers as parameter": (
        "int f(char *a[]) { return a[0][0]; }\n",
        "int f(char **a) { return a[0][0]; }\n",
    ),
    "steps as statements": (
        "void f(int i) { ++i; for (;; --i) g(); }",
        "void f(int i) { i++; for (;; i--) g(); }",
    ),
    "bytes in two ways": (_f(r'g("\xe9"); return 1;'), _f(r'g("\351"); return 1;')),
    "redundant parentheses": (_f("return (a + (b));"), _f("return a + b;")),
    "braces around one statement": (
        _f("if (a) { b = 1; } return b;"),
        _f("if (a) b = 1; return b;"),
    ),
    "braces after else": (
        _f("if (a) b = 1; else { if (b) b = 2; } return b;"),
        _f("if (a) b = 1; else if (b) b = 2; return b;"),
    ),
    "stray semicolons": (_f("a = 1;; return a;"), _f("a = 1; return a;")),
    "hexadecimal numbers": (_f("return 0x1F;"), _f("return 31;")),
    "octal numbers": (_f("return 010;"), _f("return 8;")),
    "binary numbers": (_f("return 0b101;"), _f("return 5;")),
    "case of a suffix": (_f("return 1ul + 2U;"), _f("return 1UL + 2u;")),
    "order in a suffix": (_f("return 1lu;"), _f("return 1ul;")),
    "spelling of a double": (_f("return 1.50 + .5;"), _f("return 1.5e0 + 0.5;")),
    "escapes": (_f(r'return "\x41\t"[0];'), _f(r'return "A\011"[0];')),
    "escapes of characters": (_f(r"return '\x41' + '\"';"), _f("return 'A' + '\"';")),
    "adjacent strings": (_f('return "a" "b"[0];'), _f('return "ab"[0];')),
    "sizeof": (_f("return sizeof(a);"), _f("return sizeof a;")),
    "unsigned int": ("unsigned int f(void);", "unsigned f(void);"),
    "long int": ("long int f(void);", "long f(void);"),
    "the order of specifiers": ("unsigned long f(void);", "long unsigned f(void);"),
    "where const stands": ("int f(char const *p);", "int f(const char *p);"),
    "the order of system headers": (
        "#include <stdio.h>\n#include <string.h>\nint a;\n",
        "#include <string.h>\n#include <stdio.h>\nint a;\n",
    ),
    "the order of functions": (
        "int g(int a) { return a; }\nint f(int a) { return g(a + 1); }\n",
        "int g(int a);\nint f(int a) { return g(a + 1); }\nint g(int a) { return a; }\n",
    ),
    "layout of a macro": ("#define TWICE(x)   ((x)  *  2)\n", "#define TWICE(x) ((x)*2)\n"),
    "names in a macro": ("#define TWICE(x) ((x) * 2)\n", "#define DOUBLE(y) ((y) * 2)\n"),
    "comments in a macro": ("#define A 1 /* one */\n", "#define A 1\n"),
    "lines of a macro": ("#define A 1 \\\n + 2\n", "#define A 1 + 2\n"),
    "trailing commas": (
        "enum { A, B, };\nint a[] = {1, 2,};\n",
        "enum { A, B };\nint a[] = {1, 2};\n",
    ),
    "names of labels": (_f("goto end; end: return a;"), _f("goto out; out: return a;")),
    "names of fields": (
        "struct s { int x; };\nint f(struct s *p) { return p->x; }\n",
        "struct t { int y; };\nint f(struct t *q) { return q->y; }\n",
    ),
    "a macro on several lines": (
        "#define A(b) \\\n  ((b) + 1) /* c */  \nint x;\n",
        "#define A(b) ((b) + 1)\nint x;\n",
    ),
    "a text on several lines of a macro": (
        '#define A "b\\\nc"\nint x;\n',
        '#define A "bc"\nint x;\n',
    ),
}

DIFFERENT = {
    "the parameter of a pointer to a function": (
        "#include <ctype.h>\n"
        "struct s { int (*op)(int toupper); }; int f(int x) { return toupper(x); }",
        "#include <ctype.h>\n"
        "struct s { int (*op)(int tolower); }; int f(int x) { return tolower(x); }",
    ),
    "the parameter of a type of functions": (
        "#include <math.h>\n"
        "typedef double (*op)(double exp); double f(double x) { return exp(x); }",
        "#include <math.h>\n"
        "typedef double (*op)(double log); double f(double x) { return log(x); }",
    ),
    "the parameter of a prototype": (
        "#include <math.h>\ndouble g(double floor); double f(double x) { return floor(x); }",
        "#include <math.h>\ndouble g(double ceil); double f(double x) { return ceil(x); }",
    ),
    "the parameter of a parameter": (
        "#include <math.h>\ndouble f(double (*g)(double floor), double x) { return g(floor(x)); }",
        "#include <math.h>\ndouble f(double (*g)(double ceil), double x) { return g(ceil(x)); }",
    ),
    "brackets around an argument of a macro": (
        "#define SQ(x) (x*x)\nint f(int a, int b) { return SQ(a + b); }",
        "#define SQ(x) (x*x)\nint f(int a, int b) { return SQ((a + b)); }",
    ),
    "brackets around a macro": (
        "#define N 1 + 2\nint f(int a) { return N * a; }",
        "#define N 1 + 2\nint f(int a) { return (N) * a; }",
    ),
    "brackets around a macro's call": (
        "#define ADD(x, y) x + y\nint f(int a) { return ADD(a, 1) * 2; }",
        "#define ADD(x, y) x + y\nint f(int a) { return (ADD(a, 1)) * 2; }",
    ),
    "a block around a macro": (
        "#define INC2(x, y) x++; y++\nint f(int a, int b) { if (a > 3) INC2(a, b); return a * b; }",
        "#define INC2(x, y) x++; y++\n"
        "int f(int a, int b) { if (a > 3) { INC2(a, b); } return a * b; }",
    ),
    "a macro for a pointer in a declaration": (
        "#define PTR int *\nint f(void) { PTR a, b; return sizeof(a) == sizeof(b); }",
        "#define PTR int *\nint f(void) { PTR a; PTR b; return sizeof(a) == sizeof(b); }",
    ),
    "a macro for a pointer in a structure": (
        "#define STR char *\nstruct s { STR a, b; }; int f(void) { return sizeof(struct s); }",
        "#define STR char *\nstruct s { STR a; STR b; }; int f(void) { return sizeof(struct s); }",
    ),
    "a step of a macro": (
        "#define CUR *p\nint f(int *p) { CUR += 1; return p[0]; }",
        "#define CUR *p\nint f(int *p) { CUR++; return p[0]; }",
    ),
    "a step before a macro": (
        "#define CUR *p\nint f(int *p) { ++CUR; return p[0]; }",
        "#define CUR *p\nint f(int *p) { CUR++; return p[0]; }",
    ),
    "functions around a macro in a condition": (
        "int n = 1;\nint f(void) { return n; }\n#if 1\n#define n 2\n#endif\n",
        "int n = 1;\n#if 1\n#define n 2\n#endif\nint f(void) { return n; }\n",
    ),
    "brackets after a sign": (
        "#define D a - b\nint f(int a, int b) { return -(D); }",
        "#define D a - b\nint f(int a, int b) { return -D; }",
    ),
    "brackets in a text of code": (
        "#define S(x) #x\nchar *f(void) { return S(a+b); }",
        "#define S(x) #x\nchar *f(void) { return S((a+b)); }",
    ),
    "a use before a variable of its name": (
        "int f(int a, int b) {\n  {\n    int y = a;\n    int a = 2;\n    return y + a;\n  }\n}\n",
        "int f(int a, int b) {\n  {\n    int y = b;\n    int b = 2;\n    return y + b;\n  }\n}\n",
    ),
    "an inner variable instead of the outer": (
        "int f(int n) {\n  int x = 1;\n  {\n    int x = n;\n    n = x;\n  }\n  return x;\n}\n",
        "int f(int n) {\n  int x = 1;\n  {\n    int y = n;\n    n = x;\n  }\n  return x;\n}\n",
    ),
    "fields of other widths": (
        "struct a { int x : 1, y : 2; };\n",
        "struct a { int x : 1; int y : 1; };\n",
    ),
    "a step's value as an argument": (
        "void f(int i) { g(++i); }",
        "void f(int i) { g(i++); }",
    ),
    "which step": (
        "void f(int i) { ++i; }",
        "void f(int i) { --i; }",
    ),
    "bytes and letters": (_f(r'g("\xe9"); return 1;'), _f('g("é"); return 1;')),
    "bytes and characters": (_f(r'g("\xe9"); return 1;'), _f(r'g("\u00e9"); return 1;')),
    "i++ and ++i as a value": (_f("return a++;"), _f("return ++a;")),
    "int and long": ("int f(int a) { return a; }", "int f(long a) { return a; }"),
    "signed and unsigned": ("unsigned f(void);", "signed f(void);"),
    "types of numbers": (_f("return 1 / a;"), _f("return 1u / a;")),
    "types of long numbers": (_f("return 1L;"), _f("return 1LL;")),
    "an integer and a double": (_f("return 1 / a;"), _f("return 1.0 / a;")),
    "a float and a double": (_f("return 1.0f;"), _f("return 1.0;")),
    "a hexadecimal number that is unsigned": (_f("return 0xFFFFFFFF;"), _f("return 4294967295;")),
    "a character and a string": (_f("return 'a';"), _f('return "a";')),
    "two characters": (_f("return 'a';"), _f("return 'b';")),
    "a blank and a tab": (_f("return ' ';"), _f("return '\t';")),
    "blanks in a string": (_f('return "a b"[0];'), _f('return "a  b"[0];')),
    "an escaped backslash": (_f(r'return "\\n"[0];'), _f(r'return "\n"[0];')),
    "the end of a hexadecimal escape": (_f(r'return "\x1" "2";'), _f(r'return "\x12";')),
    "the place of parentheses": (_f("return a - (b - 1);"), _f("return a - b - 1;")),
    "whose else it is": (
        _f("if (a) if (b) return 1; else return 2; return 3;"),
        _f("if (a) { if (b) return 1; } else return 2; return 3;"),
    ),
    "for and while": (_f("for (; a;) a--; return a;"), _f("while (a) a--; return a;")),
    "the parts of a for": (_f("for (a = 1; ;) {}"), _f("for (; a = 1;) {}")),
    "do and while": (_f("do a--; while (a); return a;"), _f("while (a) a--; return a;")),
    "break and continue": (_f("while (a) break; return a;"), _f("while (a) continue; return a;")),
    "logical and bitwise": (_f("return a && b;"), _f("return a & b;")),
    "not and complement": (_f("return !a;"), _f("return ~a;")),
    "shift": (_f("return a << b;"), _f("return a >> b;")),
    "assignment": (_f("a += b; return a;"), _f("a -= b; return a;")),
    "comparison and assignment": (_f("return a == b;"), _f("return a = b;")),
    "indexing and a pointer": (_f("return p[a];"), _f("return *(p + a);")),
    "address and value": (_f("return *p;"), _f("return &p;")),
    "library calls": (_f("return putchar(a);"), _f("return abs(a);")),
    "a library call and a call of one's own": (
        "int f(int a) { return abs(a); }",
        "int abs(int a) { return abs(a); }",
    ),
    "conversions": (_f('printf("%d", a);'), _f('printf("%i", a);')),
    "argument order": (_f("return f(a, b, p);"), _f("return f(b, a, p);")),
    "static": ("int f(void) { return 1; }", "static int f(void) { return 1; }"),
    "const": ("int f(const int *p);", "int f(int *p);"),
    "what is const": ("int f(const char *p);", "int f(char *const p);"),
    "no parameters and any": ("int f(void) { return 1; }", "int f() { return 1; }"),
    "which header": ("#include <math.h>\n", "#include <string.h>\n"),
    "how a header is found": ('#include "a.h"\n', "#include <a.h>\n"),
    "parentheses in a macro": ("#define A (1 + 1)\n", "#define A 1 + 1\n"),
    "a macro with and without parameters": ("#define A(x) x\n", "#define A (x) x\n"),
    "text in a macro": ('#define A "x y"\n', '#define A "x  y"\n'),
    "macro and constant": ("#define A 1\n", "const int A = 1;\n"),
    "conditions of the preprocessor": (
        "#ifdef A\nint a;\n#endif\n",
        "#ifndef A\nint a;\n#endif\n",
    ),
    "two pointers": ("char *a, *b;", "char *a, b;"),
    "sizes": ("int a[3];", "int a[4];"),
    "order of cases": (
        _f("switch (a) { case 1: b = 1; case 2: b = 2; } return b;"),
        _f("switch (a) { case 2: b = 2; case 1: b = 1; } return b;"),
    ),
    "order of enumerators": ("enum { A, B };\nint a = A;", "enum { B, A };\nint a = A;"),
    "struct and union": ("struct s { int a; int b; };", "union s { int a; int b; };"),
    "point and arrow": (_f("return a.b;"), _f("return a->b;")),
    "two names become one": (_f("return a + b;"), _f("return a + a;")),
}
