(** Code that tells whose it is when it is called: see {!Views}. *)

val note_writes : Lambda.lambda -> Lambda.lambda
(** The same code, which tells {!Views} what it writes to. *)

val bracket : Views.side -> Lambda.lambda -> Lambda.lambda
(** The same code, whose functions run as that side's whoever calls them: closures, methods and lazy
    values, too. *)
