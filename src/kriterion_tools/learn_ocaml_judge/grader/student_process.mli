(** The process that runs the student's code. It has read nothing but what a student may read: the
    prelude, the preparation, the submission. *)

val serve : load:(unit -> Exchange.loaded) -> unit
(** Waits to be told to load the code, then answers the test process until it ends. *)

val say_hopeless : exn -> unit
