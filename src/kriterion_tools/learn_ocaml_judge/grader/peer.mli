(** Messages between the student process and the test process: whole, in turn, of bounded size. *)

exception Gone of string
(** The other process has ended, or does not keep to the protocol. *)

val connect : input:Unix.file_descr -> output:Unix.file_descr -> unit

val send : Wire.writer -> unit
(** Raises {!Gone}. *)

val receive : unit -> Wire.reader
(** Raises {!Gone}. *)
