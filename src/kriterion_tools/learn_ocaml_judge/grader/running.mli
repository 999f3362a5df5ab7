(** Running code under test: its value or its exception, and what it printed.

    Source: learn-ocaml §5.2 (run_timeout, exec, result), §4.4. *)

type nonrec 'a result = ('a, exn) result

val exec : (unit -> 'a) -> ('a * string * string) result
(** The value, what was printed on stdout, on stderr. Within the limit for one call
    ({!Grading.call_seconds}); after calls that were stopped at it, within less, and never less than
    a fifth. *)

val result : (unit -> 'a) -> 'a result

val trusted : (unit -> 'a) -> ('a * string * string) result
(** The same for the author's code: without a limit of its own. *)

val run_timeout : ?time:int -> (unit -> 'a) -> 'a
(** Raises what the function raises, or {!Call.Timeout}. What it prints goes where it would go
    otherwise. [time] in seconds; by default the limit for one call, if there is one. *)
