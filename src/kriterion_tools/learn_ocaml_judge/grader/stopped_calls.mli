(** Messages about a call that reached a limit, whatever its result would be compared with. *)

val is_stop : exn -> bool
(** Whether a call reached a limit ({!Call.is_limit}). A stack overflow does not count, because it
    is the result of some references (learn-ocaml §4.4: an ordinary exception). *)

val of_student : exn -> Report.item
val of_reference : exn -> Report.item
