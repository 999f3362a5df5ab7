(** The random generator of a grading. One seed determines every sample. *)

val make_deterministic : unit -> unit
(** From now on [Random.self_init] and [Random.State.make_self_init] take their seed from the
    generator instead of the system, for all code of this process. Many graders call them. *)
