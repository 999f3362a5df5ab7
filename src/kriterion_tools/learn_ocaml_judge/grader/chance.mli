(** The random generator of a grading: every sample follows from one seed. *)

val tame : unit -> unit
(** From now on [Random.self_init] and [Random.State.make_self_init] draw their seed from the
    generator instead of the system, for all code of this process: many graders call them. *)
