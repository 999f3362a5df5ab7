(** The representation of a type's values, as the compiler's interfaces declare it.

    Besides [compiler.ml], the only module that names types of the type checker. *)

type t

val make_named : string -> t
(** A type without parameters, by its full name: ["Parsetree.expression"]. *)

val name : t -> string
(** ["Parsetree.expression"], ["Parsetree.structure_item list"]. *)

(** The arguments of a constructor, or the fields of its inline record. *)
type contents = Parts of t list | Fields of (Longident.t * t) list

type form =
  | Text
  | Character
  | Number
  | Tuple of t list
  | Record of (Longident.t * t) list
  | Variant of { constants : Longident.t list; blocks : (Longident.t * contents) list }
      (** each in the order of declaration, which numbers them at run time *)
  | Alias of t

val form : t -> form
(** Raises [Invalid_argument] on any other type. No type of parse trees is one. *)
