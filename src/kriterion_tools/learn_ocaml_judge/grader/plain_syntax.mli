(** Parse trees without information about where and how something was written. *)

val undelimited : Ast_mapper.mapper
(** Removes the delimiters of strings: [{|a|}] becomes ["a"]. *)

val unlocated : Ast_mapper.mapper
(** Also removes locations. *)

val unattributed : Ast_mapper.mapper
(** Also removes attributes. Two programs are the same if their results are equal. *)
