(** What differs between the supported releases of OCaml in types and environments. *)

open Types

val desc : type_expr -> type_desc
val id : type_expr -> int
val identifier : Path.t -> Longident.t
(** How a path is written. *)

val arrow : type_expr -> type_expr -> type_expr

type tag =
  | Absent
  | Constant
  | With of type_expr
  | Conjunction  (** of several types *)

val tags : row_desc -> (string * tag) list
val is_closed : row_desc -> bool
val is_abstract : ('field, 'constructor) type_kind -> bool

val generalizing : (unit -> 'a * type_expr list) -> 'a
(** Generalises the types that are made. *)

val tentatively : (unit -> 'a) -> 'a
(** Takes back what the work has unified. *)

val is_more_general : Env.t -> type_expr -> than:type_expr -> bool

val initial_environment : unit -> Env.t
(** With [Stdlib] opened. *)

val predefined : Env.t Lazy.t
(** Without. *)

val unit_of : Uid.t -> string option
(** The compilation unit that something was declared in; none for what the session has bound. *)

val typed_phrase :
  Env.t -> Parsetree.structure -> Typedtree.structure * signature * Env.t

val load_units : (string -> (string * Cmi_format.cmi_infos) option) -> unit
(** Sets how the interface of a unit is found, with its file. *)
