(** An exercise is loaded and its grader run, in the order of learn-ocaml §4.1 (with the Solution
    run before the student's code, as upstream does since 1.0; §4.2). Texts of both generations of
    graders are accepted. *)

type submission = {
  exercise : string;  (** the directory *)
  solution : string;  (** the student's file *)
  name : string;  (** as places in it are called *)
  load_seconds : float option;  (** of computing, for what the student's module does by itself *)
  seed : int;  (** of random choices: set at the start and again before test.ml *)
}



val stage : Failure.stage ref
(** What is being loaded or run. *)

val grade : submission -> (Report.t, Failure.t) result
