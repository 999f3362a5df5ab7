open Lambda

(* Positions of values in the interface of {!Views}. *)
let place_of_running = 0
let place_of_enter = 1
let place_of_note_write = 2
let views = Ident.create_persistent "Views"
let integer n = Lconst (Const_base (Const_int n))
let unit = integer 0

let value_of_views place location =
  Release_code.read_field place (Lprim (Pgetglobal views, [], location)) location

let apply location func arguments =
  Lapply
    { ap_func = func; ap_args = arguments; ap_loc = location; ap_tailcall = Default_tailcall;
      ap_inlined = Default_inline; ap_specialised = Default_specialise }

(* The body is called in tail position, so the stack is no deeper than before. *)
let with_owner side return location body =
  let work = Ident.create_local "work" in
  let running = Release_code.read_field 0 (value_of_views place_of_running location) location in
  let number = integer (Views.number side) in
  let is_running = Lprim (Pintcomp Ceq, [ running; number ], location) in
  let enter = value_of_views place_of_enter location in
  Llet
    ( Strict, Pgenval, work, Release_code.delay return location body,
      Lifthenelse
        ( is_running,
          apply location (Lvar work) [ unit ],
          apply location enter [ number; Lvar work ] ) )

let bracket side = Release_code.map_bodies (with_owner side)

(* Arguments are computed from the last to the first, as OCaml does. *)
let with_note primitive arguments location ~part =
  let names = List.map (fun _ -> Ident.create_local "argument") arguments in
  let values = List.map (fun name -> Lvar name) names in
  let note = value_of_views place_of_note_write location in
  let write = Lprim (primitive, values, location) in
  let with_note = apply location note [ List.hd values; part values ] in
  List.fold_left2
    (fun body name argument -> Llet (Strict, Pgenval, name, argument, body))
    (Lsequence (with_note, write))
    names arguments

let note_writes =
  Lambda.map (function
    | Lprim ((Psetfield (place, _, Assignment) as primitive), arguments, location)
    | Lprim ((Psetfloatfield (place, Assignment) as primitive), arguments, location) ->
      with_note primitive arguments location ~part:(fun _ -> integer place)
    | Lprim (((Parraysets _ | Psetfield_computed _) as primitive), arguments, location) ->
      with_note primitive arguments location ~part:(fun values -> List.nth values 1)
    | Lprim (((Pbytessets | Poffsetref _) as primitive), arguments, location) ->
      with_note primitive arguments location ~part:(fun _ -> integer 0)
    | other -> other)
