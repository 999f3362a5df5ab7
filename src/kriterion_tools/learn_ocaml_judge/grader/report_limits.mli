(** A report that is small enough to be sent and shown, with the points of the whole. *)

val within : Report.t -> Report.t
(** Long texts are shortened and say so. Items past the limits (of nesting, of their number, of all
    texts together) are left out: a message says how many, and one or two more carry what they
    were worth, so that points and failure stay those of the whole report. *)
