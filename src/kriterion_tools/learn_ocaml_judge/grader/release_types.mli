(** Types and environments: what differs between the supported releases of OCaml. *)

open Types

val desc : type_expr -> type_desc
val id : type_expr -> int
val identifier : Path.t -> Longident.t
(** A path as source code writes it. *)

val arrow : type_expr -> type_expr -> type_expr

type tag =
  | Absent
  | Constant
  | With of type_expr
  | Conjunction  (** several types at once *)

val tags : row_desc -> (string * tag) list
val is_closed : row_desc -> bool
val is_abstract : ('field, 'constructor) type_kind -> bool

val generalizing : (unit -> 'a * type_expr list) -> 'a
(** Generalises the types that the function returns. *)

val tentatively : (unit -> 'a) -> 'a
(** Undoes all unification of the function. *)

val is_more_general : Env.t -> type_expr -> than:type_expr -> bool

val initial_environment : unit -> Env.t
(** With [Stdlib] opened. *)

val predefined : Env.t Lazy.t
(** Without [Stdlib] opened. *)

val unit_of : Uid.t -> string option
(** The compilation unit that declares something. None for what the session has bound. *)

val typed_phrase :
  Env.t -> Parsetree.structure -> Typedtree.structure * signature * Env.t

val load_units : (string -> (string * Cmi_format.cmi_infos) option) -> unit
(** Sets the function that returns the interface of a unit, and its file. *)
