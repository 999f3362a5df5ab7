(** Holes in quoted code, which are replaced by other code.

    Source: learn-ocaml §5.1: [\[%e x\]] in expressions, [\[%p x\]] in patterns, [\[%t x\]] in
    types, [\[%%s x\]] among items. *)

type hole = string Location.loc * Parsetree.payload

val is_name : string -> bool
(** Whether this is the name of a kind of hole. *)

val at : string -> Obj.t -> hole option
(** The hole, if a value of this type (["Parsetree.expression"]) is one. *)

val among_items : string -> Obj.t -> (hole * string * Obj.t) option
(** If a list of this type (["Parsetree.structure_item list"]) begins with a hole: the hole, the
    type of the rest, and the rest. *)

val expression_in : hole -> Parsetree.expression

val pattern_in : hole -> Parsetree.pattern

val refuse_form : string Location.loc -> ('a, unit, string, 'b) format4 -> 'a
(** Raises [Location.Error] at the extension node, with the correct way to write it. *)
