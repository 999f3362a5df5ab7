(** Versions of the state of the prelude and the preparation, as the solution, the submission and
    the tests see it.

    The solution and the submission have a version each: neither sees the other's changes. The tests
    see the version of the side that ran last, and their own changes apply to both. So a submission
    that clears a table of the prelude does not change what the solution computes. *)

(** {1 For code that {!Owned_code} compiles}

    {!Owned_code} relies on the order of these values. *)

val running : int ref
(** The number of the side whose code is running. *)

val enter : int -> (unit -> Obj.t) -> Obj.t
(** Runs code as that of the side with this number. *)

val note_write : Obj.t -> int -> unit
(** Records a write to a part of a block, with any value. *)

(** {1 Sides} *)

type side = Tests | Solution | Submission

val number : side -> int

val run : side -> (unit -> 'a) -> 'a
(** Runs code of that side, on its version of the state. *)

val show : side -> unit
(** Shows the tests that side's version of the state, to look at or to prepare. *)

val differ : unit -> bool
(** Whether the two versions may differ. *)

val detach : 'a -> 'a
(** Returns a copy of the value if it contains state of the prelude, otherwise the value. Without
    the copy, a submission that returns that state would always equal the solution, whatever each
    did to it. *)

(** {1 The state} *)

exception Too_large

val start : Obj.t list -> unit
(** From now on, everything reachable from these values has two versions. Raises {!Too_large}. *)

val are_separate : unit -> bool
(** Whether {!start} was called. *)
