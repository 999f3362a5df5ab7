(** {!Report} by its long name, which older graders use. Source: learn-ocaml §4.1 step 7. *)

include module type of struct
  include Report
end
