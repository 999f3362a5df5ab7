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
}
