type side = Tests | Solution | Submission

let number = function Tests -> 0 | Solution -> 1 | Submission -> 2
let tests = number Tests
let running = ref tests

exception Too_large

(* Limits the state, because each call compares all of it several times. At this size each
   comparison takes a millisecond. *)
let max_words = 1 lsl 15

(* Sets of blocks, by address. Addresses stay valid because all blocks are in the major heap, which
   is not compacted. *)

let address (block : Obj.t) : int = (Obj.magic block : int) lor 1

let fix_addresses () =
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

  let absent = -1

  let find { keys; values; _ } key =
    let at = slot keys key in
    if keys.(at) = key then values.(at) else absent

  let mem { keys; _ } key = keys.(slot keys key) = key

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

(* Everything reachable at one moment. Types are unknown here, so every block except code counts as
   mutable. Restoring an image changes the contents of blocks and keeps their identity. *)

type image = {
  blocks : Obj.t array;
  contents : Obj.t array;  (** a copy of each block *)
  roots : int array;  (** the root from which each block was first reached *)
  delayed : Obj.t array;  (** lazy values that were not yet computed *)
  places : Addresses.t;  (** the index in [blocks], by address *)
  lowest : int;  (** the lowest address of a block *)
  highest : int;
}

let empty =
  { blocks = [||]; contents = [||]; roots = [||]; delayed = [||]; places = Addresses.create ();
    lowest = max_int; highest = 0 }
let roots : Obj.t array ref = ref [||]
let is_active = ref false
let are_separate () = !is_active

(* The index of a block in the image, or [Addresses.absent]. *)
let index_in image block =
  let address = address block in
  if address < image.lowest || address > image.highest then Addresses.absent
  else Addresses.find image.places address

(* A closure of a group of recursive functions lies inside the block of the group. *)
let whole_closure block =
  if Obj.tag block <> Obj.infix_tag then block
  else Obj.add_offset block (Int32.of_int (-Obj.size block * (Sys.word_size / 8)))

(* The second field of a closure describes its layout. Some of its bits give the position of the
   first captured value. *)
let first_value closure =
  let info = Obj.raw_field closure 1 in
  Nativeint.to_int (Nativeint.shift_right_logical (Nativeint.shift_left info 8) 9)

(* Computes a lazy value of the prelude, see [compute_for_solution]. The closure is recognised by
   its code, and leads only to the suspended computation. *)

let enter_solution : ((unit -> Obj.t) -> Obj.t) ref = ref (fun compute -> compute ())
let for_solution compute = Obj.repr (fun () -> !enter_solution compute)
let sample_compute () = Obj.repr 0
let sample = for_solution sample_compute

let place_of_compute =
  let rec search field =
    if field >= Obj.size sample then assert false
    else if Obj.field sample field == Obj.repr sample_compute then field
    else search (field + 1)
  in
  search (first_value sample)

let is_for_solution closure =
  Obj.size closure = Obj.size sample && Obj.raw_field closure 0 = Obj.raw_field sample 0

(* The first and the last index of the fields that can refer to other blocks. *)
let fields block =
  let last = Obj.size block - 1 in
  if Obj.tag block <> Obj.closure_tag then (0, last)
  else if is_for_solution block then (place_of_compute, place_of_compute)
  else (first_value block, last)

(* Closures do not change, and a computed lazy value cannot be reset. So their contents are not
   kept, but what they refer to is. *)
let is_kept tag =
  (tag < Obj.no_scan_tag && tag <> Obj.closure_tag && tag <> Obj.lazy_tag && tag <> Obj.forward_tag)
  || tag = Obj.string_tag || tag = Obj.double_array_tag

let capture () =
  fix_addresses ();
  let places = Addresses.create () in
  let blocks = ref [] and count = ref 0 and delayed = ref [] and words = ref 0 in
  let note_block block root =
    blocks := (block, root) :: !blocks;
    incr count;
    !count - 1
  in
  let reach root value waiting =
    if Obj.is_int value || Obj.size value = 0 then waiting
    else
      let block = whole_closure value in
      if Addresses.mem places (address block) then waiting
      else begin
        words := !words + 1 + Obj.size block;
        if !words > max_words then raise Too_large;
        let tag = Obj.tag block in
        let place = if is_kept tag then note_block block root else Addresses.absent in
        Addresses.add places (address block) place;
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
  let found = Array.of_list (List.rev !blocks) in
  let blocks = Array.map fst found in
  let contents = Array.map Obj.dup blocks and roots = Array.map snd found in
  let addresses = Array.map address blocks in
  { blocks; contents; roots; delayed = Array.of_list !delayed; places;
    lowest = Array.fold_left min max_int addresses;
    highest = Array.fold_left max 0 addresses }

