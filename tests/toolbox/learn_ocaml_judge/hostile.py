"""Attacks of submissions on their grader: to read hidden files, or to forge values.

Each defines `loot : unit -> string`, which returns what it has found. The closed language refuses
those in `REFUSED`. Those in `HARMLESS` compile but find nothing. If an attack makes `cast : 'a ->
'b`, it is used to read a string at any address.
"""

# Soundness bugs, by their numbers in ocaml/ocaml. docs/contributor/learn-ocaml-soundness.md
# describes each.
UNSOUND = {
    "#7241 guard": """
type one = Number of int | Text of string
type box = { full : bool; mutable held : one }
let text_in box number =
  match box with
  | { full = false; held = _ } -> ""
  | { held = Number _; _ } -> ""
  | { held = Text _; _ } when box.held <- Number number; false -> ""
  | { full = true; held = Text text } -> text
let loot () = text_in { full = true; held = Text "" } 4096
""",
    "#7241 guard in a function": """
type one = Number of int | Text of string
let change = ref ignore
let touch () = !change (); false
let text_in = function
  | true, { contents = Number _ } -> ""
  | false, _ -> ""
  | true, { contents = Text _ } when touch () -> ""
  | true, { contents = Text text } -> text
let loot () =
  let held = ref (Text "") in
  change := (fun () -> held := Number 4096);
  text_in (true, held)
""",
    "#7241 array": """
type one = Number of int | Text of string
let text_in array =
  match array with
  | [| Number _; false_ |] when false_ = Number 0 -> ""
  | [| Text _; _ |] when Array.set array 0 (Number 4096); false -> ""
  | [| Text text; _ |] -> text
  | _ -> ""
let loot () = text_in [| Text ""; Number 1 |]
""",
    "#7241 lazy pattern": """
type one = Number of int | Text of string
type box = { mutable held : one; work : unit Lazy.t; full : bool }
let text_in = function
  | { held = Number _; _ } -> ""
  | { held = Text _; work = (lazy ()); full = false } -> ""
  | { held = Text text; _ } -> text
let loot () =
  let rec box = { held = Text ""; work = lazy (box.held <- Number 4096); full = true } in
  text_in box
""",
    "#7241 exception handler": """
type one = Number of int | Text of string
exception Box of bool * one ref
let text_in held =
  try raise (Box (true, held)) with
  | Box (true, { contents = Number _ }) -> ""
  | Box (true, { contents = Text _ }) when held := Number 4096; false -> ""
  | Box (_, { contents = Text text }) -> text
let loot () = text_in (ref (Text ""))
""",
    "#7241 parameter of a class": """
type one = Number of int | Text of string
type box = { mutable held : one; work : unit Lazy.t; full : bool }
class taken
  ({ held = Number _; _ }
  | { held = Text _; work = (lazy ()); full = false }
  | { held = _; _ } as b) =
  object method held = b.held end
let loot () = match (new taken { held = Text ""; work = lazy (); full = true })#held with
  | Text text -> text | Number _ -> ""
""",
    "#7241 shadowed name in a guard": """
type one = Number of int | Text of string
let held = ref (Text "")
module List = struct include List let mem _ _ = held := Number 4096; false end
let loot () = match held with
  | { contents = Number _ } -> ""
  | { contents = Text _ } when List.mem 1 [ 2 ] -> ""
  | { contents = Text text } -> text
""",
    "#10664 rows in a polymorphic field": """
type same = { it : 'a. ([< `Number of int | `Text of string ] as 'a) -> 'a }
let same = { it = (fun x -> x) }
let text_in : [ `Number of int | `Text of string ] -> string = fun x ->
  match same.it x with `Text text -> text | `Number _ -> ""
let loot () = text_in (`Number 4096)
""",
    "#10539 private methods": """
let o = object (self : 's)
  method private x = 3
  method m (other : 's) : int = other#x
end
let loot () = ""
""",
    "#12032 let rec": """
let rec f = let 0 = 0 in function 0 -> 0 | n -> f (n - 1)
let loot () = string_of_int (f 1)
""",
    "#12032 let rec in a let": """
let loot () =
  let rec f = match [| 0 |] with [| n |] -> (fun k -> if k = 0 then n else f (k - 1)) | _ -> f in
  string_of_int (f 1)
""",
    "#12585 let rec of a lazy name": """
let rec x =
  let y () = (Lazy.force x) () in
  let z = if Random.bool () then y else fun () -> () in
  lazy z
let loot () = ignore (Lazy.force x); ""
""",
    "#12727 let rec of a labelled application": """
let f ~x = let z = x ~y:0 in fun ~y ~u:() -> z + (x ~y)
let rec x = f ~x ~u:()
let loot () = string_of_int (x ~y:1)
""",
    "#10840 rows": """
let f (x : [> `A of int]) (y : <m : 'a. 'a -> [> `A of 'a]>) b =
  begin match y#m (fun () -> ()) with `A (f : unit -> unit) -> f () | _ -> () end;
  if b then x else y#m 0
let loot () =
  ignore (f (`A 15) (object method m : 'a. 'a -> _ = fun _ -> `A 0 end) true); ""
""",
    "#12910 modules in polymorphic types": """
module type S = sig type t end
type one = { m : 'a. (module S) -> 'a }
let loot () = ""
""",
    "#13579 not injective": """
module F (X : sig type 'a t end) = struct
  type (_, _) gadt = T : ('a X.t, 'a) gadt
  type (_, _) eq = Equal : ('a, 'a) eq
  let equate (type a b c) (T : (a, b) gadt) (T : (a, c) gadt) : (b, c) eq = Equal
end
module Z = F (struct type 'a t = unit end)
let cast (type a b) (Z.Equal : (a, b) Z.eq) (a : a) : b = a
let loot () = cast (Z.equate (Z.T : (unit, int) Z.gadt) (Z.T : (unit, string) Z.gadt)) 4096
""",
    "#13765 recursive modules": """
module F (X : sig type t end) = struct
  type x = X.t
  type y = X.t
  module F1 (X2 : sig type t = T of x end) = struct type t = X2.t = T of x end
  module M2 : sig type t = T of y end = struct type t = T of y end
  type z = F1(M2).t
end
module M = F (struct type t end)
module type S = module type of M
module rec MR : S with type x = string and type y = int = struct
  include MQ
  module F1 (X2 : sig type t = T of x end) = struct type t = X2.t = T of x end
end
and MQ : sig
  type x = string
  type y = int
  module M2 : sig type t = T of y end
  type z = M2.t
end = struct
  type x = string
  type y = int
  module M2 = struct type t = T of y end
  type z = M2.t
end
let x : MR.M2.t = T 4096
let loot () = match (x : MR.z) with T y -> y
""",
    "#13997 dropped aliases": """
module Functor (Y : sig
  module X1 : sig type t end
  module X2 = X1
  module F : functor (_ : sig type t end) -> sig type t end
  val v : F(X2).t
end) = struct let x : Y.F(Y.X1).t = Y.v end
let loot () = ""
""",
    "#7851 module type of": """
module M = struct type t = int let x = 4096 end
module type S = module type of M
let loot () = ""
""",
    "#12878 injectivity": """
module M : sig type !'a t end = struct type 'a t = T of 'a end
let loot () = ""
""",
    "#7511 unboxed": """
type t = T of float [@@unboxed]
let loot () = ""
""",
    "#14655 Bigarray.reshape": """
open Bigarray
let a = reshape (Genarray.create int c_layout [| 0 |]) [| 8; 2305843009213693952 |]
let loot () = String.init 80_000 (fun i -> Char.chr (Genarray.get a [| i / 8; i mod 8 |] land 255))
""",
}

