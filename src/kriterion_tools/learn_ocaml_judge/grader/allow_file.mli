(** What an exercise allows student code to use beyond the usual part of the standard library. The
    file allow.json says it: [{"allow": ["files", "sys"]}]. *)

val read : string option -> Standard_library.allowance list
(** Reads the text of allow.json, if the exercise has one. Raises {!Mistake.Mistake}. *)
