(** Values as the code that stands for them, by the declarations of their types.

    A parse tree becomes an expression that builds it, or a pattern that matches it. The
    declarations are read from the compiler's interfaces, so that no table of them is kept here. *)

type 'node language = {
  record : (Longident.t Location.loc * 'node) list -> 'node;
  construct : Longident.t Location.loc -> 'node list -> 'node;
  tuple : 'node list -> 'node;
  constant : Parsetree.constant -> 'node;
}
(** The ways to write code. *)

type 'node special = lift:(string -> Obj.t -> 'node) -> string -> Obj.t -> 'node option
(** What is to be written in place of the value of a type (["Parsetree.expression"],
    ["Location.t list"]), if it is not to be taken as its type says. [lift] goes on with a part. *)

val lift : 'node language -> 'node special -> string -> Obj.t -> 'node
(** A value of that type: any composed of records, variants, tuples, strings, characters and
    numbers. *)

val expressions : Parsetree.expression language

val patterns : Parsetree.pattern language
(** A record may have other fields. *)
