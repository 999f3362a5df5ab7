(** Loads an exercise and runs its grader, in the order of learn-ocaml §4.1. The solution runs
    before the student's code, as in learn-ocaml since 1.0 (§4.2). Accepts graders for learn-ocaml
    before and since 1.0. *)

type submission = {
  files : (string * string) list;  (** what student code may see: the scripts and itself *)
  secrets : Bundle.secrets;
  name : string;  (** display name of the student's file *)
  load_seconds : float option;  (** limit of computing time for loading the student's module *)
  seed : int;  (** of random choices, set at the start and again before test.ml *)
}

val student_file : string
(** The name of the student's code in the bundle. *)

val stage : Failure.stage ref
(** What is currently being loaded or run. *)

(** {1 The steps} Each raises {!Failure.Failed}. *)

type ready = {
  submission : submission;
  allowed : Standard_library.allowance list;
  code : Compiler.checked;
  state : Script_state.t;
  values : Obj.t list;  (** values from which all of the state can be reached *)
  random_state : Random.State.t;  (** the random generator just after seeding *)
}
(** The scripts have run and the student's code is typed. *)

val prepare : submission -> ready

val with_solution : ready -> ready
(** Replaces the submission by the exercise's own solution. *)

val is_own_solution : ready -> bool
(** Whether the submission is the exercise's own solution. Call this only in a process that will not
    run the student's code afterwards, because it reads the solution. *)

val grade_in_one_process : ready -> Report.t
(** Grades in this process alone. *)

val load_student : ready -> Exchange.loaded
(** Loads the student's code, in the student process. *)

val grade_remote : ready -> Report.t
(** Grades in the test process. *)
