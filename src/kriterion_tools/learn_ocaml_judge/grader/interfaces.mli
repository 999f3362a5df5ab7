(** Interfaces of compiled units, complete or reduced to what a view offers.

    A hidden value keeps its position in its module's block. It gets a name that source code cannot
    contain, and a type of its own. A hidden [external] has no position and is removed. So a value
    stays hidden through [open], [include], functors and first-class modules. *)

type view =
  | Everything
  | Only of (unit_name:string -> string list -> bool)

val read_from : string -> unit
(** Sets the directory of all [.cmi] files. *)

val with_view : view -> (unit -> 'a) -> 'a
(** While the function runs, interfaces are read in that view. They are forgotten afterwards, and
    those read before are restored. Environments made before keep what they have read. *)

val is_hidden_field : string -> int -> bool
(** Whether a view has hidden the value at that index of a unit's block. *)

val hidden_type : Types.type_expr
(** The type of hidden values. *)

val trimmed_in_session : Types.signature_item -> Types.signature_item list option
(** The replacement of an item that the session has bound, or None if it needs none. A prelude may
    include a whole module of the standard library; what the view hides must be hidden there too.
    Needs the view to be set. *)
