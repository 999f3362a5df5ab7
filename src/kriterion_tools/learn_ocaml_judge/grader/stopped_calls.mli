(** What is said of a call that ran into a limit, whatever it was to be compared with. *)

val is_stop : exn -> bool
(** A limit ({!Call.is_limit}). Not a stack overflow: some references have that result, too
    (learn-ocaml §4.4: an ordinary exception). *)

val of_student : exn -> Report.item
val of_reference : exn -> Report.item
