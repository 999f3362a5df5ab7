(** An exercise is loaded and its grader run, in the order of learn-ocaml §4.1 (with the Solution
    run before the student's code, as upstream does since 1.0; §4.2). Texts of both generations of
    graders are accepted. *)

type submission = {
  files : (string * string) list;  (** what the student's code may see: the scripts, the code *)
  secrets : Bundle.secrets;
  name : string;  (** as places in the student's file are called *)
  load_seconds : float option;  (** of computing, for what the student's module does by itself *)
  seed : int;  (** of random choices: set at the start and again before test.ml *)
}

val student_file : string
(** The name of the student's code in the bundle. *)

val stage : Failure.stage ref
(** What is being loaded or run. *)

(** {1 The steps} Each raises {!Failure.Failed}. *)

type ready = {
  submission : submission;
  allowed : Standard_library.allowance list;
  code : Compiler.checked;
  state : Script_state.t;
  values : Obj.t list;  (** that lead to all of the state *)
  chance : Random.State.t;  (** as the seed sets it *)
}
(** The scripts have run, the student's code is typed. *)

val prepare : submission -> ready

val with_solution : ready -> ready
(** The exercise's own solution as if it were handed in. *)

val is_own_solution : ready -> bool
(** Whether the submission is the exercise's own solution. Only for a process that never runs the
    student's code, or ends before. *)

val grade_together : ready -> Report.t
(** All in this process. *)

val load_student : ready -> Exchange.loaded
(** In the student process. *)

val grade_remote : ready -> Report.t
(** In the test process. *)
