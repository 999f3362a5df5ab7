(** Runs code under test and returns its value or exception, and its output.

    Source: learn-ocaml §5.2 (run_timeout, exec, result), §4.4. *)

type nonrec 'a result = ('a, exn) result

val exec : (unit -> 'a) -> ('a * string * string) result
(** Returns the value, stdout and stderr. The limit is {!Grading.call_seconds}. Each call that
    reaches it reduces the limit of later calls, down to a fifth. *)

val result : (unit -> 'a) -> 'a result

val exec_trusted : (unit -> 'a) -> ('a * string * string) result
(** The same for the author's code, without a limit of its own. *)

val run_timeout : ?time:int -> (unit -> 'a) -> 'a
(** Raises the function's exception or {!Call.Timeout}. Does not capture output. [time] is in
    seconds; the default is the limit of one call, if there is one. *)
