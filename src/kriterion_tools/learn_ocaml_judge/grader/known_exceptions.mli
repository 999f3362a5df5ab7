(** Exceptions that the student process and the test process both know: OCaml's, those of the
    prelude and of the preparation. *)

val register : unit -> unit
