(** Exceptions that both processes know: OCaml's own, and those of the prelude and the
    preparation. *)

val register : unit -> unit
