open Lambda

(* Places in the interface of Views. *)
let place_of_running = 0
let place_of_enter = 1
let views = Ident.create_persistent "Views"
let integer n = Lconst (Const_base (Const_int n))
let unit = integer 0

let value_of_views place location =
  Release_code.read_field place (Lprim (Pgetglobal views, [], location)) location

let apply location func arguments =
  Lapply
    { ap_func = func; ap_args = arguments; ap_loc = location; ap_tailcall = Default_tailcall;
      ap_inlined = Default_inline; ap_specialised = Default_specialise }

(* As a call at the end of the function, the body is as deep on the stack as before. *)
let bracketed side return location body =
  let work = Ident.create_local "work" in
  let running = Release_code.read_field 0 (value_of_views place_of_running location) location in
  let number = integer (Views.number side) in
  let is_running = Lprim (Pintcomp Ceq, [ running; number ], location) in
  let enter = value_of_views place_of_enter location in
  Llet
    ( Strict, Pgenval, work, Release_code.delayed return location body,
      Lifthenelse
        ( is_running,
          apply location (Lvar work) [ unit ],
          apply location enter [ number; Lvar work ] ) )

let bracket side = Release_code.map_bodies (bracketed side)
