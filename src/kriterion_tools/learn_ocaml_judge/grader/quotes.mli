(** Converts quoted parse trees to code that builds or matches them.

    Source: learn-ocaml §5.1. *)

type t

val of_extension : Parsetree.extension -> t option
(** The tree that an extension node quotes: [\[%expr e\]], [\[%pat? p\]], [\[%type: t\]], [\[%str
    …\]], [\[%stri …\]], [\[%sig: …\]]. None for any other node. Raises [Location.Error] if the node
    is malformed. *)

val of_expression : Parsetree.expression -> t

val of_type : Parsetree.core_type -> t

(** Both ignore locations and attributes, and apply the mapper to the content of holes. *)

val as_expression : Ast_mapper.mapper -> t -> Parsetree.expression

val as_pattern : Ast_mapper.mapper -> t -> Parsetree.pattern
