"""Members of PHP programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a method that delegates to its namesake": (
        "<?php\nclass T { private $d; function __construct() { $this->d = new "
        "SplDoublyLinkedList(); }\n"
        "function NAME() { return $this->d->NAME(); } }\n",
        *("pop", "shift"),
    ),
    "a typed property": (
        "<?php\nclass T { private SplDoublyLinkedList $d; function NAME() { return "
        "$this->d->NAME(); } }\n",
        *("pop", "shift"),
    ),
    "breadth first and depth first": (
        "<?php\nclass T { private SplDoublyLinkedList $d; function NAME() { return "
        "$this->d->NAME(); } }\n"
        "function f() { $t = new T(); return $t->NAME(); }\n",
        *("pop", "shift"),
    ),
    "a promoted property": (
        "<?php\nclass T { function __construct(private SplStack $s) {}\n"
        "function NAME() { return $this->s->NAME(); } }\n",
        *("pop", "shift"),
    ),
    "a parameter": (
        "<?php\nclass T { function NAME(SplStack $s) { return $s->NAME(); } }\n",
        *("pop", "shift"),
    ),
    "an untyped parameter": (
        "<?php\nclass T { function NAME($s) { return $s->NAME(); } }\n",
        "rise",
        "fall",
    ),
    "a variable": (
        "<?php\nclass T { function NAME() { $s = new SplStack(); return $s->NAME(); } }\n",
        *("pop", "shift"),
    ),
    "a call's result": (
        "<?php\nclass T { function NAME() { return make()->NAME(); } }\n",
        *("pop", "shift"),
    ),
    "an element": (
        "<?php\nclass T { private $xs = []; function NAME($i) { return $this->xs[$i]->NAME(); "
        "} }\n",
        *("pop", "shift"),
    ),
    "another method": (
        "<?php\nclass T { function NAME() { return 1; } }\n"
        "function f(SplStack $s) { return $s->NAME(); }\n",
        *("pop", "shift"),
    ),
    "parent": (
        "<?php\nclass T extends SplStack { function NAME() { return parent::NAME(); } }\n",
        *("pop", "shift"),
    ),
    "a static method": (
        "<?php\nclass T { static function NAME($x) { return IntlChar::NAME($x); } }\n",
        *("toupper", "tolower"),
    ),
    "a null-safe call": (
        "<?php\nclass T { function NAME($s) { return $s?->NAME(); } }\n",
        "pop",
        "shift",
    ),
    "a property named like a library's": (
        "<?php\nclass T { public $NAME; function f(DateInterval $i) { $this->NAME = $i->NAME; "
        "} }\n",
        *("y", "m"),
    ),
}

SAME = {
    "this": ("<?php\nclass T { function NAME() { return $this->NAME(); } }\n", "push", "enter"),
    "new": (
        "<?php\nclass T { function NAME() { return 1; } }\n"
        "function f() { $t = new T(); return $t->NAME(); }\n",
        *("push", "enter"),
    ),
    "a typed parameter": (
        "<?php\nclass T { function NAME() { return 1; } }\n"
        "function f(T $t) { return $t->NAME(); }\n",
        *("push", "enter"),
    ),
    "a property": (
        "<?php\nclass N { function NAME() { return 1; } }\n"
        "class T { private ?N $n = null; function f() { return $this->n->NAME(); } }\n",
        *("push", "enter"),
    ),
    "a static method": (
        "<?php\nclass T { static function NAME() { return self::NAME(); } }\n"
        "function f() { return T::NAME(); }\n",
        *("push", "enter"),
    ),
    "an unknown receiver, a name of no library": (
        "<?php\nclass T { function NAME() { return 1; } }\nfunction f($t) { return $t->NAME(); }\n",
        *("bounce", "jump"),
    ),
}
