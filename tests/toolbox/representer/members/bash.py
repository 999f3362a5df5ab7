"""Members of Bash scripts. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a function that wraps its namesake": (
        'NAME() { command NAME "$@"; }\nNAME a\n',
        "sort",
        "uniq",
    ),
    "a builtin": ('NAME() { builtin NAME "$@"; }\nNAME a\n', "pushd", "popd"),
    "a path": ('NAME() { /usr/bin/NAME "$@"; }\n', "sort", "uniq"),
}

SAME = {
    "a function": ("NAME() { echo 1; }\nNAME a\n", "sort", "order"),
    "a variable and a function": ('NAME() { local NAME=1; echo "$NAME"; }\nNAME\n', "total", "sum"),
}
