(** What one grading shares: the loader sets it, the test library and Introspection read it.

    Source: learn-ocaml §4.1 step 6 (values that test.ml finds in its environment). *)

val code_ast : Parsetree.structure ref
(** The student's parse tree. *)

val results : Report.t option ref
(** The report that was handed in last. *)

val set_progress : (string -> unit) ref
(** What is done with a line about the progress. *)

val call_seconds : float option ref
(** The limit for one call of student code, in seconds of computing. *)

module type SESSION = sig
  val code_ast : Parsetree.structure
  val timeout : int option
end

val session : unit -> (module SESSION)
(** What test.ml finds of {!code_ast} and {!call_seconds}. A module, since the compiler looks up what
    the type of an expression stands for: it would read all of Parsetree for [!code_ast]. *)
