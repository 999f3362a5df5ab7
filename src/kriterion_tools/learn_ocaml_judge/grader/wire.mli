(** Values as bytes, between the student process and the test process.

    A value is written and read according to its shape. Reading checks every byte: it
    returns a value of the shape or raises {!Malformed}, for any input. Mutable values keep their identity: the
    processes refer to them by numbers, and each message includes the changes of those that both
    know. Functions stay in their process; the other one gets a function that calls them. *)

exception Malformed of string

exception Oversize
(** More than {!max_bytes} or {!max_parts}. *)

val max_bytes : int
val max_parts : int

(** {1 Messages} *)

type writer
type reader

val writer : unit -> writer
val contents : writer -> string
val write_int : writer -> int -> unit
val write_float : writer -> float -> unit
val write_text : writer -> string -> unit
val reader : string -> reader
val read_int : reader -> int
val read_float : reader -> float
val read_text : reader -> string

val expect_end : reader -> unit

(** {1 Values} *)

val write : writer -> int -> Obj.t -> unit
(** Writes the value at the shape of that number. If it raises {!Oversize}, discard the message and
    call {!forget_unsent}. *)

val read : reader -> int -> Obj.t

val write_exception : writer -> exn -> unit
val read_exception : reader -> exn

(** {1 Functions} *)

type signature = { argument : int; result : int }

val call_remote : (int -> signature -> Obj.t -> Obj.t) ref
(** Calls the function of that number in the other process. *)

val own_function : int -> signature * (Obj.t -> Obj.t)
(** The function that the other process knows by that number. Raises {!Malformed}. *)

(** {1 Values that change} *)

val write_changes : writer -> unit
(** Writes the changes, since the last message, of values that both processes know. *)

val write_no_changes : writer -> unit
val read_changes : reader -> unit

type checkpoint

val checkpoint : unit -> checkpoint

val forget_unsent : checkpoint -> unit
(** Forgets the identities given since the checkpoint. *)

val end_exchange : result:int -> unit
(** Ends a call of the test process with a result of that shape. Unless the result is a function,
    forgets the identities of the arguments and keeps those of some values from the student's code.
    Both processes must call it. *)

(** {1 Both processes} *)

type side = Student | Test | Scripts  (** before there are two processes *)

val side : side ref

val constructor_of : exn -> Obj.t

val register_exceptions : (Obj.t * int list) list -> unit
(** Registers the exceptions that both processes know, with the shapes of their arguments. Call this
    before the fork. *)

val share_state : (int * Obj.t) list -> bool
(** Registers values of the prelude and the preparation that contain mutable state, with the numbers
    of their shapes. Both processes have them. Call this before the fork. Returns false if they are
    too large to be compared at every message. *)
