(** What of the prelude and the preparation can change while code runs.

    Two processes have a copy each. What a name of the top level holds, and its type tells how to
    find, is kept equal; what is hidden in a function or behind an abstract type cannot be. *)

val note : Compiler.checked -> unit
(** A phrase that has been run. *)

type t = Shared of (int * Obj.t) list | Hidden of string

val found : unit -> t
(** Values that hold something that can change, with the numbers of their shapes; or why not all
    can be kept equal. *)

val values : unit -> Obj.t list
(** Values that lead to everything of the scripts that can change, hidden or not; none if nothing
    can. *)
