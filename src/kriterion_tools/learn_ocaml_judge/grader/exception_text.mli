(** Exceptions as students see them. *)

val of_exception : exn -> string
(** Like OCaml, but cuts long strings in the arguments, because students choose their length. *)
