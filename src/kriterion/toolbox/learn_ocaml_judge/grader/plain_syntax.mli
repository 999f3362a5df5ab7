(** Parse trees without what only says where and how something was written. *)

val mapper : Ast_mapper.mapper
(** Blanks locations and forgets the delimiters of strings: [{|a|}] is ["a"]. *)

val expression : Parsetree.expression -> Parsetree.expression
(** An expression as it is compared: plain, and without attributes. *)
