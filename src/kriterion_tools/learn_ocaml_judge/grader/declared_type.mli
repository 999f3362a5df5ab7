(** How the values of a type look, as the compiler's interfaces declare it.

    Beside [compiler.ml] the only module that names types of the type checker. *)

type t

val named : string -> t
(** A type without parameters, by its full name: ["Parsetree.expression"]. *)

val name : t -> string
(** ["Parsetree.expression"], ["Parsetree.structure_item list"]. *)

(** What a constructor has: parts, or the fields of a record of its own. *)
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
(** Raises [Invalid_argument] on what is none of these: no type of parse trees is. *)
