(** What differs between the supported releases of OCaml in typed trees. *)

open Typedtree

type any_pattern = Any : 'kind general_pattern -> any_pattern

val parts : 'kind general_pattern -> any_pattern list
(** The patterns that a pattern is made of. *)

val is_taken_apart : pattern -> bool
(** Whether matching looks into the value: not for names and [_]. *)

val aliased : pattern -> pattern
(** [PATTERN] of [PATTERN as NAME]; others as they are. *)

type matching = Matching : 'kind case list -> matching

val matchings : expression -> matching list
(** All cases that are tried on one value, for each value. *)

val parameters : expression -> pattern list
(** Those of a function's parameters that are matched on their own. *)

val variables : pattern -> (Ident.t * Types.type_expr) list

val application : module_expr_desc -> module_expr list option
(** A functor that is applied, and its argument if it has one. *)