let is_same_word block content =
  let tag = Obj.tag block in
  if tag = Obj.string_tag then fun _ -> Bytes.equal (Obj.obj block) (Obj.obj content)
  else if tag = Obj.double_array_tag then fun index ->
    Int64.equal
      (Int64.bits_of_float (Obj.double_field block index))
      (Int64.bits_of_float (Obj.double_field content index))
  else fun index -> Obj.field block index == Obj.field content index

(* How many parts of a block are compared separately. A string is one part. *)
let parts block = if Obj.tag block = Obj.string_tag then 1 else Obj.size block

let set block index content =
  let tag = Obj.tag block in
  if tag = Obj.string_tag then
    Bytes.blit (Obj.obj content) 0 (Obj.obj block) 0 (Bytes.length (Obj.obj block))
  else if tag = Obj.double_array_tag then
    Obj.set_double_field block index (Obj.double_field content index)
  else Obj.set_field block index (Obj.field content index)

(* Compares raw words, whatever they mean. *)
let rec are_same_words (block : int array) (content : int array) index =
  index < 0
  || Array.unsafe_get block index = Array.unsafe_get content index
     && are_same_words block content (index - 1)

let is_same_block block content =
  if Obj.tag block < Obj.no_scan_tag then
    are_same_words (Obj.obj block) (Obj.obj content) (Obj.size block - 1)
  else if Obj.tag block = Obj.string_tag then Bytes.equal (Obj.obj block) (Obj.obj content)
  else
    let is_same = is_same_word block content in
    let rec all index = index < 0 || (is_same index && all (index - 1)) in
    all (Obj.size block - 1)

let differing_parts block content =
  let is_same = is_same_word block content in
  let rec from index found =
    if index < 0 then found else from (index - 1) (if is_same index then found else index :: found)
  in
  from (parts block - 1) []

let differences block content = if is_same_block block content then [] else differing_parts block content
let is_delayed value = Obj.is_block value && Obj.tag value = Obj.lazy_tag

(* Once a lazy value is computed, more becomes reachable from it. *)
let are_delayed delayed = Array.length delayed = 0 || Array.for_all is_delayed delayed

let rec are_same_blocks blocks contents index =
  index < 0
  || is_same_block (Array.unsafe_get blocks index) (Array.unsafe_get contents index)
     && are_same_blocks blocks contents (index - 1)

let is_current { blocks; contents; delayed; _ } =
  are_delayed delayed && are_same_blocks blocks contents (Array.length blocks - 1)

let rec set_words (block : int array) (content : int array) index =
  if index >= 0 then begin
    if Array.unsafe_get block index <> Array.unsafe_get content index then
      Obj.set_field (Obj.repr block) index (Obj.field (Obj.repr content) index);
    set_words block content (index - 1)
  end

let set_all block content =
  if Obj.tag block < Obj.no_scan_tag then
    set_words (Obj.obj block) (Obj.obj content) (Obj.size block - 1)
  else List.iter (fun part -> set block part content) (differing_parts block content)

let restore ?known { blocks; contents; _ } =
  let is_restored =
    match known with None -> fun _ -> true | Some image -> fun block -> index_in image block >= 0
  in
  for index = 0 to Array.length blocks - 1 do
    let block = Array.unsafe_get blocks index and content = Array.unsafe_get contents index in
    if not (is_same_block block content) && is_restored block then set_all block content
  done

(* The two versions, and which of them is currently in the blocks. *)

let solution = ref empty
let submission = ref empty
let current_side = ref Solution
let version = function Solution -> solution | Submission | Tests -> submission
let opposite = function Solution -> Submission | Submission | Tests -> Solution
let other side = version (opposite side)

(* Blocks that only the submission can reach are not restored. They may lead anywhere: a submission
   can have kept a function of the tests. *)
let restore_submission () =
  if !submission.blocks == !solution.blocks then restore !submission
  else restore !submission ~known:!solution

let write_back = function
  | Solution -> restore !solution
  | Submission | Tests -> restore_submission ()

let leads_nowhere block part = Obj.tag block >= Obj.no_scan_tag || Obj.is_int (Obj.field block part)

let rec lead_nowhere block (words : int array) (content : int array) index =
  index < 0
  || (Array.unsafe_get words index = Array.unsafe_get content index || Obj.is_int (Obj.field block index))
     && lead_nowhere block words content (index - 1)

