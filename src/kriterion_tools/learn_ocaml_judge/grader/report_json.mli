(** A report as the JSON that learn-ocaml exchanges. Source: learn-ocaml §4.5. *)

val of_report : Report.t -> Json.t
(** A report within the limits of {!Report_limits}. *)
