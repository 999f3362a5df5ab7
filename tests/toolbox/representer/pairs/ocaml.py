"""Pairs of OCaml programs that say the same, and pairs that only look alike."""


def _f(body: str) -> str:
    return f"let f a b = {body}\n"


SAME = {
    "a recursive function inside": (
        "let f x =\n  let rec len = function\n    | [] -> 0\n    | _ :: t -> 1 + len t\n"
        "  in len x\n",
        "let f x =\n  let rec size = function\n    | [] -> 0\n    | _ :: t -> 1 + size t\n"
        "  in size x\n",
    ),
    "bytes in two ways": (_f(r'"\233\xe9"'), _f(r'"\xe9\o351"')),
    "redundant parentheses": (_f("(a + (b))"), _f("a + b")),
    "begin and end": (_f("begin a + b end"), _f("a + b")),
    "semicolons between items": ("let a = 1;;\nlet b = 2;;\n", "let a = 1\nlet b = 2\n"),
    "semicolons in lists": (_f("[ a; b; ]"), _f("[ a; b ]")),
    "nested sequences": (_f("(g a; h b); 1"), _f("g a; h b; 1")),
    "escapes": (_f(r'"\065\x42\o103\u{44}\t"'), _f('"ABCD\\009"')),
    "quoted texts": (_f('{|a"b\\|}'), _f(r'"a\"b\\"')),
    "quoted texts with a mark": (_f("{x|a|}b|x}"), _f('"a|}b"')),
    "lines that go on": (_f('"a\\\n   b"'), _f('"ab"')),
    "characters": (_f(r"'\065'"), _f("'A'")),
    "numbers": (_f("0xff + 1_000 + 0b11"), _f("255 + 1000 + 3")),
    "floats": (_f("1. +. 2.50"), _f("1.0 +. 2.5")),
    "annotations": ("let f (a : int) : int = (a : int)\n", "let f a = a\n"),
    "annotations of functions": ("let f : int -> int = fun a -> a\n", "let f = fun a -> a\n"),
    "types that are named": ("let f (type t) (a : t) : t = a\n", "let f a = a\n"),
    "the first bar": (_f("match a with | 1 -> b | _ -> 2"), _f("match a with 1 -> b | _ -> 2")),
    "the first bar of a type": ("type t = | A | B\n", "type t = A | B\n"),
    "parentheses of patterns": (
        _f("match a with (Some (x)) -> x | None -> b"),
        _f("match a with Some x -> x | None -> b"),
    ),
    "short fields": (
        "type t = { x : int }\nlet f x = { x }\nlet g { x } = x\n",
        "type t = { x : int }\nlet f x = { x = x }\nlet g { x = x } = x\n",
    ),
    "short labels": ("let f ~x = x\nlet g x = f ~x\n", "let f ~x:x = x\nlet g x = f ~x:x\n"),
    "names": ("let f a = let b = a in b\n", "let g x = let y = x in y\n"),
    "names of types": (
        "type t = A of int | B\nlet f = function A x -> B | B -> A 1\n",
        "type u = C of int | D\nlet g = function C y -> D | D -> C 1\n",
    ),
    "names of fields": (
        "type t = { mutable x : int }\nlet f a = a.x <- a.x + 1\n",
        "type u = { mutable y : int }\nlet g b = b.y <- b.y + 1\n",
    ),
    "names of labels": (
        "let f ~x ?(y = 1) () = x + y\nlet a = f ~x:1 ~y:2 ()\n",
        "let g ~p ?(q = 1) () = p + q\nlet b = g ~p:1 ~q:2 ()\n",
    ),
    "names of modules": (
        "module M = struct let x = 1 end\nlet a = M.x\n",
        "module N = struct let y = 1 end\nlet b = N.y\n",
    ),
    "names of an opened module": (
        "module M = struct let x = 1 end\nopen M\nlet a = x\n",
        "module N = struct let y = 1 end\nopen N\nlet b = y\n",
    ),
    "names of exceptions": (
        "exception E of int\nlet f a = try g a with E x -> x\n",
        "exception D of int\nlet h b = try g b with D y -> y\n",
    ),
    "names of methods": (
        "class c = object method m = 1 end\nlet f o = o#m\n",
        "class d = object method n = 1 end\nlet g p = p#n\n",
    ),
    "names of type variables": ("type 'a t = A of 'a\n", "type 'b t = A of 'b\n"),
    "the order of functions": (
        "let f a = a + 1\nlet g a = a * 2\nlet h a = f (g a)\n",
        "let g a = a * 2\nlet f a = a + 1\nlet h a = f (g a)\n",
    ),
    "comments": ("(* a (* b *) *)\nlet a = 1 (* c *)\n(** d *)\n", "let a = 1\n"),
    "pipes": (_f("a |> b"), _f("b @@ a")),
}