let changes_lead_nowhere block content =
  Obj.tag block >= Obj.no_scan_tag
  || lead_nowhere block (Obj.obj block) (Obj.obj content) (Obj.size block - 1)

(* If only integers and the like have changed and no block leads elsewhere, the same blocks are
   still reachable. Then return the image as it is now, otherwise None. *)
let with_changes ({ blocks; contents; delayed; _ } as image) =
  let rec from index now =
    if index < 0 then Some (if now == contents then image else { image with contents = now })
    else
      let block = Array.unsafe_get blocks index and content = Array.unsafe_get contents index in
      if is_same_block block content then from (index - 1) now
      else if changes_lead_nowhere block content then begin
        let now = if now == contents then Array.copy contents else now in
        now.(index) <- Obj.dup block;
        from (index - 1) now
      end
      else None
  in
  if are_delayed delayed then from (Array.length blocks - 1) contents else None

let recapture image = match with_changes image with Some image -> image | None -> capture ()
let update image = image := recapture !image

(* The parts that the tests wrote to, even if with an equal value. When tests reset a counter that
   is already 0 in one version, it must become 0 in the other version too. *)

let written : (Obj.t * int) list ref = ref []
let written_count = ref 0
let few = 8
let max_written = ref 1_000

let forget_written () =
  written := [];
  written_count := 0;
  max_written := 1_000

(* Keep each part once, because the same part may be written to many times. *)
let deduplicate_written () =
  let image = !(version !current_side) in
  let kept = Hashtbl.create 7 in
  let update ((block, part) as one) =
    let place = index_in image block in
    if place >= 0 then Hashtbl.replace kept (place, part) one
  in
  List.iter update !written;
  written := Hashtbl.fold (fun _ one all -> one :: all) kept [];
  written_count := Hashtbl.length kept;
  max_written := max 1_000 (2 * !written_count)

(* Compare with the latest writes only: a loop mostly writes to the same parts. *)
let rec is_recently_noted block part depth = function
  | (noted, noted_part) :: rest ->
    (noted == block && noted_part = (part : int))
    || (depth > 0 && is_recently_noted block part (depth - 1) rest)
  | [] -> false

(* Notes a write of the tests to the shared state. Most writes of tests are to values of their
   own. *)
let note_write block part =
  if
    !running = tests
    && (not (is_recently_noted block part 3 !written))
    && !is_active
    && not (!solution == !submission)
    && index_in !(version !current_side) block >= 0
  then begin
    written := (block, part) :: !written;
    incr written_count;
    if !written_count > !max_written then Call.without_interruption deduplicate_written
  end

(* Apply the changes of one root together or not at all: half of them could leave a queue whose
   length is not the number of its elements. Changes of blocks that the other version lacks cannot
   be applied. *)
let with_applied_changes ~before other =
  if !written_count > few then deduplicate_written ();
  let refused = Bytes.make (Array.length !roots) '\000' in
  let rec changes index found =
    if index < 0 then found
    else
      let block = before.blocks.(index) in
      match differences block before.contents.(index) with
      | [] -> changes (index - 1) found
      | parts ->
        let root = before.roots.(index) and place = index_in other block in
        if place >= 0 then changes (index - 1) ((root, block, place, parts) :: found)
        else begin
          Bytes.set refused root '\001';
          changes (index - 1) found
        end
  in
  let add_written found (block, part) =
    let place = index_in other block in
    if place >= 0 && part >= 0 && part < parts block then
      (other.roots.(place), block, place, [ part ]) :: found
    else found
  in
  let is_applied (root, _, _, _) = Bytes.get refused root = '\000' in
  let changes =
    let found = changes (Array.length before.blocks - 1) [] in
    List.filter is_applied (List.fold_left add_written found !written)
  in
  let contents = Array.copy other.contents in
  let apply (_, block, place, parts) =
    let content = Obj.dup contents.(place) in
    List.iter (fun part -> set content part block) parts;
    contents.(place) <- content
  in
  List.iter apply changes;
  forget_written ();
  let leads_on (_, block, _, parts) = not (List.for_all (leads_nowhere block) parts) in
  ({ other with contents }, List.exists leads_on changes)

(* Whether putting back a version was interrupted because the stack was full. If so, later changes
   are lost. *)
let is_unfinished = ref false

let while_unfinished work =
  is_unfinished := true;
  work ();
  is_unfinished := false

