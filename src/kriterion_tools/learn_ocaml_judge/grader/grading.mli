(** The state of one grading. The loader sets it; the test library and Introspection read it.

    Source: learn-ocaml §4.1 step 6 (values in the environment of test.ml). *)

val code_ast : Parsetree.structure ref
(** The student's parse tree. *)

val results : Report.t option ref
(** The last report that the grader set. *)

val set_progress : (string -> unit) ref
(** Called with each progress message. *)

val call_seconds : float option ref
(** The limit of one call of student code, in seconds of computing. *)

module type SESSION = sig
  val code_ast : Parsetree.structure
  val timeout : int option
end

val session : unit -> (module SESSION)
(** {!code_ast} and {!call_seconds} for test.ml. This is a module because the compiler expands the
    type of an expression: for [!code_ast] it would read all of Parsetree. *)
