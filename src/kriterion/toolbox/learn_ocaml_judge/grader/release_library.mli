(** What differs between the supported releases of OCaml in the standard library. *)

val exceptions : (exn * Types.type_expr list) list
(** Those of units that not all of them have, with the types of their arguments. *)
