"""Members of OCaml programs. NAME is replaced by each of the two names."""

DIFFERENT = {
    "a function and a field": (
        "type t = { NAME : int }\nlet f r = NAME r.NAME 1\n",
        *("max", "min"),
    ),
    "a function and an object's method": (
        "open List\nlet make xs = object method NAME = NAME xs end\n",
        *("length", "hd"),
    ),
    "a function that wraps its namesake": ("let NAME f xs = List.NAME f xs\n", "map", "filter"),
    "a module that wraps another": (
        "module Work = struct let NAME q = Queue.NAME q end\nlet run q = Work.NAME q\n",
        *("pop", "peek"),
    ),
    "an alias of a module": (
        "module Q = Stack\nlet NAME q = Q.NAME q\n",
        *("pop", "top"),
    ),
    "a module opened locally": ("let NAME xs = List.(NAME xs)\n", "rev", "length"),
    "a function that is not recursive": ("let NAME a b = NAME a (b + 1)\n", "max", "min"),
    "a shadowed function": ("let NAME x = Stdlib.NAME x 1\n", "max", "min"),
}

SAME = {
    "a field that is bound by its own name": (
        "type t = { NAME : int }\nlet f { NAME } = NAME + 1\nlet g r = { r with NAME = 2 }\n",
        *("max", "size"),
    ),
    "a field made from a variable of its name": (
        "type t = { NAME : int }\nlet f NAME = { NAME }\n",
        *("max", "size"),
    ),
    "a recursive function": ("let rec NAME a b = if a then b else NAME a b\n", "max", "top"),
    "a function defined twice": (
        "let NAME a = a + 1\nlet NAME a = NAME a * 2\n",
        *("max", "top"),
    ),
    "a module's function": (
        "module Work = struct let NAME q = q + 1 end\nlet run q = Work.NAME q\n",
        *("pop", "take"),
    ),
    "a field": ("type t = { NAME : int }\nlet f t = t.NAME + 1\n", "length", "wide"),
}
