(** Holes in quoted code: where something else than what is written is meant.

    Source: learn-ocaml §5.1: [\[%e x\]] in expressions, [\[%p x\]] in patterns, [\[%t x\]] in
    types, [\[%%s x\]] among items. *)

type hole = string Location.loc * Parsetree.payload

val is_name : string -> bool
(** Whether holes are called so. *)

val at : string -> Obj.t -> hole option
(** The hole that a value of this type is (["Parsetree.expression"]). *)

val among_items : string -> Obj.t -> (hole * string * Obj.t) option
(** The hole that a list of this type begins with (["Parsetree.structure_item list"]), the name of
    the type of what follows it, and that. *)

val expression_in : hole -> Parsetree.expression

val pattern_in : hole -> Parsetree.pattern

val misused : string Location.loc -> ('a, unit, string, 'b) format4 -> 'a
(** Raises [Location.Error] at an extension node: how it is to be written. *)
