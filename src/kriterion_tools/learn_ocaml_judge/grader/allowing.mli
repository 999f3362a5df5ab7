(** What an exercise asks for beyond the standard library that student code is offered: its side
    file allow.json, [{"allow": ["files", "sys"]}]. *)

val read : string option -> Standard_library.allowance list
(** From its text; nothing when there is none. Raises {!Mistake.Mistake}. *)
