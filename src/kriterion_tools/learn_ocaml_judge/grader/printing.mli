(** Values as students see them.

    Source: learn-ocaml §5.3 (printing), §5.2 (printable_fun). *)

val print : 'a Ty.ty -> Format.formatter -> 'a -> unit
(** Prints a value of that type as the toplevel does. Functions with a name are shown by it. *)

val text : 'a Ty.ty -> 'a -> string

val name_function : string -> ('a -> 'b) -> 'a -> 'b
(** Returns the same function, shown by that text from now on. This applies to the closure itself,
    not to equal ones. *)
