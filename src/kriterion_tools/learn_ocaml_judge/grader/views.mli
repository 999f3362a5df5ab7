(** What the solution, the submission and the tests see of the state that the prelude and the
    preparation hold.

    The solution and the submission have a version each: what one of them changes, the other does
    not see. The tests see the version of whichever ran last, and what they change themselves holds
    for both. So a submission that clears a table of the prelude does not change what the solution
    computes. *)

(** {1 For code that {!Owned_code} compiles}

    The order of these values is known there. *)

val running : int ref
(** The number of the side whose code is running. *)

val enter : int -> (unit -> Obj.t) -> Obj.t
(** Runs code of the side of that number. *)

val note_write : Obj.t -> int -> unit
(** A part of a block was written to, with whatever value. *)

(** {1 Sides} *)

type side = Tests | Solution | Submission

val number : side -> int

val run : side -> (unit -> 'a) -> 'a
(** Runs code of that side: on its version of the state. *)

val show : side -> unit
(** The tests look at, or prepare, the state of that side. *)

val differ : unit -> bool
(** Whether one side may have changed what the other has not. *)

val detached : 'a -> 'a
(** The value as the solution has it: a copy, if state of the prelude is in it. A submission that
    returns the same state as the solution has not done the same to it. *)

(** {1 The state} *)

exception Too_large

val start : Obj.t list -> unit
(** From now on, what is reachable from these values has two versions. Raises {!Too_large}. *)

val are_kept : unit -> bool
(** Whether {!start} was called. *)
