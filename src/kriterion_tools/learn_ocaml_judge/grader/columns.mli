(** Columns as editors count them, in characters of UTF-8. The compiler counts bytes. *)

val in_characters : string -> Compiler.place -> Compiler.place
(** Converts a place in this text, which has no byte order mark. A place inside a character covers
    the whole character. *)
