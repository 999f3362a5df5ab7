(** Marks compiled code with the side it belongs to: see {!Views}. *)

val note_writes : Lambda.lambda -> Lambda.lambda
(** Makes the code report its writes to {!Views}. *)

val bracket : Views.side -> Lambda.lambda -> Lambda.lambda
(** Makes all functions of the code, including closures, methods and lazy values, run as that
    side's, even if the other side calls them. *)
