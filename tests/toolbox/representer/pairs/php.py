"""Pairs of PHP programs that say the same, and pairs that only look alike."""


def _php(body: str) -> str:
    return f"<?php\n{body}\n"


def _f(body: str) -> str:
    return _php(f"function f($a, $b) {{ {body} }}")


def _class(body: str) -> str:
    return _php(f"class C {{ {body} }}")


SAME = {
    "variables of foreach in two functions": (
        "<?php\nfunction f($a) { foreach ($a as $k => $x) { g($k, $x); } }\n"
        "function h($a) { foreach ($a as $k => $x) { g($x, $k); } }\n",
        "<?php\nfunction f($a) { foreach ($a as $k => $x) { g($k, $x); } }\n"
        "function h($a) { foreach ($a as $i => $y) { g($y, $i); } }\n",
    ),
    "counting in foreach": (
        "<?php\nfunction f($a) { $n = 0; foreach ($a as $x) { $n++; } return $n; }\n",
        "<?php\nfunction f($a) { $n = 0; foreach ($a as $x) { $n += 1; } return $n; }\n",
    ),
    "a static property that grows": (
        "<?php\nclass A { private static int $n = 0; static function f() { self::$n += 2; } }\n",
        "<?php\nclass A { private static int $n = 0; static function f() { "
        "self::$n = self::$n + 2; } }\n",
    ),
    "a method beside those of an interface": (
        "<?php\nclass A implements Countable { function count(): int { return 1; "
        "} function join() { return 2; } }\n",
        "<?php\nclass A implements Countable { function count(): int { return 1; "
        "} function enter() { return 2; } }\n",
    ),
    "a byte in two ways": (_f('return "\\xe9";'), _f('return "\\351";')),
    "a byte too large": (_f('return "\\501";'), _f('return "A";')),
    "quotes": (_f("return 'a';"), _f('return "a";')),
    "escapes": (_f(r'return "\x41\u{42}\103\\";'), _f(r"return 'ABC\\';")),
    "backslashes that stay": (_f(r'return "\d";'), _f(r"return '\d';")),
    "braces in strings": (_f('return "x {$a} y";'), _f('return "x $a y";')),
    "numbers": (_f("return 0xFF + 1_000 + 017 + 1.50;"), _f("return 255 + 1000 + 0o17 + 1.5;")),
    "keys in strings": (_f('return "$a[k]";'), _f("return \"{$a['k']}\";")),
    "long arrays": (_f("return array(1, 'x' => 2);"), _f("return [1, 'x' => 2,];")),
    "long patterns": (_f("list($x, $y) = $a; return $x;"), _f("[$x, $y] = $a; return $x;")),
    "elseif": (
        _f("if ($a) { x(); } elseif ($b) { y(); } else { z(); }"),
        _f("if ($a) { x(); } else if ($b) { y(); } else { z(); }"),
    ),
    "elseif twice": (
        _f("if ($a) x(); elseif ($b) y(); elseif (!$b) w(); else z();"),
        _f("if ($a) { x(); } else { if ($b) { y(); } else { if (!$b) { w(); } else { z(); } } }"),
    ),
    "colons": (
        _f("foreach ($a as $x): echo $x; endforeach;"),
        _f("foreach ($a as $x) { echo $x; }"),
    ),
    "a statement alone": (_f("while ($a) $a--;"), _f("while ($a) { $a--; }")),
    "capitals of constants": (_f("return TRUE ? Null : False;"), _f("return true ? null : false;")),
    "two signs for one comparison": (_f("return $a <> $b;"), _f("return $a != $b;")),
    "words for operators": (_f("return ($a and $b);"), _f("return $a && $b;")),
    "new without arguments": (_f("return new ArrayObject;"), _f("return new ArrayObject();")),
    "the end of the program": (_php("echo 1;"), "<?php echo 1 ?>\n"),
    "names of properties": (
        _class("private $x = 1; function g() { return $this->x + self::$y; } static $y;"),
        _class("private $p = 1; function h() { return $this->p + self::$q; } static $q;"),
    ),
    "names of promoted properties": (
        _class("function __construct(private int $x) {} function g() { return $this->x; }"),
        _class("function __construct(private int $y) {} function g() { return $this->y; }"),
    ),
    "names of arguments": (
        _php("function f($a, $b) { return $a; } f(b: 1, a: 2);"),
        _php("function g($c, $d) { return $c; } g(d: 1, c: 2);"),
    ),
    "names in strings": (
        _php('$x = 1; echo "a $x b";'),
        _php('$y = 1; echo "a $y b";'),
    ),
    "the order of functions": (
        _php("function f() { return g(); } function g() { return 1; }"),
        _php("function g() { return 1; } function f() { return g(); }"),
    ),
    "the order of methods": (
        _class("function f() { return 1; } function g() { return $this->f() + 2; }"),
        _class("function g() { return $this->f() + 2; } function f() { return 1; }"),
    ),
    "comments": (_php("# a\n// b\n/** c */ echo 1; /* d */"), _php("echo 1;")),
}

