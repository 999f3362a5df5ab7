(** Parse trees and messages: what differs between the supported releases of OCaml. Each release has
    a directory with its implementations of the modules [Release_…]. The build uses one. *)

open Parsetree

val message_text : Location.msg -> string
val is_string : constant -> bool

val without_delimiter : constant -> constant
(** [{a|text|a}] becomes ["text"]. Other constants stay the same. *)

val fun_ : pattern -> expression -> expression
(** [fun PATTERN -> BODY]. *)

type body = Body of expression | Cases of case list

type parameter = { default_value : expression option; pattern : pattern }

type function_ = { parameters : parameter list; types : core_type list; body : body }
(** [types] are the result's type constraints. *)

val function_of : expression -> function_ option
(** The parameters and body of a function expression. None for other expressions. *)

val has_result_type : extension_constructor_kind -> bool
(** Whether a constructor of an extensible type declares its own result type. *)

val opened_in_type : core_type -> Longident.t Location.loc option
(** [M] of the type [M.(…)]. *)

val is_effect : pattern -> bool
(** [effect OPERATION, CONTINUATION]. *)