# Names and constructs outside the language.
ABSENT = {
    "finaliser": "let loot () = Gc.finalise (fun _ -> ()) (ref 0); \"\"",
    "collecting": "let loot () = Gc.minor (); Gc.full_major (); \"\"",
    "alarm": "let loot () = ignore (Gc.create_alarm ignore); \"\"",
    "at_exit": "let () = at_exit (fun () -> print_string \"late\")\nlet loot () = \"\"",
    "weak pointers": "let loot () = ignore (Weak.create 3); \"\"",
    "ephemerons": "let loot () = ignore (Ephemeron.K1.create ()); \"\"",
    "bigarray": "let loot () = ignore Bigarray.(Array1.create char c_layout 4096); \"\"",
    "marshalled closures": "let loot () = Marshal.to_string (fun x -> x) [ Marshal.Closures ]",
    "lexing buffer": "let loot () =\n"
    "  let kept = ref \"\" in\n"
    "  let lexbuf = Lexing.from_function (fun b _ -> kept := Bytes.to_string b; 0) in\n"
    "  !kept ^ Bytes.to_string lexbuf.Lexing.lex_buffer",
    "lexing channel": "let loot () =\n"
    "  let lexbuf = Lexing.from_channel stdin in Bytes.to_string lexbuf.Lexing.lex_buffer",
    "stream of a channel": "let read () = Stream.of_channel stdin\n"
    "let loot () = ignore (read () = read ()); \"\"",
    "extended bytes": "let loot () = Bytes.to_string (Bytes.extend Bytes.empty 0 4096)",
    "extended bytes, labels": "let loot () ="
    " StdLabels.Bytes.(to_string (extend empty ~left:0 ~right:4096))",
    "float arrays, as once": "let loot () = string_of_float (Array.make_float 9).(3)",
    "private methods": "let o = object method private x = 1 end\nlet loot () = \"\"",
    "types of an object itself": "let o = object (_ : 's) method m (o : 's) = o end\n"
    "let loot () = \"\"",
    "float arrays as they are": "let loot () =\n"
    "  string_of_float (Float.Array.get (Float.Array.create 9) 3)",
    "bytes as a string": "let loot () = Bytes.unsafe_to_string (Bytes.create 4096)",
    "string as bytes": "let loot () = Bytes.(to_string (unsafe_of_string \"\"))",
    "unsafe blit": "let loot () = Bytes.unsafe_blit_string \"\" 0 Bytes.empty 0 9; \"\"",
    "call stack": "let loot () = Printexc.(raw_backtrace_to_string (get_callstack 99))",
    "backtrace": "let () = Printexc.record_backtrace true\n"
    "let loot () = Printexc.get_backtrace ()",
    "slots of a backtrace": "let loot () =\n"
    "  ignore (Printexc.backtrace_slots (Printexc.get_raw_backtrace ())); \"\"",
    "arguments of the grader": "let loot () = Arg.parse [] print_endline \"\"; \"\"",
    "printer of exceptions": "let () = Printexc.register_printer (fun _ -> None)\n"
    "let loot () = \"\"",
    "formatter's buffer": "let loot () =\n"
    "  if Format.stdbuf = Buffer.create 1 then \"a\" else \"b\"",
    "effects": "type 'a Effect.t += Ask of 'a\n"
    "let loot () = Effect.perform (Ask \"\")",
    "handler of effects": "type 'a eff += Ask of 'a\n"
    "let loot () = match raise Exit with text -> text | effect (Ask _), _ -> \"\"",
    "handler of effects around": "type 'a eff += Ask of 'a\n"
    "let loot () = try raise Exit with effect (Ask _), _ -> \"\"",
    "handler of the library": "let loot () =\n"
    "  Effect.Deep.try_with raise Exit { effc = fun _ -> None }",
    "#14644 unhandled effects": "let loot () =\n"
    "  try Effect.Shallow.(continue_with (fiber raise) Exit"
    " { retc = Fun.id; exnc = raise; effc = fun _ -> None })\n"
    "  with Effect.Unhandled _ -> \"\"",
    "domains": "let loot () = Domain.join (Domain.spawn (fun () -> \"\"))",
    "state of a domain": "let loot () = Domain.DLS.(get (new_key (fun () -> \"\")))",
    "end of a domain": "let () = Domain.at_exit (fun () -> print_string \"late\")\n"
    "let loot () = \"\"",
    "exit of a domain": "let loot () = !do_domain_local_at_exit (); \"\"",
    "mutexes": "let loot () = Mutex.lock (Mutex.create ()); \"\"",
    "conditions": "let loot () = Condition.wait (Condition.create ()) (Mutex.create ()); \"\"",
    "semaphores": "let loot () = Semaphore.Counting.(acquire (make 0)); \"\"",
    "threads": "let loot () = Thread.join (Thread.create ignore ()); \"\"",
    "padded atomic values": "let loot () = Atomic.(get (make_contended \"\"))",
    "arrays with dummies": "let loot () = String.concat \"\" Dynarray.(to_list (create ()))",
    "channels, as of late": "let loot () = In_channel.(with_open_bin \"/etc/passwd\" input_all)",
    "channels to write": "let loot () = Out_channel.(with_open_bin \"mine\" flush); \"\"",
    "digests of files": "let loot () = Digest.BLAKE128.file \"/etc/passwd\"",
    "digests of files, MD5": "let loot () = Digest.MD5.file \"/etc/passwd\"",
    "directories": "let loot () = Filename.temp_dir \"\" \"\"",
    "formatter of a domain": "let loot () =\n"
    "  ignore (Format.make_synchronized_formatter (fun _ _ _ -> ()) ignore); \"\"",
    "formatter's buffer, as of late": "let loot () = Buffer.contents (Format.get_stdbuf ())",
    "identities of types": "let id : string Type.Id.t = Type.Id.make ()\nlet loot () = \"\"",
    "equations of types": "let cast (type a b) (Type.Equal : (a, b) Type.eq) (x : a) : b = x\n"
    "let loot () = \"\"",
    "equations of types, renamed": "module T = Type\n"
    "let cast (type a b) (e : (a, b) T.eq) (x : a) : b = match e with T.Equal -> x\n"
    "let loot () = \"\"",
    "equations of types, included": "module T = struct include Type end\n"
    "let cast (type a b) (e : (a, b) T.eq) (x : a) : b = match e with Equal -> x\n"
    "let loot () = \"\"",
    "equations of types, refuted": "let cast (e : ((int, string) Type.eq, string) Either.t) =\n"
    "  match e with Right s -> s\nlet loot () = \"\"",
    "equations of types, inferred": "let loot () ="
    " match Either.Left Type.Equal with Left _ -> \"\" | Right _ -> \"\"",
    "kinds of a bigarray": "let loot () = \"\"\n"
    "let cast (type a b) (kind : (a, b) Bigarray.kind) (x : a) : int ="
    " match kind with Bigarray.Int -> x | _ -> 0",
    "type through an applied functor, opened": "module F (X : sig end) ="
    " struct type t = string end\n"
    "module A = struct end\nlet loot () : F(A).(t) = \"\"",
    "format written by hand, renamed": "module F = CamlinternalFormatBasics\n"
    "let loot () =\n"
    "  Printf.sprintf (F.Format (F.String (F.No_padding, F.End_of_format), \"\") : _ format) \"\"",
    "format written by hand, included": "module F = struct include CamlinternalFormatBasics end\n"
    "let loot () =\n"
    "  Printf.sprintf (F.Format (F.String (F.No_padding, F.End_of_format), \"\") : _ format) \"\"",
    "format written by hand": "let loot () =\n"
    "  Printf.sprintf (Format (String (No_padding, End_of_format), \"\") : _ format) \"\"",
    "format taken apart": "let loot () =\n"
    "  match (\"%d\" : (int -> string, unit, string) format) with Format (_, text) -> text",
    "format of C": "let loot () = Int64.format \"%s\" 4096L",
    "extension constructor": "let c = [%extension_constructor Not_found]\nlet loot () = \"\"",
    "primitive": "external create : int -> string = \"caml_create_bytes\"\n"
    "let loot () = create 4096",
    "names of the tests": "let loot () = ignore (Test_lib.set_result []); \"\"",
    "name of the solution": "let loot () = ignore Solution.height; \"\"",
    "unit behind a name": "let loot () =\n"
    "  CamlinternalFormat.string_of_fmt CamlinternalFormatBasics.End_of_format",
}  # fmt: skip

