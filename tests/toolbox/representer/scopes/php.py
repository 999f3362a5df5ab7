"""Names that occur twice. NAME is replaced by each of the two names."""

SAME = {
    "a local of another function": (
        "<?php\nfunction f($a) { $x = $a; return $x; }\n"
        "function g($a) { $NAME = $a + 1; return $NAME; }\n",
        *("x", "y"),
    ),
    "a parameter of another function": (
        "<?php\nfunction f($x) { return $x; }\nfunction g($NAME) { return $NAME * 2; }\n",
        *("x", "y"),
    ),
    "a variable and a function": (
        "<?php\nfunction size($NAME) { return $NAME; }\n",
        *("size", "n"),
    ),
    "a parameter and a property": (
        "<?php\nclass T { private $width; function __construct($NAME) { $this->width = $NAME; "
        "} }\n",
        *("width", "w"),
    ),
}

DIFFERENT = {
    "a variable named like a library's function": (
        "<?php\nfunction f($a) { $NAME = NAME($a, 1); return $NAME; }\n",
        *("max", "min"),
    ),
    "a global statement": (
        "<?php\n$x = 1; $y = 2;\nfunction f() { global $NAME; return $x . $y; }\n",
        *("x", "y"),
    ),
    "a closure's use": (
        "<?php\nfunction f($x, $y) { return function () use ($NAME) { return $NAME; }; }\n",
        *("x", "y"),
    ),
    "an arrow function": (
        "<?php\nfunction f($x, $y) { return fn() => $NAME; }\n",
        *("x", "y"),
    ),
    "a loop's variable": (
        "<?php\nfunction f($xs) { foreach ($xs as $x) { foreach ($x as $y) { echo $NAME; } } }\n",
        *("x", "y"),
    ),
    "which parameter": (
        "<?php\nfunction f($x, $y) { return $NAME; }\n",
        *("x", "y"),
    ),
}