DIFFERENT = {
    "a function of the library inside": (
        "let f x = let rec max a = if a > x then a else max (a + 1) in max 0\n",
        "let f x = let max a = if a > x then a else max (a + 1) in max 0\n",
    ),
    "bytes and characters": (_f(r'"\233"'), _f('"é"')),
    "bytes and numbers of characters": (_f(r'"\xe9"'), _f(r'"\u{e9}"')),
    "what parentheses are for": (_f("a * (b + 1)"), _f("a * b + 1")),
    "application": (_f("g (a b)"), _f("g a b")),
    "integers and floats": (_f("1"), _f("1.")),
    "kinds of integers": (_f("1l"), _f("1L")),
    "texts and characters": (_f('"a"'), _f("'a'")),
    "equality": (_f("a = b"), _f("a == b")),
    "inequality": (_f("a <> b"), _f("a != b")),
    "arithmetic of floats": (_f("a + b"), _f("a +. b")),
    "lists and arrays": (_f("[ a; b ]"), _f("[| a; b |]")),
    "elements of arrays and texts": (_f("a.(b)"), _f("a.[b]")),
    "tuples": (_f("(a, b)"), _f("[ a; b ]")),
    "functions of others": (_f("List.fold_left a b []"), _f("List.fold_right a b []")),
    "modules of others": (_f("String.length a"), _f("Bytes.length a")),
    "constructors of others": (_f("Some a"), _f("Ok a")),
    "exceptions of others": (_f("raise Not_found"), _f("raise Exit")),
    "a module of others with a name of ours": (
        "module M = struct let length x = 1 end\nlet a = M.length []\n",
        "module M = struct let length x = 1 end\nlet a = List.length []\n",
    ),
    "a type that is called as a library's": (
        "let int = 1\ntype t = A of int\n",
        "let int = 1\ntype t = A of char\n",
    ),
    "recursion": ("let rec f a = f a\n", "let f a = f a\n"),
    "a function that shadows": (
        "let f a = max a 1\nlet max a b = a\n",
        "let max a b = a\nlet f a = max a 1\n",
    ),
    "a function defined twice": (
        "let f a = 1\nlet g a = f a\nlet f a = 2\n",
        "let f a = 2\nlet g a = f a\nlet f a = 1\n",
    ),
    "a value that shadows": (
        "let a = 1\nlet f () = a\nlet a = 2\n",
        "let a = 1\nlet a = 2\nlet f () = a\n",
    ),
    "a function that shadows what is opened": (
        "open List\nlet f a = hd a\nlet hd a = 1\n",
        "open List\nlet hd a = 1\nlet f a = hd a\n",
    ),
    "a module that is opened": (
        "let f a = length a\nopen List\n",
        "open List\nlet f a = length a\n",
    ),
    "a constructor that shadows": (
        "type t = A\nlet f () = A\ntype u = A\n",
        "type t = A\ntype u = A\nlet f () = A\n",
    ),
    "effects": ("let () = g ()\nlet () = h ()\n", "let () = h ()\nlet () = g ()\n"),
    "loops": (_f("for i = a to b do g i done"), _f("for i = a downto b do g i done")),
    "guards": (_f("match a with x when x > 1 -> b | _ -> 2"), _f("match a with x -> b | _ -> 2")),
    "the order of cases": (_f("match a with 1 -> b | _ -> 2"), _f("match a with _ -> 2 | 1 -> b")),
    "mutable fields": ("type t = { x : int }\n", "type t = { mutable x : int }\n"),
    "types of constructors": ("type t = A of int\n", "type t = A of string\n"),
    "pairs in constructors": ("type t = A of int * int\n", "type t = A of (int * int)\n"),
    "labels and positions": ("let f ~x = x\n", "let f x = x\n"),
    "optional labels": ("let f ?x () = x\n", "let f ~x () = x\n"),
    "labels that are swapped": (
        "let a = ListLabels.map ~f:1 2\n",
        "let a = ListLabels.map ~g:1 2\n",
    ),
    "what functors ask for": (
        "module M = Map.Make (struct type t = int let compare a b = 1 end)\n",
        "module M = Map.Make (struct type t = int let order a b = 1 end)\n",
    ),
    "references": (_f("!a"), _f("a")),
    "variants": (_f("`A"), _f("`B")),
    "lazy values": (_f("lazy a"), _f("a")),
    "an else of the other if": (
        _f("if a then (if b then g () else h ())"),
        _f("if a then (if b then g ()) else h ()"),
    ),
    "a sequence in a branch": (_f("if a then (g b; h b)"), _f("(if a then g b); h b")),
    "assertions": (_f("assert a"), _f("ignore a")),
    "arguments": (_f("compare a b"), _f("compare b a")),
    "operators of ours": ("let ( + ) a b = a\n", "let ( - ) a b = a\n"),
    "private methods": (
        "class c = object method m = 1 end\n",
        "class c = object method private m = 1 end\n",
    ),
    "patterns that may fail": (
        ("let g = (fun (Some x) -> fun y -> x + y) None\n"),
        ("let g = (fun (Some x) y -> x + y) None\n"),
    ),
    "references of ours": (
        ("let ( ! ) r = r.contents + 1\nlet f r = r := !r + 1\n"),
        ("let ( ! ) r = r.contents + 1\nlet f r = incr r\n"),
    ),
    "sums of ours": (
        ("let ( + ) a b = a * b\nlet f r = r := !r + 1\n"),
        ("let ( + ) a b = a * b\nlet f r = incr r\n"),
    ),
    "an exception that hides one of the library": (
        ("exception Not_found\nlet f x l = try List.assoc x l with Not_found -> 0\n"),
        ("let f x l = try List.assoc x l with Not_found -> 0\nexception Not_found\n"),
    ),
    "constructors that hide those of the library": (
        (
            "let f g = match g () with Ok x -> x | Error _ -> 0\n"
            "type r = Ok of int | Error of string\n"
        ),
        (
            "type r = Ok of int | Error of string\n"
            "let f g = match g () with Ok x -> x | Error _ -> 0\n"
        ),
    ),
    "a module that hides one of the library": (
        ("let f x = List.length x\nmodule List = struct let length x = 1 end\n"),
        ("module List = struct let length x = 1 end\nlet f x = List.length x\n"),
    ),
}
