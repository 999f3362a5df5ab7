(** What differs between the supported releases of OCaml in parse trees and messages. Each release
    has a directory with its implementations of the modules [Release_…]; the build takes one. *)

open Parsetree

val message_text : Location.msg -> string
val is_string : constant -> bool

val without_delimiter : constant -> constant
(** [{a|text|a}] as ["text"]; other constants as they are. *)

val fun_ : pattern -> expression -> expression
(** [fun PATTERN -> BODY]. *)

type body = Body of expression | Cases of case list

type parameter = { default_value : expression option; pattern : pattern }

type function_ = { parameters : parameter list; types : core_type list; body : body }
(** [types] are those of the result, where they are written. *)

val function_of : expression -> function_ option
(** How a function with parameters is written; none for what else an expression can be. *)

val has_result_type : extension_constructor_kind -> bool
(** Whether a constructor of an extensible type has a result type of its own. *)

val opened_in_type : core_type -> Longident.t Location.loc option
(** [M] of the type [M.(…)]. *)

val is_effect : pattern -> bool
(** [effect OPERATION, CONTINUATION]. *)
