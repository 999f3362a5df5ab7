(** The paths that a node of a parse tree mentions itself, excluding its parts. *)

type mention =
  | Value of Longident.t  (** a variable: [x], [List.map] *)
  | Module of Longident.t  (** a module: [open List], [module M = Map.Make (Key)] *)
  | Member of Longident.t
      (** a type, constructor, field, class or module type: only its module prefix matters *)

val in_expression : Parsetree.expression -> mention list

val in_pattern : Parsetree.pattern -> mention list

val in_type : Parsetree.core_type -> mention list

val in_module : Parsetree.module_expr -> mention list

val in_module_type : Parsetree.module_type -> mention list

val in_constraint : Parsetree.with_constraint -> mention list

val in_signature_item : Parsetree.signature_item -> mention list

val in_type_extension : Parsetree.type_extension -> mention list

val in_constructor : Parsetree.extension_constructor -> mention list

val in_class : Parsetree.class_expr -> mention list

val in_class_type : Parsetree.class_type -> mention list
