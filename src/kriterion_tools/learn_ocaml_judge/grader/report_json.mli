(** Reports in the JSON format of learn-ocaml. Source: learn-ocaml §4.5. *)

val of_report : Report.t -> Json.t
(** Cuts the report to {!Report_limits}. *)