REFUSED = {**UNSOUND, **ABSENT}

# Writes to memory, frees it, then allocates as much as it can in every size.
_ALL_SIZES = "List.init 3000 (fun size -> size) @ List.init 30 (fun i -> i * 10_000)"

HARMLESS = {
    "bytes": f"""
let loot () = String.concat "" (List.map (fun n -> Bytes.to_string (Bytes.create n)) ({_ALL_SIZES}))
""",
    "bytes, by an alias": f"""
module B = struct include Bytes let again = create end
let make = B.again
let loot () = String.concat "" (List.map (fun n -> B.to_string (make n)) ({_ALL_SIZES}))
""",
    "bytes, by a functor": f"""
module type MAKER = sig val create : int -> bytes end
module Loot (M : MAKER) = struct let take n = Bytes.to_string (M.create n) end
module L = Loot (Bytes)
module K = Loot (StdLabels.Bytes)
let loot () = String.concat "" (List.map (fun n -> L.take n ^ K.take n) ({_ALL_SIZES}))
""",
    "bytes, by a first-class module": f"""
module type MAKER = sig val create : int -> bytes end
let makers = [ (module Bytes : MAKER); (module BytesLabels) ]
let take n = List.map (fun (module M : MAKER) -> Bytes.to_string (M.create n)) makers
let loot () = String.concat "" (List.concat_map take ({_ALL_SIZES}))
""",
    "string as it was once": f"""
let take n = Bytes.to_string (String.create n)
let loot () = String.concat "" (List.map take ({_ALL_SIZES}))
""",
    "floats": """
let of_float x = let b = Bytes.create 8 in Bytes.set_int64_le b 0 (Int64.bits_of_float x); b
let words a = Bytes.to_string (Bytes.concat Bytes.empty (List.map of_float (Array.to_list a)))
let loot () =
  String.concat "" (List.map (fun n -> words (Array.create_float n)) (List.init 500 Fun.id))
  ^ words (ArrayLabels.create_float 9999)
""",
    "buffers compared": """
let filled size n c =
  let b = Buffer.create size in Buffer.add_string b (String.make n c); Buffer.clear b; b
let zeros n = filled n n '\\000'
let grown n = filled 1 n 'a'
let differs n = if Buffer.create n = zeros n then "" else "DIRTY"
let differs_grown n =
  let one = grown n and other = grown n in if one = other then "" else "DIRTY"
let loot () =
  let found = String.concat "" (List.init 3000 differs @ List.init 3000 differs_grown) in
  assert (found = ""); found
""",
    "scanners hashed": """
let loot () =
  let hash _ = string_of_int (Hashtbl.hash_param 256 256 (Scanf.Scanning.from_string "")) in
  let hashes = List.sort_uniq compare (List.init 2000 hash) in
  assert (List.length hashes = 1); ""
""",
    "exception with all that it finds": """
exception Found of string list
let loot () =
  raise (Found (List.init 200 (fun n -> Bytes.to_string (Bytes.create (n * 7)))))
""",
    "standard names shadowed": """
module Stdlib = struct let compare _ _ = 0  let ( = ) _ _ = true end
module Test_lib = struct let set_result _ = () end
module Report = struct type t = Success of int end
module Solution = struct end
let compare _ _ = 0
let ( = ) _ _ = true
let print_tree _ _ = ()
let loot () = ""
""",
    "physical equality": """
let kept = ref []
let loot () = kept := "a" :: !kept; if List.exists (fun one -> one == "a") !kept then "same" else ""
""",
    "#13930 collection within let rec": """
let f x =
  let rec l =
    let v = lazy x in
    for i = 1 to 300_000 do ignore (Sys.opaque_identity (ref i)) done;
    v
  in
  l
let loot () = ignore (Lazy.force (f 1)); List.hd (Lazy.force (f [ "" ]))
""",
    "#12957 exceptions in tail positions under constructors": """
let[@tail_mod_cons] rec numbers = function
  | [] -> []
  | first :: rest ->
    try int_of_string first :: (numbers [@tailcall false]) rest
    with Failure _ -> -1 :: (numbers [@tailcall true]) rest
let loot () =
  String.concat "" (List.map (fun n -> String.make (abs n) ' ') (numbers [ "1"; "2"; "x"; "3" ]))
""",
    "atomic values": """
let cell = Atomic.make "a"
let loot () =
  Atomic.(set cell (get cell ^ "b"); ignore (exchange cell "c"));
  ignore (Atomic.compare_and_set cell "" "");
  string_of_int Atomic.(fetch_and_add (make 3) 4)
""",
    "splitting arrays": """
let attempt f = try f () with Invalid_argument _ -> ()
let loot () =
  let a = Array.init 9 string_of_int in
  attempt (fun () -> Array.blit a 3 a 5 9);
  attempt (fun () -> Array.fill a (-1) 3 "");
  attempt (fun () -> ignore (Array.sub a 5 max_int));
  attempt (fun () -> Float.Array.(blit (make 2 1.) 1 (make 2 1.) max_int 2));
  String.concat "" (Array.to_list a)
""",
    "lazy values": """
let rec later = lazy (if Random.bool () then raise Not_found else Lazy.force later)
let loot () = try Lazy.force later with Lazy.Undefined | Not_found -> ""
""",
    "cyclic values": """
let rec chain = 'a' :: chain
let loot () = String.of_seq (Seq.map Fun.id (List.to_seq [ List.hd chain; List.nth chain 1000 ]))
""",
    "random states": """
let loot () = Random.self_init (); Random.full_init [| 1 |]; string_of_int (Random.bits ())
""",
    "hash tables": """
module T = Hashtbl.Make (struct type t = int let equal _ _ = true let hash _ = min_int end)
let loot () =
  let table = T.create 1 in
  for i = 1 to 1000 do T.add table i i done;
  T.iter (fun key _ -> T.remove table key) table; string_of_int (T.length table)
""",
    "orders without order": """
let loot () =
  let words = Array.init 1000 string_of_int in
  Array.stable_sort (fun _ _ -> if Random.bool () then max_int else min_int) words;
  Array.sort (fun _ _ -> 1) words; String.concat "" (Array.to_list words)
""",
    "printf tricks": """
let loot () =
  let wide = try Printf.sprintf "%*d" max_int 1 with Invalid_argument _ | Out_of_memory -> "" in
  wide ^ Printf.sprintf "%0*d%-.*f" 40 1 30 1. ^ Printf.sprintf "%(%d%)" "%d" 3
""",
    "scanf tricks": """
let loot () =
  let take format = try Scanf.sscanf "%d abc" format (fun s -> s) with _ -> "" in
  take "%[^\\000]" ^ take "%_d%s"
  ^ (try Scanf.format_from_string "%s%n" "%s" |> string_of_format with _ -> "")
""",
    "memory limits": """
let loot () =
  let sizes = [ -1; max_int; Sys.max_string_length + 1; Sys.max_array_length + 1 ] in
  let attempt f = try ignore (f ()) with Invalid_argument _ | Out_of_memory -> () in
  List.iter (fun n ->
      attempt (fun () -> Bytes.create n);
      attempt (fun () -> Bytes.sub (Bytes.create 8) 4 n);
      attempt (fun () -> Bytes.blit (Bytes.create 8) n (Bytes.create 8) 1 n);
      attempt (fun () -> Bytes.get_int64_le (Bytes.create 8) n);
      attempt (fun () -> String.get_int32_be "12345678" n)) sizes; ""
""",
    "end of the process": "let loot () = exit 0",
}
