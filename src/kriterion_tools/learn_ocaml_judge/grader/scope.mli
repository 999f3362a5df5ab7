(** Which names are local at a place of a program: they hide what has the same name outside.

    Source: learn-ocaml §5.4. *)

type t

val empty : t
(** Nothing is local; or after [open] and [include], when any name may come from there. *)

val hides_value : t -> string -> bool

val hides_module : t -> string -> bool

val with_value : t -> string -> t

val with_module : t -> string option -> t

val with_pattern : t -> Parsetree.pattern -> t
(** The variables of a pattern, and the modules that it unpacks. *)

val with_patterns : t -> Parsetree.pattern list -> t

val with_bindings : t -> Parsetree.value_binding list -> t
