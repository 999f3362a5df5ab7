(** Exceptions as they are shown to students. *)

val of_exception : exn -> string
(** As OCaml prints it, but of long texts in it the beginning alone: students choose how long. *)
