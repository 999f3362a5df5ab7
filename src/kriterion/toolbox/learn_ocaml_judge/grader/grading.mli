(** What one grading knows and what comes of it: set by the program that loads an exercise, used
    by Test_lib (learn-ocaml §4.1 step 6). *)

val code_ast : Parsetree.structure ref
(** The student's parse tree. *)

val results : Report.t option ref
(** The report. What was set last counts. *)

val timeout : int option ref
(** Seconds that a call of the student's code may take when its grader names none. *)

val report_progress : (string -> unit) ref
(** Tells whoever waits what is being done. *)

val seed : int ref
(** What random choices start from. *)
