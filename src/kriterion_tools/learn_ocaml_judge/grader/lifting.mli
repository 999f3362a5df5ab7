(** Converts a value to code for it, following the declaration of its type.

    A parse tree becomes an expression that builds it or a pattern that matches it. The declarations
    are read from the compiler's interfaces, so no table of them is needed. *)

type 'node language = {
  record : (Longident.t Location.loc * 'node) list -> 'node;
  construct : Longident.t Location.loc -> 'node list -> 'node;
  tuple : 'node list -> 'node;
  constant : Parsetree.constant -> 'node;
}
(** How to write each kind of node. *)

type 'node special = lift:(string -> Obj.t -> 'node) -> string -> Obj.t -> 'node option
(** Code to write instead of a value of the type (["Parsetree.expression"], ["Location.t list"]), or
    None to follow the type's declaration. [lift] converts a part. *)

val lift : 'node language -> 'node special -> string -> Obj.t -> 'node
(** Converts a value of that type, composed of records, variants, tuples, strings, characters and
    numbers. *)

val expressions : Parsetree.expression language

val patterns : Parsetree.pattern language
(** A record pattern also matches records with other fields. *)
