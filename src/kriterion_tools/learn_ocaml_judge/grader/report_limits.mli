(** Cuts a report to a size that can be sent and displayed, and keeps its points. *)

val within : Report.t -> Report.t
(** Shortens long texts and marks them. Leaves out items beyond the limits of nesting, number and
    total size. A message says how many are left out, and one or two more carry their points, so
    that points and failure of the whole report stay the same. *)
