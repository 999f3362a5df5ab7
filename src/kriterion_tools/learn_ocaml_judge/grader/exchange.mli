(** What the two processes ask of each other, and the form of questions and answers. *)

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
(** [file] is what the student's file is called. *)

(** {1 Messages begin with one of these} *)

val shapes : int  (** to the student process: shapes that it does not know yet *)

val start : int  (** to the student process: to load the student's code *)

val find : int  (** to the student process: a value by its name *)

val call : int  (** a call of a function *)

val reply : int

val loaded : int  (** of the student process: how loading ended *)

val hopeless : int  (** of the student process: it cannot be interrupted *)
