(** Values as they are shown to students.

    Source: learn-ocaml §5.3 (printing), §5.2 (printable_fun). *)

val print : 'a Ty.ty -> Format.formatter -> 'a -> unit
(** As the toplevel prints a value of that type, functions that have a name by their name. *)

val text : 'a Ty.ty -> 'a -> string

val name_function : string -> ('a -> 'b) -> 'a -> 'b
(** The same function, shown by that text from now on: this very closure, not one that is equal. *)
