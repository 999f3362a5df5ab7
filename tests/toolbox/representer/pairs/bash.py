"""Pairs of Bash scripts that say the same, and pairs that only look alike."""

SAME = {
    "counting before another command": (
        "f() {\n  while (( n < $1 )); do\n    (( n++ ))\n    g\n  done\n}\n",
        "f() {\n  while (( n < $1 )); do\n    (( n += 1 ))\n    g\n  done\n}\n",
    ),
    "counting in a branch": (
        "f() {\n  if [[ $1 ]]; then (( n++ )); else (( n-- )); fi\n  echo $n\n}\n",
        "f() {\n  if [[ $1 ]]; then (( n += 1 )); else (( n -= 1 )); fi\n  echo $n\n}\n",
    ),
    "bytes in two ways": ("echo $'\\xe9\\351'\n", "echo $'\\351\\xe9'\n"),
    "short numbers": ("echo $'\\u41\\x9\\U00000042'\n", "echo $'A\\tB'\n"),
    "backslashes in quotes of C": ("echo $'\\q\\\\'\n", "echo '\\q\\'\n"),
    "control characters": ("echo $'\\ca'\n", "echo $'\\x01'\n"),
    "quotes": ("echo \"a b\" 'c'\n", "echo 'a b' c\n"),
    "backslashes": ("echo a\\ b\n", 'echo "a b"\n'),
    "escapes in quotes": ('echo "a\\"b\\$c\\\\d"\n', "echo 'a\"b$c\\d'\n"),
    "quotes of C": ("echo $'a\\x42\\n'\n", "echo 'aB\n'\n"),
    "braces of variables": ('x=1\necho "$x"\n', 'x=1\necho "${x}"\n'),
    "braces of lengths": ("[[ $# -gt 1 ]]\n", "[[ ${#} -gt 1 ]]\n"),
    "backticks": ("x=`cmd a`\n", "x=$(cmd a)\n"),
    "quotes around a value": ('y=1\nx="$y"\n', "y=1\nx=$y\n"),
    "semicolons": ("if a; then b; fi; c\n", "if a\nthen\n  b\nfi\nc\n"),
    "semicolons before do": (
        "for ((i = 0; i < 3; i++)); do :; done\n",
        "for ((i=0;i<3;i++))\ndo\n:\ndone\n",
    ),
    "the last branch": ("case $1 in\n a) b ;;\nesac\n", "case $1 in\n (a) b\nesac\n"),
    "two ways to define": ("f() { a; }\n", "function f {\n a\n}\n"),
    "both ways at once": ("function f() { a; }\n", "f() { a; }\n"),
    "names of functions": ("f() { g; }\nf x\n", "h() { g; }\nh x\n"),
    "names of variables": ('x=1\necho "$x" ${x:-2} ${#x}\n', 'y=1\necho "$y" ${y:-2} ${#y}\n'),
    "names in sums": (
        "x=1\n(( x += 2 ))\necho $((x * 2))\n",
        "y=1\n(( y += 2 ))\necho $((y * 2))\n",
    ),
    "names in indices": ('a=(1)\ni=0\necho "${a[i+1]}"\n', 'b=(1)\nj=0\necho "${b[j+1]}"\n'),
    "names only in sums": ("(( x++ ))\necho $x\n", "(( y++ ))\necho $y\n"),
    "names in let": ("let x=x+1\necho $x\n", "let y=y+1\necho $y\n"),
    "names that are read": ("read -r -p 'a b' x\necho $x\n", "read -r -p 'a b' y\necho $y\n"),
    "names of fields": ("IFS=, read -ra x <<< 1\necho $x\n", "IFS=, read -ra y <<< 1\necho $y\n"),
    "names that are printed into": ("printf -v x %d 1\necho $x\n", "printf -v y %d 1\necho $y\n"),
    "names of options": ('getopts ab x\necho "$x"\n', 'getopts ab y\necho "$y"\n'),
    "names of lines": ("mapfile -t x < f\necho ${x[0]}\n", "mapfile -t y < f\necho ${y[0]}\n"),
    "names that are declared": ("local x y=1\necho $x\n", "local a b=1\necho $a\n"),
    "functions that are trapped": ("f() { a; }\ntrap f EXIT\n", "g() { a; }\ntrap g EXIT\n"),
    "functions that are given": (
        'f() { "$1" 2; }\ng() { a; }\nf g\n',
        'h() { "$1" 2; }\ni() { a; }\nh i\n',
    ),
    "names in patterns": (
        "r=a\n[[ $1 =~ $r ]] && [[ $1 =~ ^${r}b$ ]]\n",
        "s=a\n[[ $1 =~ ${s} ]] && [[ $1 =~ ^${s}b$ ]]\n",
    ),
    "numbers in sums": ("echo $((0xff + 8#17))\n", "echo $(( 255 + 15 ))\n"),
    "parentheses in sums": ("echo $(( (1 + 2) ))\n", "echo $(( 1 + 2 ))\n"),
    "precedence in sums": ("echo $(( (a * b) + c ))\n", "echo $(( a * b + c ))\n"),
    "blanks before a part": ("echo ${x: -1}\n", "echo ${x:  -1}\n"),
    "parts from a variable on": ('t=a\ni=1\necho "${t:$i:1}"\n', 't=a\nj=1\necho "${t:${j}:1}"\n'),
    "indices with commas": (
        "declare -A m\nm[$r,$c]=1\necho ${m[$r,$c]}\n",
        'declare -A n\nn["$r,$c"]=1\necho ${n["$r,$c"]}\n',
    ),
    "the word a text ends with": ("cat <<A\nx $y\nA\n", "cat <<B\nx ${y}\nB\n"),
    "sums in a text": ("x=1\ncat <<A\n$((x + 1))\nA\n", "y=1\ncat <<A\n$((y + 1))\nA\n"),
    "the order of functions": (
        "f() { g; }\ng() { a; }\nf\n",
        "g() { a; }\nf() { g; }\nf\n",
    ),
    "comments": ("#!/bin/bash\n# a\nb # c\n", "b\n"),
    "continued lines": ("a b \\\n  c\n", "a b c\n"),
}

