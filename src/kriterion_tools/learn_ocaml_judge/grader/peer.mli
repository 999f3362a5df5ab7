(** Messages between the student process and the test process. A message arrives as a whole and has
    a maximum size; the processes take turns. *)

exception Gone of string
(** The other process has ended or violated the protocol. *)

val connect : input:Unix.file_descr -> output:Unix.file_descr -> unit

val send : Wire.writer -> unit
(** Raises {!Gone}. *)

val receive : unit -> Wire.reader
(** Raises {!Gone}. *)
