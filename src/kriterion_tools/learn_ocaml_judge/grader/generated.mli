(** Pieces of code that replace the extension nodes of graders. *)

val path : string -> Longident.t Location.loc
(** ["Ty.repr"], ["[]"]. Operators are not supported. *)

val ident : string -> Parsetree.expression

val apply : string -> Parsetree.expression list -> Parsetree.expression
(** A call without labels of the function of that name. *)