DIFFERENT = {
    "properties in JSON": (
        "<?php\nclass A { public $id = 1; }\n$a = new A();\necho json_encode($a);\n",
        "<?php\nclass A { public $key = 1; }\n$a = new A();\necho json_encode($a);\n",
    ),
    "counting what foreach assigns": (
        "<?php\nfunction f($a) { foreach ($a as $x) { $x++; g($x); } }\n",
        "<?php\nfunction f($a) { foreach ($a as $x) { $x += 1; g($x); } }\n",
    ),
    "a chain and one that ended": (_f("return ($a?->b)->c;"), _f("return $a?->b->c;")),
    "a call in a chain and after it": (_f("return ($a?->b())->c();"), _f("return $a?->b()->c();")),
    "an index in a chain and after it": (_f("return ($a?->b)[0];"), _f("return $a?->b[0];")),
    "bytes and characters": (_f('return "\\xe9";'), _f('return "\\u{e9}";')),
    "bytes and what is written": (_f('return "\\xe9";'), _f("return '\\xe9';")),
    "octal bytes and what is written": (_f('return "\\351";'), _f("return '\\351';")),
    "interpolation": (_f("return '$a';"), _f('return "$a";')),
    "white space between variables": (_f('return "$a $b";'), _f('return "$a$b";')),
    "types": (_f("return $a;"), _php("function f(int $a, $b) { return $a; }")),
    "comparisons": (_f("return $a == $b;"), _f("return $a === $b;")),
    "floats": (_f("return 1e3;"), _f("return 1000;")),
    "increments": (_f("return $a++;"), _f("return ++$a;")),
    "references": (_f("foreach ($a as $x) {}"), _f("foreach ($a as &$x) {}")),
    "captures": (
        _f("return function () use ($a) { return $a; };"),
        _f("return function () use (&$a) { return $a; };"),
    ),
    "null coalescing": (_f("return $a ?? $b;"), _f("return $a ?: $b;")),
    "safe access": (_f("return $a?->x;"), _f("return $a->x;")),
    "a library's method": (_f("return $a->format('c');"), _f("return $a->modify('c');")),
    "a library's function": (_f("return trim($a);"), _f("return rtrim($a);")),
    "a library's class": (_f("return new ArrayObject();"), _f("return new ArrayIterator();")),
    "a library's constant": (_f("return PHP_INT_MAX;"), _f("return PHP_INT_MIN;")),
    "a constant made of another": (_class("const X = PHP_INT_MAX;"), _class("const X = PHP_EOL;")),
    "static members": (_class("public $x;"), _class("public static $x;")),
    "visibility": (_class("public $x;"), _class("private $x;")),
    "magic": (_class("function __get($n) {}"), _class("function __isset($n) {}")),
    "what an interface asks for": (
        _php("class C implements Countable { function count() { return 1; } }"),
        _php("class C implements Countable { function total() { return 1; } }"),
    ),
    "loops": (_f("while ($a) { $a--; }"), _f("do { $a--; } while ($a);")),
    "echo and print": (_f("echo $a;"), _f("print $a;")),
    "an empty place in a pattern": (_f("[, $x] = $a;"), _f("[$x] = $a;")),
    "casts": (_f("return (int) $a;"), _f("return (float) $a;")),
    "names in strings": (
        _php("$x = 1; $y = compact('x');"),
        _php("$z = 1; $y = compact('x');"),
    ),
    "an else of the other if": (
        _f("if ($a) { if ($b) { x(); } } else { y(); }"),
        _f("if ($a) { if ($b) { x(); } else { y(); } }"),
    ),
    "a page's text": ("<p><?= 1 ?></p>", "<b><?= 1 ?></b>"),
    "keys in strings": (_f('return "$a[k]";'), _f('return "{$a[k]}";')),
    "namespaces": (
        _php("namespace A; function f() { return 1; } namespace B; function g() { return 2; }"),
        _php("namespace A; function g() { return 2; } namespace B; function f() { return 1; }"),
    ),
    "what a page prints": ("<?= f() ?>", "<?php f() ?>"),
    "empty parts of a loop": (_f("for (;$a;) {}"), _f("for ($a;;) {}")),
    "yield": (_f("yield $a => $b;"), _f("yield [$a, $b];")),
    "match and switch": (
        _f("return match ($a) { 1 => 2, default => 3 };"),
        _f("switch ($a) { case 1: return 2; default: return 3; }"),
    ),
    "arguments": (_f("return strpos($a, 'x');"), _f("return strpos('x', $a);")),
    "spread": (_f("return max(...$a);"), _f("return max($a);")),
    "defaults": (_php("function f($a = 1) {}"), _php("function f($a = 2) {}")),
    "throwing": (_f("throw new Exception('a');"), _f("return new Exception('a');")),
    "suppressed errors": (_f("return @file($a);"), _f("return file($a);")),
    "functions that are asked for in a text": (
        "<?php\nfunction g($x) { return $x; }\narray_map('g', [1]);\n",
        "<?php\nfunction h($x) { return $x; }\narray_map('g', [1]);\n",
    ),
    "a variable that a function assigns to": (
        ("<?php\n$x = 0;\nfscanf(STDIN, '%s', $x);\n$x += 1;\necho $x;"),
        ("<?php\n$x = 0;\nfscanf(STDIN, '%s', $x);\n$x++;\necho $x;"),
    ),
    "a step down from no value": (
        ("<?php\nfunction f($c) { if ($c) { $n = 5; } $n -= 1; return $n; }"),
        ("<?php\nfunction f($c) { if ($c) { $n = 5; } $n--; return $n; }"),
    ),
    "what a container calls": (
        (
            "<?php\n"
            "class S extends SplObjectStorage { public function getHash($o): string"
            " { return 'a'; } }"
        ),
        (
            "<?php\n"
            "class S extends SplObjectStorage { public function other($o): string {"
            " return 'a'; } }"
        ),
    ),
    "an array of properties": (
        (
            "<?php\n"
            "class A { public $x = 1; public $y = 2; }\n"
            "function f($a) { return ((array) $a)['x']; }\n"
            "f(new A());"
        ),
        (
            "<?php\n"
            "class A { public $y = 1; public $x = 2; }\n"
            "function f($a) { return ((array) $a)['x']; }\n"
            "f(new A());"
        ),
    ),
    "a loop over properties": (
        (
            "<?php\n"
            "class A { public $x = 1; public $y = 2; }\n"
            "$a = new A();\n"
            "foreach ($a as $k => $v) { echo $k; }"
        ),
        (
            "<?php\n"
            "class A { public $y = 1; public $x = 2; }\n"
            "$a = new A();\n"
            "foreach ($a as $k => $v) { echo $k; }"
        ),
    ),
    "keys for parameters": (
        (
            "<?php\n"
            "function f($a, $b) { return $a - $b; }\n"
            "echo call_user_func_array('f', ['a' => 1, 'b' => 2]);"
        ),
        (
            "<?php\n"
            "function f($b, $a) { return $b - $a; }\n"
            "echo call_user_func_array('f', ['a' => 1, 'b' => 2]);"
        ),
    ),
    "keywords that a function collects": (
        (
            "<?php\n"
            "function f(...$o) { return $o['x']; }\n"
            "function g($x, $y) { return $x; }\n"
            "g(x: 1, y: 2);\n"
            "echo f(x: 1, y: 2);"
        ),
        (
            "<?php\n"
            "function f(...$o) { return $o['x']; }\n"
            "function g($y, $x) { return $y; }\n"
            "g(y: 1, x: 2);\n"
            "echo f(y: 1, x: 2);"
        ),
    ),
    "functions that a joined text names": (
        (
            "<?php\n"
            "function do_a() { return 1; }\n"
            "function do_b() { return 2; }\n"
            "function run($c) { $f = 'do_' . $c; return $f(); }"
        ),
        (
            "<?php\n"
            "function do_b() { return 1; }\n"
            "function do_a() { return 2; }\n"
            "function run($c) { $f = 'do_' . $c; return $f(); }"
        ),
    ),
    "functions that a text with variables names": (
        (
            "<?php\n"
            "function do_a() { return 1; }\n"
            "function do_b() { return 2; }\n"
            'function run($c) { $f = "do_$c"; return $f(); }'
        ),
        (
            "<?php\n"
            "function do_b() { return 1; }\n"
            "function do_a() { return 2; }\n"
            'function run($c) { $f = "do_$c"; return $f(); }'
        ),
    ),
    "methods that a joined text names": (
        (
            "<?php\n"
            "class A { function doA() { return 1; } function doB() { return 2; } fu"
            "nction run($c) { return call_user_func([$this, 'do' . $c]); } }"
        ),
        (
            "<?php\n"
            "class A { function doB() { return 1; } function doA() { return 2; } fu"
            "nction run($c) { return call_user_func([$this, 'do' . $c]); } }"
        ),
    ),
}
