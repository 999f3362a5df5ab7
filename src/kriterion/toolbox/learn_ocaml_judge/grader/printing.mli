(** Values and calls as they are shown to students.

    Source: learn-ocaml §5.3 (printing), §5.2 (printable_fun). *)

val print : 'a Ty.ty -> Format.formatter -> 'a -> unit
(** As the toplevel prints a value of that type, functions that have a name by their name. *)

val text : 'a Ty.ty -> 'a -> string

val name_function : string -> ('a -> 'b) -> 'a -> 'b
(** The same function, shown by that text from now on: this very closure, not one that is equal. *)

val argument : string -> string
(** A value's text as an argument: in parentheses when it is negative or consists of several words. *)

val call : string -> ('f Ty.ty, 'u, 'r) Ty.fun_ty -> ('f, 'u, 'r) Arguments.args -> string
(** [f (-1) \[2; 3\]]. *)
