(* For [let rec] of values that are not functions. *)
let compiler_primitives =
  [ "caml_alloc_dummy"; "caml_alloc_dummy_float"; "caml_update_dummy" ]

(* Empty the minor heap: the figure is that of the last minor collection, and large values do not
   cause one. *)
let heap_words () =
  Gc.minor ();
  (Gc.quick_stat ()).heap_words

let exceptions = []