DIFFERENT = {
    "counting as a function's status": (
        "f() {\n  (( n++ ))\n}\n",
        "f() {\n  (( n += 1 ))\n}\n",
    ),
    "counting in a last loop": (
        "f() {\n  for x; do (( n++ )); done\n}\n",
        "f() {\n  for x; do (( n += 1 )); done\n}\n",
    ),
    "counting as a condition": (
        "f() {\n  (( n++ )) && g\n  h\n}\n",
        "f() {\n  (( n += 1 )) && g\n  h\n}\n",
    ),
    "counting with errexit": (
        "set -e\n(( n++ ))\ng\n",
        "set -e\n(( n += 1 ))\ng\n",
    ),
    "counting before its status is read": (
        "(( n++ ))\necho $?\n",
        "(( n += 1 ))\necho $?\n",
    ),
    "counting before a bare return": (
        "f() {\n  (( n++ ))\n  return\n}\nf && g\n",
        "f() {\n  (( n += 1 ))\n  return\n}\nf && g\n",
    ),
    "the tenth argument": (
        "echo ${10}\n",
        "echo $10\n",
    ),
    "bytes and characters": ("echo $'\\xe9'\n", "echo $'\\u00e9'\n"),
    "bytes and letters": ("echo $'\\xe9'\n", "echo 'é'\n"),
    "splitting": ("echo $x\n", 'echo "$x"\n'),
    "blanks between variables": ('echo "$a $b"\n', 'echo "$a$b"\n'),
    "blanks in texts": ('echo " $a"\n', 'echo "$a"\n'),
    "blanks alone": ('x=" "\n', 'x="  "\n'),
    "blanks before a substitution": ('echo "$a $(b)"\n', 'echo "$a$(b)"\n'),
    "blanks in a text": ("cat <<A\n$a $b\nA\n", "cat <<A\n$a$b\nA\n"),
    "words of a text": ("cat <<A\nhi $x\nA\n", "cat <<A\nho $x\nA\n"),
    "texts as they are": ("cat <<A\n$x\nA\n", "cat <<'A'\n$x\nA\n"),
    "interpolation": ("echo '$x'\n", 'echo "$x"\n'),
    "patterns": ("[[ $x == a* ]]\n", "[[ $x == 'a*' ]]\n"),
    "globs": ("ls *.txt\n", "ls '*.txt'\n"),
    "alternatives": ("echo {a,b}\n", "echo {'a,b'}\n"),
    "programs in quotes": ("awk '{ print a[$1,$2] }'\n", "awk '{ print a[\"$1,$2\"] }'\n"),
    "all arguments as a value": ('x="$*"\n', "x=$*\n"),
    "homes": ("cd ~/a\n", "cd '~/a'\n"),
    "tests": ("[ $x ]\n", "[[ $x ]]\n"),
    "comparisons": ("[[ $x -lt 3 ]]\n", "[[ $x -le 3 ]]\n"),
    "comparison of texts": ("[[ $x < 3 ]]\n", "[[ $x -lt 3 ]]\n"),
    "pipes": ("a | b\n", "a |& b\n"),
    "and and or": ("a && b\n", "a || b\n"),
    "in the background": ("a & b\n", "a; b\n"),
    "redirection": ("a > b\n", "a >> b\n"),
    "descriptors": ("a 2> b\n", "a > b\n"),
    "subshells": ("(a; b)\n", "{ a; b; }\n"),
    "commands of others": ("sort f\n", "uniq f\n"),
    "options": ("sort -n f\n", "sort -r f\n"),
    "arguments": ("cmp a b\n", "cmp b a\n"),
    "numbers in words": ("echo 0x10\n", "echo 16\n"),
    "default values": ("echo ${x:-1}\n", "echo ${x:=1}\n"),
    "defaults of what is unset": ("echo ${x:-1}\n", "echo ${x-1}\n"),
    "parts and defaults": ("echo ${x: -1}\n", "echo ${x:-1}\n"),
    "blanks in patterns": ("echo ${x% *}\n", "echo ${x%*}\n"),
    "prefixes": ("echo ${x#a}\n", "echo ${x##a}\n"),
    "suffixes": ("echo ${x%a}\n", "echo ${x#a}\n"),
    "replacement": ("echo ${x/a/b}\n", "echo ${x//a/b}\n"),
    "capitals": ("echo ${x^}\n", "echo ${x^^}\n"),
    "parts": ("echo ${x:1:2}\n", "echo ${x:2:1}\n"),
    "all elements": ('echo "${x[@]}"\n', 'echo "${x[*]}"\n'),
    "lengths": ("x=(1)\necho ${#x[@]}\n", "x=(1)\necho ${#x}\n"),
    "the environment": ("echo $HOME\n", "echo $PWD\n"),
    "exported names": ("export A=1\ncmd\n", "export B=1\ncmd\n"),
    "declarations": ("declare -a x\n", "declare -A x\n"),
    "loops": ("while a; do b; done\n", "until a; do b; done\n"),
    "empty parts of a loop": ("for ((; a; )); do b; done\n", "for ((a; ; )); do b; done\n"),
    "what falls through": (
        "case $1 in a) b ;; c) d ;; esac\n",
        "case $1 in a) b ;& c) d ;; esac\n",
    ),
    "increments": ("echo $((x++))\n", "echo $((++x))\n"),
    "precedence": ("echo $(( a * (b + c) ))\n", "echo $(( a * b + c ))\n"),
    "assignment and addition": ("x=1\n", "x+=1\n"),
    "positions": ("echo $1\n", "echo $2\n"),
    "all arguments": ('f "$@"\n', 'f "$*"\n'),
    "status": ("echo $?\n", "echo $!\n"),
    "for one command": ("A=1 cmd\n", "A=1\ncmd\n"),
    "regular expressions": ("[[ $x =~ ^a ]]\n", "[[ $x =~ a$ ]]\n"),
    "returning": ("f() { return 1; }\n", "f() { exit 1; }\n"),
    "a function that is called before": (
        "f() { a; }\nf\nf() { b; }\n",
        "f() { b; }\nf\nf() { a; }\n",
    ),
    "a step before a return without a status in a case": (
        (
            "f() {\n"
            "  local x=0\n"
            "  ((x++))\n"
            "  case $1 in\n"
            "    a) return ;;\n"
            "  esac\n"
            "  echo hi\n"
            "}\n"
            "f a && echo ok\n"
        ),
        (
            "f() {\n"
            "  local x=0\n"
            "  ((x += 1))\n"
            "  case $1 in\n"
            "    a) return ;;\n"
            "  esac\n"
            "  echo hi\n"
            "}\n"
            "f a && echo ok\n"
        ),
    ),
    "a step before a loop with a return without a status": (
        (
            "f() {\n"
            "  local x=0\n"
            "  ((x++))\n"
            "  for i in 1 2; do\n"
            "    return\n"
            "  done\n"
            "}\n"
            "f && echo ok\n"
        ),
        (
            "f() {\n"
            "  local x=0\n"
            "  ((x += 1))\n"
            "  for i in 1 2; do\n"
            "    return\n"
            "  done\n"
            "}\n"
            "f && echo ok\n"
        ),
    ),
    "a step before a function that returns its status": (
        ("bar() { return; }\nx=0\n((x++))\nbar || echo no\n"),
        ("bar() { return; }\nx=0\n((x += 1))\nbar || echo no\n"),
    ),
    "a step where a failure ends the script": (
        ("#!/bin/bash -e\nx=0\n((x++))\necho $x\n"),
        ("#!/bin/bash -e\nx=0\n((x += 1))\necho $x\n"),
    ),
    "options in the first line": (
        ("#!/bin/bash -e\nfalse\necho 1\n"),
        ("#!/bin/bash\nfalse\necho 1\n"),
    ),
    "the variable that test -v names": (
        ("[[ $1 ]] && x=1\ny=2\ntest -v x && echo set\n"),
        ("[[ $1 ]] && y=1\nx=2\ntest -v x && echo set\n"),
    ),
    "a variable that a sum finds in a text": (
        ("x=1\ny=2\nn=x\necho $((n))\necho $x\n"),
        ("y=1\nx=2\nn=x\necho $((n))\necho $y\n"),
    ),
    "a step before a return of nothing": (
        ("f() {\n  ((x++))\n  return $z\n}\nf || echo a\n"),
        ("f() {\n  ((x += 1))\n  return $z\n}\nf || echo a\n"),
    ),
    "a step before a return with a variable of its own": (
        ("f() {\n  ((x++))\n  y=1 return\n}\nf || echo a\n"),
        ("f() {\n  ((x += 1))\n  y=1 return\n}\nf || echo a\n"),
    ),
}
