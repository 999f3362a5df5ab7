(** The files of one grading in one descriptor. The first part holds the files that student code may
    see, the second part the secret ones, which are not read until needed.

    A file is a line [LENGTH NAME] and that many bytes. A line [-] ends each part. *)

type secrets

val read : Unix.file_descr -> (string * string) list * secrets
(** Returns the contents of the files in the first part, by name. Raises [Failure]. *)

val secret : secrets -> string -> string option
(** Reads a secret file from the descriptor, anew at each call. *)

val close : secrets -> unit
