(** Typed trees: what differs between the supported releases of OCaml. *)

open Typedtree

type any_pattern = Any : 'kind general_pattern -> any_pattern

val parts : 'kind general_pattern -> any_pattern list
(** The immediate subpatterns. *)

val is_taken_apart : pattern -> bool
(** Whether matching inspects the value. False for names and [_]. *)

val skip_aliases : pattern -> pattern
(** [PATTERN] of [PATTERN as NAME]. Other patterns stay the same. *)

type matching = Matching : 'kind case list -> matching

val matchings : expression -> matching list
(** The groups of cases in an expression. All cases of a group match the same value. *)

val parameters : expression -> pattern list
(** The parameters of a function that are matched separately. *)

val variables : pattern -> (Ident.t * Types.type_expr) list

val application : module_expr_desc -> module_expr list option
(** The applied functor, and its argument unless that is [()]. *)
