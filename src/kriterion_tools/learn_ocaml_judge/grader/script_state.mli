(** The state of the prelude and the preparation that can change while code runs.

    Each of the two processes has a copy. State that is reachable from a top-level name through its
    type is kept equal in both. State hidden in a function or behind an abstract type cannot be. *)

val record : Compiler.checked -> unit
(** Records a phrase that has run. *)

type t = Shared of (int * Obj.t) list | Hidden of string

val current : unit -> t
(** Values that contain mutable state, with the numbers of their shapes; or why some state cannot be
    kept equal. *)

val values : unit -> Obj.t list
(** Values from which all mutable state of the scripts can be reached, hidden or not. Empty if there
    is no such state. *)
