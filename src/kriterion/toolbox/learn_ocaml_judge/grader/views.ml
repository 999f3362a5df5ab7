type side = Tests | Solution | Submission

let number = function Tests -> 0 | Solution -> 1 | Submission -> 2
let tests = number Tests
let running = ref tests

exception Too_large

let most_words = 1 lsl 18

(* What is reachable at one moment. Values have no types here: every block but those of code is
   taken for one that can change. Blocks keep their identity, and so do names for them. *)

type image = {
  blocks : Obj.t array;
  contents : Obj.t array;  (** a copy of each block *)
  roots : int array;  (** from which root each block was reached first *)
  delayed : Obj.t array;  (** lazy values that were not yet computed *)
}

let empty = { blocks = [||]; contents = [||]; roots = [||]; delayed = [||] }
let roots : Obj.t array ref = ref [||]
let is_active = ref false
let are_kept () = !is_active

(* Sets of blocks, by address. It holds as long as no block moves: all are in the major heap, which
   is not compacted. *)

let address (block : Obj.t) : int = (Obj.magic block : int) lor 1

let settle_addresses () =
  Gc.minor ();
  let control = Gc.get () in
  let never = 1_000_000 in
  if control.max_overhead < never then Gc.set { control with max_overhead = never }

module Addresses = struct
  type t = { mutable keys : int array; mutable values : int array; mutable used : int }

  let create () = { keys = Array.make 256 0; values = Array.make 256 0; used = 0 }

  let rec slot keys key at =
    let found = keys.(at) in
    if found = key || found = 0 then at else slot keys key ((at + 1) land (Array.length keys - 1))

  let slot keys key = slot keys key ((key lsr 2) * 0x9E3779B1 lsr 7 land (Array.length keys - 1))

  let find { keys; values; _ } key =
    let at = slot keys key in
    if keys.(at) = key then Some values.(at) else None

  let put { keys; values; _ } key value =
    let at = slot keys key in
    keys.(at) <- key;
    values.(at) <- value

  let add table key value =
    if 2 * table.used > Array.length table.keys then begin
      let old = { table with used = 0 } in
      let size = 2 * Array.length old.keys in
      table.keys <- Array.make size 0;
      table.values <- Array.make size 0;
      Array.iteri (fun at key -> if key <> 0 then put table key old.values.(at)) old.keys
    end;
    put table key value;
    table.used <- table.used + 1
end

let address_table image =
  let table = Addresses.create () in
  Array.iteri (fun index block -> Addresses.add table (address block) index) image.blocks;
  table

(* A function of a recursive group lies within the block of the group. *)
let whole_closure block =
  if Obj.tag block <> Obj.infix_tag then block
  else Obj.add_offset block (Int32.of_int (-Obj.size block * (Sys.word_size / 8)))

(* The second field of a closure says what its block consists of; bits of it tell where values begin
   that the function was made with. *)
let first_value closure =
  let info = Obj.raw_field closure 1 in
  Nativeint.to_int (Nativeint.shift_right_logical (Nativeint.shift_left info 8) 9)

