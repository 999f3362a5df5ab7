(** Calls of untrusted code, with limits of time, output and memory. The limits hold even if the
    code catches exceptions or closes channels (learn-ocaml §4.3–4.4). *)

exception Timeout of float
(** The call took more than this many seconds of computing, even if the code caught the interruption
    and returned a value. *)

exception Excess
(** The call printed more than {!output_limit} bytes on stdout or on stderr. *)

exception Exhausted
(** The call used more memory than the grader has. *)

exception Exited
(** The call used [exit]. *)

exception Oversize
(** The value is too large to be sent to the other process. *)

val is_limit : exn -> bool
(** Whether a call was stopped: one of the exceptions above, [Stack_overflow] or [Out_of_memory]. A
    stopped call never equals another result, and is not an exception of the code under test. *)

val explain : exn -> string
(** A limit as a sentence without a full stop; any other exception as OCaml prints it. *)

(* [Printexc.to_string] explains the exceptions above in the same words. *)

val output_limit : int
(** 32,759 bytes, as in learn-ocaml. *)

type 'a outcome = { result : ('a, exn) result; stdout : string; stderr : string }

val capture : ?seconds:float -> (unit -> 'a) -> 'a outcome
(** Runs the function and captures stdout and stderr. [seconds] limits the computing time; without
    it, only the limit of the whole grading applies. Calls may be nested: an inner call captures its
    own output, and the limits of the outer call stay in force. *)

val protect_random_state : unit -> unit
(** From now on, a call does not change the state of the random generator for later code. Needed if
    the code under test could otherwise influence the samples it is tested with. *)

val start : memory_bytes:int option -> on_uninterruptible:(exn -> unit) -> unit
(** Redirects stdout and stderr of the process into files, and makes [exit] raise {!Exited}. Must be
    called once, before any untrusted code runs. If code catches an interruption and continues, it
    is interrupted again. After several interruptions [on_uninterruptible] is called with the
    limit, and must report it, because the process then ends. *)

val protects_random_state : unit -> bool

val has_timed_out : unit -> bool
(** Whether any call has reached a time limit so far. If so, the result may depend on the load of
    the machine. *)

(** {1 Two processes}

    The student's code runs in a process of its own. Calls that the test process makes continue
    there. *)

val start_in_fork :
  ?on_uninterruptible:(exn -> unit) -> prints_through_channels:bool -> unit -> unit
(** Must be called in a new process before it runs anything: gives it output files of its own. With
    [prints_through_channels], code there writes to stdout and stderr only through OCaml's channels,
    which makes checking the output cheaper. *)

val without_interruption : (unit -> 'a) -> 'a
(** Does not interrupt the innermost call meanwhile. Used around messages, which must not be sent in
    part. *)

val with_interruption : (unit -> 'a) -> 'a
(** Inside {!without_interruption}: runs code that the other process calls. *)

val remaining_seconds : unit -> float option
(** Seconds of computing until the first of the running calls must end. *)

val allowed_seconds : unit -> float option
(** The whole time allowed to that same call. *)

val add_elsewhere : float -> unit
(** Adds seconds of computing that the other process spent on the running calls. *)

val stop_for : exn -> 'a
(** Stops the running call because of a limit that was reached in the other process. *)

val flush_output : unit -> unit

val take_output : unit -> string * string
(** Returns and removes what the running call has printed so far. May raise exceptions of untrusted
    code that runs when output is flushed. *)