(* Applies the changes that the tests made to this version to the other version. *)
let propagate_changes () =
  let mine = version !current_side and theirs = other !current_side in
  if !written_count > 0 || not (is_current !mine) then
    if !mine == !theirs then begin
      forget_written ();
      mine := recapture !mine;
      theirs := !mine
    end
    else
      while_unfinished (fun () ->
          let image, leads_on = with_applied_changes ~before:!mine !theirs in
          theirs := image;
          mine := recapture !mine;
          if leads_on then begin
            (* New values become part of the other version too. *)
            write_back (opposite !current_side);
            theirs := capture ();
            write_back !current_side
          end)

let switch_to side =
  if side <> !current_side then
    while_unfinished (fun () ->
        if !(version side) != !(version !current_side) then write_back side;
        current_side := side)

let of_number = function 1 -> Solution | 2 -> Submission | _ -> Tests
let is_current_for side = side = tests || of_number side = !current_side

let save_changes side =
  if !is_unfinished || not (is_current_for side) then begin
    write_back !current_side;
    is_unfinished := false
  end
  else if side = tests then propagate_changes ()
  else update (version !current_side)

let activate side =
  running := side;
  match of_number side with Tests -> () | side -> switch_to side

(* Tests see the version of the side that ran last. *)
let reactivate ~to_side ~previous_side =
  running := to_side;
  if to_side <> tests then switch_to previous_side

(* Any step may overflow the stack. Even then [running] must name the side whose code runs next. *)
let switch side work =
  let before = !running and previous_side = !current_side in
  let result =
    match
      save_changes before;
      activate side
    with
    | () -> (
      match Call.with_interruption work with value -> Ok value | exception exn -> Error exn)
    | exception exn -> Error exn
  in
  running := side;
  let left =
    match save_changes side with
    | () -> Ok ()
    | exception exn ->
      is_unfinished := true;
      Error (match exn with Too_large -> Call.Oversize | exn -> exn)
  in
  running := before;
  reactivate ~to_side:before ~previous_side;
  match (left, result) with
  | Error Call.Oversize, _ -> Call.stop_for Call.Oversize
  | Error exn, _ | Ok (), Error exn -> raise exn
  | Ok (), Ok value -> value

let enter side work =
  if !running = side || not !is_active then work ()
  else Call.without_interruption (fun () -> switch side work)

let run side work =
  let result = ref None in
  let set () = Obj.repr (result := Some (work ())) in
  if (not !is_active) || !running = number side then work ()
  else begin
    ignore (enter (number side) set);
    Option.get !result
  end

exception Not_copied

(* Exceptions and objects are compared by identity, so a value that contains one is not copied. *)
let has_state value =
  fix_addresses ();
  let state = !solution and seen = Addresses.create () in
  let found = ref false and words = ref 0 in
  let rec follow = function
    | [] -> ()
    | value :: waiting when Obj.is_int value || Obj.size value = 0 -> follow waiting
    | value :: waiting ->
      let block = whole_closure value in
      let key = address block and tag = Obj.tag block in
      if Addresses.mem seen key then follow waiting
      else begin
        Addresses.add seen key 0;
        words := !words + Obj.size block;
        if !words > max_words || tag = Obj.object_tag || tag = Obj.closure_tag || tag = Obj.abstract_tag
        then raise Not_copied;
        if index_in state block >= 0 then found := true;
        if tag >= Obj.no_scan_tag then follow waiting
        else follow (List.rev_append (List.init (Obj.size block) (Obj.field block)) waiting)
      end
  in
  follow [ value ];
  !found

let is_state value =
  let has_state () = try has_state (Obj.repr value) with Not_copied -> false in
  !is_active && Call.without_interruption has_state

let detach value =
  let make_copy () =
    try Marshal.from_string (Marshal.to_string value []) 0
    with Failure _ | Invalid_argument _ -> (* for channels and the like *) value
  in
  if is_state value then Call.without_interruption make_copy else value

let differ () = !is_active && !solution != !submission

let show side =
  if !is_active && !running = tests then
    Call.without_interruption (fun () ->
        save_changes tests;
        switch_to side)

(* A lazy value of the prelude is computed once for all sides, from the solution's version of the
   state. *)
let compute_for_solution delayed =
  Obj.set_field delayed 0 (for_solution (Obj.obj (Obj.field delayed 0)))

let leads_on value =
  Obj.is_block value && (is_kept (Obj.tag value) || Obj.tag value < Obj.no_scan_tag)

let start values =
  enter_solution := enter (number Solution);
  (* Leave out floats: an array whose first element is a float would become an array of floats. *)
  roots := Array.of_list (List.filter leads_on values);
  Array.iter compute_for_solution (capture ()).delayed;
  let image = capture () in
  solution := image;
  submission := image;
  is_active := true
