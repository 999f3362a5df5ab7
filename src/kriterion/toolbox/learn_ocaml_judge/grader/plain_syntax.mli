(** Parse trees without what only says where and how something was written. *)

val undelimited : Ast_mapper.mapper
(** Forgets the delimiters of strings: [{|a|}] is ["a"]. *)

val unlocated : Ast_mapper.mapper
(** Blanks locations, too. *)

val expression : Parsetree.expression -> Parsetree.expression
(** An expression as it is compared: also without attributes. *)
