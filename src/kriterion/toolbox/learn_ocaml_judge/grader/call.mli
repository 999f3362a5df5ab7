(** Calls of code that is not trusted: bounded in time, output and memory, whatever it catches,
    prints or closes (learn-ocaml §4.3–4.4). *)

exception Timeout of float
(** It took more than these seconds of computing. Also when the code caught what interrupted it
    and then returned a value. *)

exception Excess
(** It printed more than {!output_limit} bytes on one of stdout and stderr. *)

exception Exhausted
(** It used more memory than the grader has. *)

exception Exited
(** It called [exit]. *)

val is_limit : exn -> bool
(** The call did not come to its own end: one of the above, [Stack_overflow] or [Out_of_memory].
    Never a result that equals another one, nor an exception of the code under test. *)

val explain : exn -> string
(** A limit as a sentence without a full stop, any other exception as OCaml prints it. *)

val output_limit : int
(** 32,759 bytes, as upstream's. *)

type 'a outcome = { result : ('a, exn) result; stdout : string; stderr : string }

val capture : ?seconds:float -> (unit -> 'a) -> 'a outcome
(** Runs the function with stdout and stderr captured. [seconds] of computing may pass (default:
    no limit but that of the whole grading). Calls may be nested: the inner one takes its output
    for itself, the outer limit stays in force. *)

val guard_chance : unit -> unit
(** From now on, random choices made in a call have no influence on those after it: for code that
    could choose the samples it is tested with. *)

val start : memory_bytes:int option -> on_hopeless:(exn -> unit) -> unit
(** Redirects stdout and stderr of the process into files and makes [exit] raise {!Exited}; to be
    called once, before any code of others runs. Code that catches an interruption and goes on
    is ended for good some interruptions later: then [on_hopeless] is called from
    within it with the limit, says so to whoever waits, and the process ends. *)
