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

exception Oversize
(** Its value is larger than what goes from one process to the other. *)

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

val has_guarded_chance : unit -> bool

val has_timed_out : unit -> bool
(** Whether any call has met a limit of time so far: what is measured then may say more about the
    machine than about the code. *)

(** {1 Two processes}

    The student's code runs in a process of its own. A call of the test process's goes on there. *)

val start_in_fork :
  ?on_hopeless:(exn -> unit) -> prints_through_channels:bool -> unit -> unit
(** In a new process, before it runs anything: output goes into files that no other process has.
    [prints_through_channels] says that nothing there writes to stdout and stderr but by OCaml's
    own channels: looking for output then costs less. *)

val without_interruption : (unit -> 'a) -> 'a
(** Of the innermost call: for messages, which must not be torn. *)

val with_interruption : (unit -> 'a) -> 'a
(** Within {!without_interruption}: for code that the other process calls. *)

val remaining_seconds : unit -> float option
(** Of computing, until the first of the running calls has to end. *)

val allowed_seconds : unit -> float option
(** All that the same call was given. *)

val count_elsewhere : float -> unit
(** Seconds of computing that the other process has spent on the running calls. *)

val stop_for : exn -> 'a
(** Ends the running call for a limit that was met in the other process. *)

val flush_output : unit -> unit

val take_output : unit -> string * string
(** What the running call has printed so far, taken out of its output. May raise what code of others
    raises when output is flushed. *)
