(** Interfaces of compiled units as they are read, whole or trimmed to what a view offers.

    A value that is not offered stays where it is in its module's block, under a name that no
    source can spell and with a type of its own; an [external] goes, as it is in no block. So
    neither [open] nor [include], neither functor nor first-class module brings it back. *)

type view =
  | Everything
  | Only of (unit_name:string -> string list -> bool)

val read_from : string -> unit
(** The directory of all [.cmi] files. *)

val with_view : view -> (unit -> 'a) -> 'a
(** What is read meanwhile is read in that view, and forgotten afterwards; what was read before is
    kept for then. Environments made before keep what they have seen. *)

val is_hidden_field : string -> int -> bool
(** Whether a view has hidden the value at that place of a unit's block. *)

val hidden_type : Types.type_expr
(** That of values that are not offered. *)

val trimmed_in_session : Types.signature_item -> Types.signature_item list option
(** What takes the place of something that the session has bound: a prelude may include a module
    of the standard library, whole, and what is not offered there is not offered here. None when
    nothing has to be trimmed. Needs the view to be set. *)
