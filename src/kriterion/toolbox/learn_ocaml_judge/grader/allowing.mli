(** What an exercise asks for beyond the standard library that student code is offered: its side
    file allow.json, [{"allow": ["files", "sys"]}]. *)

val read : string -> Standard_library.allowance list
(** From the file of this name; nothing when there is none. Raises {!Mistake.Mistake}. *)
