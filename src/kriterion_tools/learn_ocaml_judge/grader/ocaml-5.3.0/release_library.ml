(* For [let rec] of values. *)
let compiler_primitives =
  [ "caml_alloc_dummy"; "caml_alloc_dummy_float"; "caml_update_dummy" ]

(* The figure is that of the last minor collection, which large values do not bring about. *)
let heap_words () =
  Gc.minor ();
  (Gc.quick_stat ()).heap_words

let exceptions = []