(* What lazy values of the prelude are computed by, see below. It is recognised by its code, and leads
   to nothing of this program's but to what it computes. *)

let enter_solution : ((unit -> Obj.t) -> Obj.t) ref = ref (fun compute -> compute ())
let guarded compute = Obj.repr (fun () -> !enter_solution compute)
let sample_compute () = Obj.repr 0
let sample = guarded sample_compute

let place_of_compute =
  let rec search field =
    if field >= Obj.size sample then assert false
    else if Obj.field sample field == Obj.repr sample_compute then field
    else search (field + 1)
  in
  search (first_value sample)

let is_guarded closure =
  Obj.size closure = Obj.size sample && Obj.raw_field closure 0 = Obj.raw_field sample 0

(* The fields of a block that lead to others. *)
let fields block =
  let last = Obj.size block - 1 in
  if Obj.tag block <> Obj.closure_tag then (0, last)
  else if is_guarded block then (place_of_compute, place_of_compute)
  else (first_value block, last)

(* The contents of closures do not change, and those of values that are computed late cannot be put
   back: what they lead to is looked at. *)
let is_kept tag =
  (tag < Obj.no_scan_tag && tag <> Obj.closure_tag && tag <> Obj.lazy_tag && tag <> Obj.forward_tag)
  || tag = Obj.string_tag || tag = Obj.double_array_tag

let take () =
  settle_addresses ();
  let seen = Addresses.create () in
  let blocks = ref [] and delayed = ref [] and words = ref 0 in
  let reach root value waiting =
    if Obj.is_int value || Obj.size value = 0 then waiting
    else
      let block = whole_closure value in
      if Addresses.find seen (address block) <> None then waiting
      else begin
        Addresses.add seen (address block) root;
        words := !words + 1 + Obj.size block;
        if !words > most_words then raise Too_large;
        let tag = Obj.tag block in
        if is_kept tag then blocks := (block, root) :: !blocks;
        if tag = Obj.lazy_tag then delayed := block :: !delayed;
        if tag < Obj.no_scan_tag then block :: waiting else waiting
      end
  in
  let rec follow root = function
    | [] -> ()
    | block :: waiting ->
      let waiting = ref waiting in
      let first, last = fields block in
      for field = first to last do
        waiting := reach root (Obj.field block field) !waiting
      done;
      follow root !waiting
  in
  Array.iteri (fun root value -> follow root (reach root value [])) !roots;
  let found = Array.of_list !blocks in
  let blocks = Array.map fst found in
  let contents = Array.map Obj.dup blocks and roots = Array.map snd found in
  { blocks; contents; roots; delayed = Array.of_list !delayed }

let is_same_word block content =
  let tag = Obj.tag block in
  if tag = Obj.string_tag then fun _ -> Bytes.equal (Obj.obj block) (Obj.obj content)
  else if tag = Obj.double_array_tag then fun index ->
    Int64.equal
      (Int64.bits_of_float (Obj.double_field block index))
      (Int64.bits_of_float (Obj.double_field content index))
  else fun index -> Obj.field block index == Obj.field content index

(* How many parts of a block are compared one by one: a text is one part. *)
let parts block = if Obj.tag block = Obj.string_tag then 1 else Obj.size block

let set block index content =
  let tag = Obj.tag block in
  if tag = Obj.string_tag then
    Bytes.blit (Obj.obj content) 0 (Obj.obj block) 0 (Bytes.length (Obj.obj block))
  else if tag = Obj.double_array_tag then
    Obj.set_double_field block index (Obj.double_field content index)
  else Obj.set_field block index (Obj.field content index)

let differences block content =
  let is_same = is_same_word block content in
  let rec from index found =
    if index < 0 then found else from (index - 1) (if is_same index then found else index :: found)
  in
  from (parts block - 1) []

let is_delayed value = Obj.is_block value && Obj.tag value = Obj.lazy_tag

(* A lazy value that has been computed leads to more. *)
let is_shown { blocks; contents; delayed; _ } =
  let rec all index =
    index < 0 || (differences blocks.(index) contents.(index) = [] && all (index - 1))
  in
  Array.for_all is_delayed delayed && all (Array.length blocks - 1)

let restore ?(only = fun _ -> true) { blocks; contents; _ } =
  let restore_one index block =
    let content = contents.(index) in
    match differences block content with
    | [] -> ()
    | parts -> if only block then List.iter (fun part -> set block part content) parts
  in
  Array.iteri restore_one blocks

(* The two versions, and which of them the blocks hold now. *)

let solution = ref empty
let submission = ref empty
let shown = ref Solution
let version = function Solution -> solution | Submission | Tests -> submission
let opposite = function Solution -> Submission | Submission | Tests -> Solution
let other side = version (opposite side)

(* What only the submission has is nobody else's to change. And it may lead anywhere: a submission can
   have kept a function of the tests. *)
let restore_submission () =
  settle_addresses ();
  let places = address_table !solution in
  restore !submission ~only:(fun block -> Addresses.find places (address block) <> None)

let put_back = function
  | Solution -> restore !solution
  | Submission | Tests -> restore_submission ()

let keep image = if is_shown !image then () else image := take ()

(* Changes of one root are taken over together, or not at all: half of them could leave a queue with
   another length than it has elements. A block that the other version has not is no place for a
   change in it. *)
let patch ~before other =
  settle_addresses ();
  let places = address_table other in
  let refused = Hashtbl.create 7 in
  let changes = ref [] in
  let note index block =
    match differences block before.contents.(index) with
    | [] -> ()
    | parts -> (
      match Addresses.find places (address block) with
      | Some place when Obj.size other.contents.(place) = Obj.size block ->
        changes := (before.roots.(index), block, place, parts) :: !changes
      | _ -> Hashtbl.replace refused before.roots.(index) ())
  in
  Array.iteri note before.blocks;
  let apply (root, block, place, parts) =
    if not (Hashtbl.mem refused root) then
      List.iter (fun part -> set other.contents.(place) part block) parts
  in
  List.iter apply !changes

(* A version that was only partly put back, as the stack was full: what has changed since is lost. *)
let is_unsettled = ref false

let settled work =
  is_unsettled := true;
  work ();
  is_unsettled := false

(* What the tests have changed since they saw this version. *)
let take_over_changes () =
  let mine = version !shown and theirs = other !shown in
  if not (is_shown !mine) then
    if !mine == !theirs then begin
      mine := take ();
      theirs := !mine
    end
    else
      settled (fun () ->
          patch ~before:!mine !theirs;
          mine := take ();
          (* New values are part of the other version, too. *)
          put_back (opposite !shown);
          theirs := take ();
          put_back !shown)

let put_on_show side =
  if side <> !shown then
    settled (fun () ->
        if !(version side) != !(version !shown) then put_back side;
        shown := side)

let of_number = function 1 -> Solution | 2 -> Submission | _ -> Tests
let sees side = side = tests || of_number side = !shown

let leave side =
  if !is_unsettled || not (sees side) then begin
    put_back !shown;
    is_unsettled := false
  end
  else if side = tests then take_over_changes ()
  else keep (version !shown)

let arrive side =
  running := side;
  match of_number side with Tests -> () | side -> put_on_show side

(* Tests see what whoever ran last has left. *)
let go_back ~to_side ~was_shown =
  running := to_side;
  if to_side <> tests then put_on_show was_shown

let outcome work = match work () with value -> Ok value | exception exn -> Error exn

(* Any step may find the stack full. Whose code runs after that has to be right all the same. *)
let switched side work =
  let before = !running and was_shown = !shown in
  let result =
    match
      leave before;
      arrive side
    with
    | () -> outcome (fun () -> Call.with_interruption work)
    | exception exn -> Error exn
  in
  running := side;
  let left =
    match leave side with
    | () -> Ok ()
    | exception exn ->
      is_unsettled := true;
      Error (match exn with Too_large -> Call.Oversize | exn -> exn)
  in
  running := before;
  go_back ~to_side:before ~was_shown;
  match (left, result) with
  | Error Call.Oversize, _ -> Call.stop_for Call.Oversize
  | Error exn, _ | Ok (), Error exn -> raise exn
  | Ok (), Ok value -> value

let enter side work =
  if !running = side || not !is_active then work ()
  else Call.without_interruption (fun () -> switched side work)

let run side work =
  let result = ref None in
  let set () = Obj.repr (result := Some (work ())) in
  if (not !is_active) || !running = number side then work ()
  else begin
    ignore (enter (number side) set);
    Option.get !result
  end

let show side =
  if !is_active && !running = tests then
    Call.without_interruption (fun () ->
        leave tests;
        put_on_show side)

(* A lazy value of the prelude is computed once, for everybody: from what the solution sees. *)
let compute_for_solution delayed =
  Obj.set_field delayed 0 (guarded (Obj.obj (Obj.field delayed 0)))

let leads_on value =
  Obj.is_block value && (is_kept (Obj.tag value) || Obj.tag value < Obj.no_scan_tag)

let start values =
  enter_solution := enter (number Solution);
  (* An array that begins with a number of the other kind would be an array of these. *)
  roots := Array.of_list (List.filter leads_on values);
  Array.iter compute_for_solution (take ()).delayed;
  let image = take () in
  solution := image;
  submission := image;
  is_active := true
