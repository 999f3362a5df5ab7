(** The messages between the two processes. *)

type limit = Timeout | Excess | Exhausted | Exited | Oversize

val limit_of : exn -> limit option
val exception_of : limit -> exn

type outcome = Value of Obj.t | Raised of exn | Stopped of limit

val write_outcome : Wire.writer -> int -> outcome -> unit
(** The number is that of the value's shape. *)

val read_outcome : Wire.reader -> int -> outcome
val write_limit : Wire.writer -> limit -> unit
val read_limit : Wire.reader -> limit

type loaded = Loaded | Not_loaded of Failure.t

val write_loaded : Wire.writer -> loaded -> unit
val read_loaded : file:string -> Wire.reader -> loaded
(** [file] is the display name of the student's file. *)

(** {1 Messages begin with one of these} *)

val shapes : int  (** to the student process: shapes that it does not know yet *)

val start : int  (** to the student process: load the student's code *)

val find : int  (** to the student process: find a value by its name *)

val call : int  (** call a function *)

val reply : int

val loaded : int  (** from the student process: how loading ended *)

val uninterruptible : int  (** from the student process: its code cannot be interrupted *)
