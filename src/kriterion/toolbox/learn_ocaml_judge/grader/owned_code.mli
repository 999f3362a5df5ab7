(** Code that tells whose it is when it is called: see {!Views}. *)

val bracket : Views.side -> Lambda.lambda -> Lambda.lambda
(** The same code, whose functions run as that side's whoever calls them: closures, methods and lazy
    values, too. *)
