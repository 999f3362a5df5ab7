(** The local names at a point of a program. They hide outer names.

    Source: learn-ocaml §5.4. *)

type t

val empty : t
(** No name is known to be local. Also used after [open] and [include], which may provide any
    name. *)

val hides_value : t -> string -> bool

val hides_module : t -> string -> bool

val with_value : t -> string -> t

val with_module : t -> string option -> t

val with_pattern : t -> Parsetree.pattern -> t
(** Adds the variables of a pattern, and the modules that it unpacks. *)

val with_patterns : t -> Parsetree.pattern list -> t

val with_bindings : t -> Parsetree.value_binding list -> t
