(** The files of one grading in one descriptor: first those that the student's code may see, then
    those that it may not, which stay unread until somebody asks for them.

    A file is a line [LENGTH NAME] and as many bytes; a line [-] ends each part. *)

type secrets

val read : Unix.file_descr -> (string * string) list * secrets
(** The open files, by name. Raises [Failure]. *)

val secret : secrets -> string -> string option
(** Reads it from the descriptor, every time. *)

val close : secrets -> unit
