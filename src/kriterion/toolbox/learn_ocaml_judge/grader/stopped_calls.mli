(** What is said of a call that ran into a limit ({!Call.is_limit}), whatever it was to be compared
    with. *)

val of_student : exn -> Report.item
val of_reference : exn -> Report.item
