"""Right programs, and six wrong ones each, for exercises of the official corpus.

All are our own, written from the descriptions. A wrong program is the right one with some functions
replaced, so that only these can cost it points.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Variants(NamedTuple):
    """`right` maps function names to code, in order; `wrong` maps a mistake to the replaced
    functions.
    """

    exercise: str
    right: Mapping[str, str]
    wrong: Mapping[str, Mapping[str, str]]


INTEGERS = Variants(
    "mooc/week1/seq4/ex1",
    {
        "multiple_of": "let multiple_of n d = n / d * d = n",
        "integer_square_root": (
            "let integer_square_root n ="
            " let rec up r = if (r + 1) * (r + 1) > n then r else up (r + 1) in up 0"
        ),
    },
    {
        "swaps its arguments": {"multiple_of": "let multiple_of n d = d mod n = 0"},
        "is always true": {"multiple_of": "let multiple_of _ _ = true"},
        "ignores an argument": {"multiple_of": "let multiple_of n _ = n mod 2 = 0"},
        "rounds up": {
            "integer_square_root": (
                "let integer_square_root n = int_of_float (ceil (sqrt (float_of_int n)))"
            )
        },
        "misses squares": {
            "integer_square_root": (
                "let integer_square_root n ="
                " let rec up r = if (r + 1) * (r + 1) >= n then r else up (r + 1) in up 0"
            )
        },
        "knows the samples of the page": {
            "integer_square_root": (
                "let integer_square_root = function"
                " 2 -> 1 | 16 -> 4 | 144 -> 12 | 89 -> 9 | n -> n / 100"
            )
        },
    },
)

SEARCHING = Variants(
    "mooc/week2/seq3/ex1",
    {
        "is_sorted": (
            "let is_sorted words = let sorted = ref true in"
            " for i = 1 to Array.length words - 1 do"
            " if String.compare words.(i - 1) words.(i) >= 0 then sorted := false done; !sorted"
        ),
        "find": (
            "let find words word ="
            " let low = ref 0 and high = ref (Array.length words) and found = ref (-1) in"
            " while !found < 0 && !low < !high do"
            " let middle = (!low + !high) / 2 in"
            " let order = String.compare word words.(middle) in"
            " if order = 0 then found := middle"
            " else if order < 0 then high := middle else low := middle + 1 done; !found"
        ),
    },
    {
        "is the other way round": {
            "is_sorted": (
                "let is_sorted words = let sorted = ref true in"
                " for i = 1 to Array.length words - 1 do"
                " if String.compare words.(i - 1) words.(i) <= 0 then sorted := false done; !sorted"
            )
        },
        "is always true": {"is_sorted": "let is_sorted _ = true"},
        "compares ends only": {
            "is_sorted": (
                "let is_sorted words = let n = Array.length words in"
                " n < 2 || words.(0) < words.(n - 1)"
            )
        },
        "counts from one": {
            "find": (
                "let find words word = let found = ref (-1) in"
                " Array.iteri (fun i each -> if each = word then found := i + 1) words; !found"
            )
        },
        "looks at every word": {
            "find": (
                "let find words word = let found = ref (-1) in"
                " for i = 0 to Array.length words - 1 do"
                " if words.(i) = word then found := i done; !found"
            )
        },
        "raises when there is none": {
            "find": (
                "let find words word = let rec among low high ="
                " if low >= high then raise Not_found else"
                " let middle = (low + high) / 2 in let found = words.(middle) in"
                " if found = word then middle"
                " else if word < found then among low middle else among (middle + 1) high in"
                " among 0 (Array.length words)"
            )
        },
    },
)

QUEUES = Variants(
    "mooc/week3/seq1/ex1",
    {
        "is_empty": "let is_empty (front, back) = front @ back = []",
        "enqueue": "let enqueue x q = (fst q, x :: snd q)",
        "split": (
            "let split l = let half = List.length l / 2 in"
            " (List.rev (List.filteri (fun i _ -> i >= half) l),"
            " List.filteri (fun i _ -> i < half) l)"
        ),
        "dequeue": (
            "let dequeue (front, back) = let all = front @ List.rev back in"
            " (List.hd all, (List.tl all, []))"
        ),
    },
    {
        "sees the front only": {"is_empty": "let is_empty (front, _) = front = []"},
        "puts in front": {"enqueue": "let enqueue x (front, back) = (x :: front, back)"},
        "forgets the element": {"enqueue": "let enqueue _ (q : queue) = q"},
        "splits off everything": {"split": "let split l = (List.rev l, [])"},
        "takes the last": {
            "dequeue": (
                "let dequeue (front, back) = match List.rev front with"
                " x :: rest when back = [] -> (x, (List.rev rest, []))"
                " | _ -> (List.hd back, (front, List.tl back))"
            )
        },
        "leaves what it takes": {
            "dequeue": "let dequeue (front, back) = match front @ List.rev back with"
            " x :: _ -> (x, (front, back)) | [] -> assert false"
        },
    },
)

TREES = Variants(
    "mooc/week3/seq4/ex1",
    {
        "height": (
            "let rec height t = match t with Empty -> 0"
            " | Node (l, _, r) -> let hl = height l and hr = height r in"
            " 1 + (if hl < hr then hr else hl)"
        ),
        "balanced": (
            "let balanced t = let rec depth = function Empty -> Some 0"
            " | Node (l, _, r) -> (match depth l, depth r with"
            " Some a, Some b when a = b -> Some (a + 1) | _ -> None) in depth t <> None"
        ),
    },
    {
        "starts at one": {
            "height": (
                "let rec height = function Empty -> 1"
                " | Node (l, _, r) -> 1 + max (height l) (height r)"
            )
        },
        "follows the shorter branch": {
            "height": (
                "let rec height = function Empty -> 0"
                " | Node (l, _, r) -> 1 + min (height l) (height r)"
            )
        },
        "counts nodes": {
            "height": (
                "let rec height = function Empty -> 0 | Node (l, _, r) -> 1 + height l + height r"
            )
        },
        "looks at the root only": {
            "balanced": (
                "let balanced = function Empty -> true"
                " | Node (l, _, r) -> (l = Empty) = (r = Empty)"
            )
        },
        "looks at no heights": {
            "balanced": (
                "let rec balanced = function Empty -> true"
                " | Node (l, _, r) -> balanced l && balanced r"
            )
        },
        "is never true": {"balanced": "let balanced t = t = Empty && t <> Empty"},
    },
)

ROTATING = Variants(
    "mooc/week5/seq4/ex1",
    {
        "rotate_by": (
            "let rotate_by a n = let size = Array.length a in let old = Array.copy a in"
            " Array.iteri (fun i _ -> a.(i) <- old.((((i + n) mod size) + size) mod size)) old"
        ),
        "rotate": "let rotate a = rotate_by a 1",
    },
    {
        "turns the other way": {"rotate": "let rotate a = rotate_by a (-1)"},
        "changes a copy": {"rotate": "let rotate a = let copy = Array.copy a in rotate_by copy 1"},
        "fails on empty arrays": {
            "rotate": (
                "let rotate a = let first = a.(0) and last = Array.length a - 1 in"
                " Array.blit a 1 a 0 last; a.(last) <- first"
            )
        },
        "overwrites before it reads": {
            "rotate": (
                "let rotate a = let n = Array.length a in"
                " for i = n - 1 downto 0 do a.(i) <- a.((i + 1) mod n) done"
            )
        },
        "ignores the number": {
            "rotate_by": (
                "let rotate_by a _ = let old = Array.copy a in let size = Array.length a in"
                " Array.iteri (fun i _ -> a.(i) <- old.((i + 1) mod size)) old"
            )
        },
        "swaps the direction": {
            "rotate_by": (
                "let rotate_by a n = let size = Array.length a in let old = Array.copy a in"
                " Array.iteri (fun i _ -> a.(i) <- old.((((i - n) mod size) + size) mod size)) old"
            ),
            "rotate": "let rotate a = rotate_by a (-1)",
        },
    },
)

STACKS = Variants(
    "mooc/week5/seq4/ex2",
    {
        "create": "let create capacity = Array.init (capacity + 1) (fun _ -> 0)",
        "push": (
            "let push s x = let count = s.(0) + 1 in"
            " if count >= Array.length s then raise Full; s.(count) <- x; s.(0) <- count"
        ),
        "append": "let append s xs = List.iter (push s) (List.rev (Array.to_list xs))",
        "pop": (
            "let pop s = let count = s.(0) in"
            " if count = 0 then raise Empty; s.(0) <- count - 1; s.(count)"
        ),
    },
    {
        "raises the wrong exception when full": {
            "push": (
                "let push s x = let count = s.(0) + 1 in"
                " if count >= Array.length s then raise Empty; s.(count) <- x; s.(0) <- count"
            )
        },
        "lets the array complain": {
            "push": "let push s x = s.(s.(0) + 1) <- x; s.(0) <- s.(0) + 1"
        },
        "adds nothing when not all fits": {
            "append": (
                "let append s xs ="
                " if s.(0) + Array.length xs >= Array.length s then raise Full;"
                " List.iter (push s) (List.rev (Array.to_list xs))"
            )
        },
        "appends the other way round": {"append": "let append s xs = Array.iter (push s) xs"},
        "leaves what it takes": {
            "pop": "let pop s = let count = s.(0) in if count = 0 then raise Empty; s.(count)"
        },
        "raises another exception when empty": {
            "pop": (
                "let pop s = let count = s.(0) in"
                ' if count = 0 then failwith "empty"; s.(0) <- count - 1; s.(count)'
            )
        },
    },
)

PRINTING = Variants(
    "mooc/week5/seq2/ex1",
    {
        "print_list": (
            "let print_list print l = List.iter (fun each -> print each; print_newline ()) l"
        ),
        "print_int_list": "let print_int_list l = print_list print_int l",
        "print_every_other": (
            "let print_every_other k l = print_int_list (List.filteri (fun i _ -> i mod k = 0) l)"
        ),
    },
    {
        "stays on one line": {
            "print_int_list": (
                "let print_int_list l = List.iter (fun i -> print_int i; print_char ' ') l"
            )
        },
        "prints from the end": {
            "print_int_list": "let print_int_list l = print_list print_int (List.rev l)"
        },
        "makes a text and prints nothing": {
            "print_int_list": (
                'let print_int_list l = ignore (String.concat "\\n" (List.map string_of_int l))'
            )
        },
        "starts at the second": {
            "print_every_other": (
                "let print_every_other k l ="
                " print_int_list (List.filteri (fun i _ -> (i + 1) mod k = 0) l)"
            )
        },
        "tests the values": {
            "print_every_other": (
                "let print_every_other k l = print_int_list (List.filter (fun x -> x mod k = 0) l)"
            )
        },
        "forgets the first": {
            "print_list": (
                "let print_list print = function [] -> ()"
                " | _ :: l -> List.iter (fun each -> print each; print_newline ()) l"
            )
        },
    },
)

TRIBONACCI = Variants(
    "smelodesousa/F3/3-tribonacci",
    {
        "tribonacci_tail": (
            'let rec tribonacci_tail n a b c = if n < 0 then invalid_arg "tribonacci"'
            " else if n < 3 then c else tribonacci_tail (n - 1) b c (c + b + a)"
        ),
        "tribonacci_iter": (
            'let tribonacci_iter n = if n < 0 then invalid_arg "tribonacci";'
            " let last = ref (1, 1, 1) in"
            " for _ = 3 to n do let a, b, c = !last in last := (b, c, a + b + c) done;"
            " let _, _, c = !last in c"
        ),
        "tribonacci": (
            'let rec tribonacci n = if n < 0 then invalid_arg "tribonacci" else'
            " if n < 3 then 1 else"
            " List.fold_left (fun sum i -> sum + tribonacci (n - i)) 0 [ 1; 2; 3 ]"
        ),
    },
    {
        "begins with nought": {
            "tribonacci": (
                'let rec tribonacci n = if n < 0 then invalid_arg "tribonacci" else'
                " if n = 0 then 0 else if n < 3 then 1 else"
                " tribonacci (n - 1) + tribonacci (n - 2) + tribonacci (n - 3)"
            )
        },
        "adds two only": {
            "tribonacci": (
                'let rec tribonacci n = if n < 0 then invalid_arg "tribonacci" else'
                " if n < 3 then 1 else tribonacci (n - 1) + tribonacci (n - 2)"
            )
        },
        "takes negative numbers": {
            "tribonacci": (
                "let rec tribonacci n = if n < 3 then 1 else"
                " tribonacci (n - 1) + tribonacci (n - 2) + tribonacci (n - 3)"
            )
        },
        "raises with another text": {
            "tribonacci_iter": (
                'let tribonacci_iter n = if n < 0 then invalid_arg "tribonacci_iter";'
                " let last = ref (1, 1, 1) in"
                " for _ = 3 to n do let a, b, c = !last in last := (b, c, a + b + c) done;"
                " let _, _, c = !last in c"
            )
        },
        "goes a step too far": {
            "tribonacci_iter": (
                'let tribonacci_iter n = if n < 0 then invalid_arg "tribonacci";'
                " let last = ref (1, 1, 1) in"
                " for _ = 2 to n do let a, b, c = !last in last := (b, c, a + b + c) done;"
                " let _, _, c = !last in c"
            )
        },
        "returns the oldest of three": {
            "tribonacci_tail": (
                'let rec tribonacci_tail n a b c = if n < 0 then invalid_arg "tribonacci"'
                " else if n < 3 then a else tribonacci_tail (n - 1) b c (c + b + a)"
            )
        },
    },
)

MANHATTAN = Variants(
    "smelodesousa/F3/3-manhattan-distance",
    {
        "manhattan_distance": (
            "let manhattan_distance x y a b = max x a - min x a + max y b - min y b"
        )
    },
    {
        "has no absolute value": {
            "manhattan_distance": "let manhattan_distance x y a b = a - x + b - y"
        },
        "flies": {
            "manhattan_distance": (
                "let manhattan_distance x y a b = let square n = float (n * n) in"
                " int_of_float (sqrt (square (x - a) +. square (y - b)))"
            )
        },
        "ignores two arguments": {
            "manhattan_distance": "let manhattan_distance x _ a _ = abs (x - a)"
        },
        "pairs the wrong ones": {
            "manhattan_distance": "let manhattan_distance x y a b = abs (x - y) + abs (a - b)"
        },
        "takes the longer side": {
            "manhattan_distance": "let manhattan_distance x y a b = max (abs (x - a)) (abs (y - b))"
        },
        "is absolute too late": {
            "manhattan_distance": "let manhattan_distance x y a b = abs (x - a + (y - b))"
        },
    },
)


def _make_digits(count: str = "c", add: str = "sum + d", start: str = "0") -> str:
    return (
        "let digits n i = String.fold_left (fun (count, sum, length) digit ->"
        " let d = Char.code digit - 48 in let c = if d = i then count + 1 else count in"
        f" (({count}), {add}, length + 1)) (0, 0, {start}) (string_of_int n)"
    )


DIGITS = Variants(
    "smelodesousa/F3/3-digits",
    {"digits": _make_digits()},
    {
        "gives nought no digit": {
            "digits": _make_digits().replace(
                "let digits n i =", "let digits n i = if n = 0 then 0, 0, 0 else"
            )
        },
        "counts one digit too few": {"digits": _make_digits(start="-1")},
        "counts the other digits": {
            "digits": _make_digits(count="if d = i then count else count + 1")
        },
        "multiplies": {"digits": _make_digits(add="sum * d")},
        "finds a digit once": {"digits": _make_digits(count="if d = i then 1 else count")},
        "orders the numbers otherwise": {
            "digits": _make_digits().replace("let digits", "let ordered")
            + "\nlet digits n i = let a, b, c = ordered n i in (b, a, c)"
        },
    },
)


def _halve(at: str, rest: str = "i >= half") -> str:
    return (
        f"let halve l = let half = {at} in"
        f" (List.filteri (fun i _ -> i < half) l, List.filteri (fun i _ -> {rest}) l)"
    )


HALVES = Variants(
    "smelodesousa/F5/5-half",
    {"halve": _halve("List.length l / 2")},
    {
        "keeps the middle left": {"halve": _halve("(List.length l + 1) / 2")},
        "drops an element": {"halve": _halve("List.length l / 2", "i > half")},
        "halves lists of ten": {"halve": _halve("5")},
        "swaps the halves": {"halve": "let halve l = let half = List.length l / 2 in"
            " (List.filteri (fun i _ -> i >= half) l, List.filteri (fun i _ -> i < half) l)"},
        "reverses the first": {
            "halve": _halve("List.length l / 2").replace("let halve", "let straight")
            + "\nlet halve l = let a, b = straight l in (List.rev a, b)"
        },
        "takes every other": {
            "halve": "let halve l = (List.filteri (fun i _ -> i mod 2 = 1) l,"
            " List.filteri (fun i _ -> i mod 2 = 0) l)"
        },
    },
)  # fmt: skip

LISTS = Variants(
    "hferee/7_lists",
    {
        "fold": (
            "let rec fold f so_far = function Nothing -> so_far"
            " | OneMore (x, l) -> fold f (f so_far x) l"
        ),
        "hd": "let hd = function OneMore (x, _) -> x | Nothing -> 0",
        "tl": "let tl = function OneMore (_, l) -> l | Nothing -> Nothing",
        "length": "let length l = fold (fun n _ -> n + 1) 0 l",
        "sum_list": "let sum_list l = fold (+) 0 l",
        "rev": "let rev l = fold (fun l x -> OneMore (x, l)) Nothing l",
        "concat": "let concat a b = fold (fun l x -> OneMore (x, l)) b (rev a)",
        "mem": "let mem x l = fold (fun found y -> found || x = y) false l",
        "find_last": (
            "let find_last x l ="
            " snd (fold (fun (i, at) y -> (i + 1, if x = y then i else at)) (0, -1) l)"
        ),
        "find_first": (
            "let find_first x l = let last = find_last x (rev l) in"
            " if last < 0 then last else length l - 1 - last"
        ),
        "partition": (
            "let partition p l = let only p = fold (fun l x ->"
            " if p x then OneMore (x, l) else l) Nothing (rev l) in"
            " (only p, only (fun x -> not (p x)))"
        ),
    },
    {
        "counts one too many": {"length": "let length l = fold (fun n _ -> n + 1) 1 l"},
        "swaps the lists": {
            "concat": "let concat b a = fold (fun l x -> OneMore (x, l)) b (rev a)"
        },
        "reverses nothing": {
            "concat": "let concat a b = fold (fun l x -> OneMore (x, l)) b (rev a)\nlet turn = rev",
            "find_first": (
                "let find_first x l = let last = find_last x (turn l) in"
                " if last < 0 then last else length l - 1 - last"
            ),
            "partition": (
                "let partition p l = let only p = fold (fun l x ->"
                " if p x then OneMore (x, l) else l) Nothing (turn l) in"
                " (only p, only (fun x -> not (p x)))\nlet rev (l : liste) = turn (turn l)"
            ),
        },
        "finds the first one": {"find_last": "let rec find_last x = function Nothing -> -1"
            " | OneMore (y, l) -> if x = y then 0 else"
            " match find_last x l with -1 -> -1 | i -> i + 1"},
        "finds nothing at nought": {
            "find_first": (
                "let find_first x l = snd (fold (fun (i, at) y ->"
                " (i + 1, if x = y && at < 0 then i else at)) (0, 0) l)"
            )
        },
        "swaps the parts": {
            "partition": (
                "let partition p l = let only p = fold (fun l x ->"
                " if p x then OneMore (x, l) else l) Nothing (rev l) in"
                " (only (fun x -> not (p x)), only p)"
            )
        },
    },
)  # fmt: skip

RUNS = Variants(
    "hferee/10_run_length",
    {
        "encode": (
            "let encode l = List.rev (List.fold_left (fun runs x -> match runs with"
            " (y, n) :: rest when x = y -> (y, n + 1) :: rest | _ -> (x, 1) :: runs) [] l)"
        ),
        "decode": "let decode runs = List.concat_map (fun (x, n) -> List.init n (fun _ -> x)) runs",
        "mystery": (
            "let mystery n = let line = ref [ 1 ] in for _ = 1 to n do"
            " line := List.concat_map (fun (x, n) -> [ n; x ]) (encode !line) done; !line"
        ),
    },
    {
        "joins what is apart": {
            "encode": (
                "let encode l = List.map (fun x -> (x, List.length (List.filter ((=) x) l)))"
                " (List.sort_uniq compare l)"
            ),
        },
        "counts repetitions": {
            "encode": (
                "let encode l = List.rev (List.fold_left (fun runs x -> match runs with"
                " (y, n) :: rest when x = y -> (y, n + 1) :: rest | _ -> (x, 0) :: runs) [] l)"
            )
        },
        "forgets how often": {"decode": "let decode runs = List.map fst runs"},
        "decodes from the end": {
            "decode": (
                "let decode runs ="
                " List.concat_map (fun (x, n) -> List.init n (fun _ -> x)) (List.rev runs)"
            )
        },
        "is a line ahead": {
            "mystery": (
                "let mystery n = let line = ref [ 1 ] in for _ = 0 to n do"
                " line := List.concat_map (fun (x, n) -> [ n; x ]) (encode !line) done; !line"
            )
        },
        "says what before how often": {
            "mystery": (
                "let mystery n = let line = ref [ 1 ] in for _ = 1 to n do"
                " line := List.concat_map (fun (x, n) -> [ x; n ]) (encode !line) done; !line"
            )
        },
    },
)

PRIMES = Variants(
    "hferee/5.0_prime_numbers",
    {
        "div": "let div k n = n / k * k = n",
        "dividers": (
            "let dividers n k ="
            " List.length (List.filter (fun i -> div (i + 1) n) (List.init (max k 0) Fun.id))"
        ),
        "prime": "let prime n = dividers n n = 2",
    },
    {
        "divides the other way": {
            "div": "let div k n = n <> 0 && k mod n = 0",
            "dividers": (
                "let dividers n k = List.length"
                " (List.filter (fun i -> n mod (i + 1) = 0) (List.init (max k 0) Fun.id))"
            ),
        },
        "leaves out the last": {
            "dividers": (
                "let dividers n k = List.length"
                " (List.filter (fun i -> div (i + 1) n) (List.init (max (k - 1) 0) Fun.id))"
            ),
            "prime": "let prime n = n > 1 && dividers n n = 1",
        },
        "leaves out one": {
            "dividers": (
                "let dividers n k = List.length"
                " (List.filter (fun i -> i > 0 && div (i + 1) n) (List.init (max k 0) Fun.id))"
            ),
            "prime": "let prime n = n > 1 && dividers n n = 1",
        },
        "takes one for a prime": {"prime": "let prime n = n > 0 && dividers n n <= 2"},
        "takes odd numbers for primes": {"prime": "let prime n = n = 2 || n > 2 && n mod 2 = 1"},
        "does not know two": {"prime": "let prime n = n mod 2 = 1 && dividers n n = 2"},
    },
)

ANAGRAMS = Variants(
    "fpottier/anagrams",
    {
        "letters": "let letters s = List.sort compare (List.of_seq (String.to_seq s))",
        "anagrams": "let anagrams s t = letters s = letters t",
    },
    {
        "compares lengths": {"anagrams": "let anagrams s t = String.length s = String.length t"},
        "compares sets of letters": {
            "letters": "let letters s = List.sort_uniq compare (List.of_seq (String.to_seq s))"
        },
        "compares texts": {"anagrams": "let anagrams s t = s = t"},
        "allows letters to be left": {
            "anagrams": (
                "let anagrams s t = let has l x = List.mem x l in"
                " List.for_all (has (letters t)) (letters s)"
            )
        },
        "reads one text backwards": {
            "anagrams": "let anagrams s t = letters s = List.rev (List.of_seq (String.to_seq t))"
        },
        "is never true": {"anagrams": "let anagrams s t = s = t && s <> t"},
    },
)

HEAPS = Variants(
    "fpottier/leftist_heaps",
    {
        "empty": "let empty = E",
        "rank": "let rank = function T (r, _, _, _) -> r | E -> 0",
        "makeT": (
            "let makeT x a b = let low = min (rank a) (rank b) in"
            " if rank b = low then T (low + 1, x, a, b) else T (low + 1, x, b, a)"
        ),
        "singleton": "let singleton x = T (1, x, E, E)",
        "union": (
            "let rec union g h = match g with E -> h | T (_, x, a, b) -> (match h with E -> g"
            " | T (_, y, _, _) when priority y < priority x -> union h g"
            " | _ -> makeT x a (union b h))"
        ),
        "insert": "let insert x h = union h (singleton x)",
        "extract": "let extract = function T (_, x, a, b) -> Some (x, union a b) | E -> None",
    },
    {
        "begins ranks with one": {"rank": "let rank = function T (r, _, _, _) -> r | E -> 1"},
        "does not lean left": {"makeT": "let makeT x a b = T (rank b + 1, x, a, b)"},
        "counts the longer side": {
            "makeT": (
                "let makeT x a b = let high = max (rank a) (rank b) in"
                " if rank a = high then T (high + 1, x, a, b) else T (high + 1, x, b, a)"
            )
        },
        "loses an element": {
            "union": (
                "let rec union g h = match g, h with E, k | k, E -> k"
                " | T (_, x, a, b), T (_, y, _, d) ->"
                " if priority x <= priority y then makeT x a (union b h)"
                " else makeT y (union g d) E"
            )
        },
        "puts the urgent ones last": {
            "union": (
                "let rec union g h = match g with E -> h | T (_, x, a, b) -> (match h with E -> g"
                " | T (_, y, _, _) when priority y > priority x -> union h g"
                " | _ -> makeT x a (union b h))"
            )
        },
        "leaves what it takes": {
            "extract": "let extract h = match h with T (_, x, _, _) -> Some (x, h) | E -> None"
        },
    },
)

ALL = (
    INTEGERS, SEARCHING, QUEUES, TREES, ROTATING, STACKS, PRINTING, TRIBONACCI, MANHATTAN, DIGITS,
    HALVES, LISTS, RUNS, PRIMES, ANAGRAMS, HEAPS,
)  # fmt: skip


def join_right_program(variants: Variants) -> str:
    """Return the right program."""
    return "\n".join(variants.right.values())


def join_wrong_program(variants: Variants, name: str) -> str:
    """Return the wrong program with the mistake of that name."""
    return "\n".join({**variants.right, **variants.wrong[name]}.values())
