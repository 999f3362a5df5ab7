(** The process that runs the student's code. It has read only what a student may read: the prelude,
    the preparation and the submission. *)

val serve : load:(unit -> Exchange.loaded) -> unit
(** Waits for the message to load the code, then answers the test process until that ends. *)

val send_uninterruptible : exn -> unit
