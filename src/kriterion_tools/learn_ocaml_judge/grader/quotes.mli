(** Parse trees that are quoted in code, as the code that gives or matches them.

    Source: learn-ocaml §5.1. *)

type t

val of_extension : Parsetree.extension -> t option
(** What an extension node quotes: [\[%expr e\]], [\[%pat? p\]], [\[%type: t\]], [\[%str …\]],
    [\[%stri …\]], [\[%sig: …\]]; none for another node. Raises [Location.Error] when the node is
    written wrong. *)

val of_expression : Parsetree.expression -> t

val of_type : Parsetree.core_type -> t

(** Without locations and attributes. What fills the holes is sent through the mapper. *)

val as_expression : Ast_mapper.mapper -> t -> Parsetree.expression

val as_pattern : Ast_mapper.mapper -> t -> Parsetree.pattern
