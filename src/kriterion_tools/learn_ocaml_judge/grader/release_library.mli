(** What differs between the supported releases of OCaml in the standard library. *)

val compiler_primitives : string list
(** C primitives that the compiler itself puts into translated code. *)

val heap_words : unit -> int
(** What the heap holds now. *)

val exceptions : (exn * Types.type_expr list) list
(** Those of units that not all of them have, with the types of their arguments. *)
