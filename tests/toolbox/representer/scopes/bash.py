"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "every occurrence": ('NAME=1\necho "$NAME"\n', *("x", "y")),
}

DIFFERENT = {
    "a global variable": (
        'x=1; y=2\nf() { echo "$NAME"; }\nf\n',
        *("x", "y"),
    ),
    "a variable of the caller": (
        'f() { echo "$NAME"; }\ng() { local x=1 y=2; f; }\ng\n',
        *("x", "y"),
    ),
}
