(** The standard library: what differs between the supported releases of OCaml. *)

val compiler_primitives : string list
(** C primitives that the compiler inserts into translated code. *)

val heap_words : unit -> int
(** The current size of the heap. *)

val exceptions : (exn * Types.type_expr list) list
(** Exceptions of units that only some releases have, with the types of their arguments. *)
