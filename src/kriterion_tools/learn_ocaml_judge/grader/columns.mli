(** Places as an editor counts: in characters of UTF-8, where the compiler counts bytes. *)

val in_characters : string -> Compiler.place -> Compiler.place
(** The place in this text, which has no byte order mark. A character counts whole. *)
