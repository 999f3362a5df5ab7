(** Parse trees without what only says where and how something was written. *)

val undelimited : Ast_mapper.mapper
(** Forgets the delimiters of strings: [{|a|}] is ["a"]. *)

val unlocated : Ast_mapper.mapper
(** Blanks locations, too. *)

val unattributed : Ast_mapper.mapper
(** Drops attributes, too: what is left is what two programs have in common that are the same. *)
