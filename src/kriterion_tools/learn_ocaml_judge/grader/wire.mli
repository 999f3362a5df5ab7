(** Values as bytes, between the student process and the test process.

    A value is written and read along its shape. What is read is checked byte by byte: any text is
    a value of the shape or {!Malformed}, whoever wrote it. Values that can change keep their
    identity: each process knows the other's by a number, and tells with every message how those
    that both know have changed. Functions stay where they are; the other process gets one that
    calls them. *)

exception Malformed of string

exception Oversize
(** More than {!most_bytes} or {!most_parts}. *)

val most_bytes : int
val most_parts : int

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
(** The value at the shape of that number. May raise {!Oversize}: the message is of no use then
    and {!forget_unsent} puts things back. *)

val read : reader -> int -> Obj.t

val write_exception : writer -> exn -> unit
val read_exception : reader -> exn

(** {1 Functions} *)

type signature = { argument : int; result : int }

val call_remote : (int -> signature -> Obj.t -> Obj.t) ref
(** Calls the other process's function of that number. *)

val own_function : int -> signature * (Obj.t -> Obj.t)
(** The function that the other process knows by that number. Raises {!Malformed}. *)

(** {1 Values that change} *)

val write_changes : writer -> unit
(** What has changed since the last message, of what both processes know. *)

val write_no_changes : writer -> unit
val read_changes : reader -> unit

type checkpoint

val checkpoint : unit -> checkpoint

val forget_unsent : checkpoint -> unit
(** Forgets the identities given since. *)

val end_exchange : result:int -> unit
(** A call of the test process's, with a result of that shape, is over: unless it is a function, the identity of its arguments is forgotten, that of some
    values that came from the student's code is kept. Both processes have to say so. *)

(** {1 Both processes} *)

type side = Student | Test | Scripts  (** the last before there are two *)

val side : side ref

val constructor_of : exn -> Obj.t

val register_exceptions : (Obj.t * int list) list -> unit
(** Exceptions that both processes know, with the shapes of what they carry: before the fork. *)

val share_state : (int * Obj.t) list -> bool
(** Values of the prelude and the preparation, with the numbers of their shapes, in which there is
    something that can change: both processes have them. Before the fork. False when they are too
    large to be looked through with every message. *)
