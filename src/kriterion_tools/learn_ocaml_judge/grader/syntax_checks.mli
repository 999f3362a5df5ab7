(** Checks of the text of the student's program: what it uses and how it is written.

    Source: learn-ocaml §5.2 and §5.4, names and labels in the contract's spelling. *)

open Parsetree

(** {1 The whole program} *)

val ast_sanity_check : ?modules:string list -> structure -> (unit -> Report.t) -> Report.t
(** Refuses [external], the modules that bypass the type checker or reach outside the program, and
    [modules]. If anything is refused, returns only these failures and does not call the
    function. *)

val find_binding : structure -> string -> (expression -> Report.t) -> Report.t
(** The expression bound to a name by the last [let name = …] or [let (name : t) = …] at top
    level. *)

(** {1 Walks} *)

type 'a ast_checker =
  ?on_expression:(expression -> Report.t) ->
  ?on_pattern:(pattern -> Report.t) ->
  ?on_structure_item:(structure_item -> Report.t) ->
  ?on_external:(value_description -> Report.t) ->
  ?on_include:(include_declaration -> Report.t) ->
  ?on_open:(open_declaration -> Report.t) ->
  ?on_module_occurence:(string -> Report.t) ->
  ?on_variable_occurence:(string -> Report.t) ->
  ?on_function_call:(expression * (string * expression) list -> Report.t) ->
  'a ->
  Report.t
(** Calls the functions in the order of the text ({!Syntax_walk}), and joins their reports. Nodes
    have no locations, so that they can be compared. *)

val ast_check_expr : expression ast_checker

val ast_check_structure : structure ast_checker

val ast_location_stripper : Ast_mapper.mapper

(** {1 Callbacks for a walk}

    Each remembers what it has seen: make a new one for each walk. The first argument names the kind
    of thing (["module"]), the second prints it. *)

val forbid : string -> ('a -> string) -> 'a list -> 'a -> Report.t
(** A failure at the first occurrence of each element of the list. *)

val restrict : string -> ('a -> string) -> 'a list -> 'a -> Report.t
(** A failure at the first occurrence of each thing outside the list. *)

val require : string -> ('a -> string) -> 'a -> 'a -> Report.t
(** 5 points at the first occurrence. *)

(** The same for expressions, compared without locations and attributes. *)

val forbid_expr : string -> expression list -> expression -> Report.t

val restrict_expr : string -> expression list -> expression -> Report.t

val require_expr : string -> expression -> expression -> Report.t

(** For callbacks whose argument does not matter: [~on_open:(forbid_syntax "open")]. *)

val forbid_syntax : string -> _ -> Report.t

val require_syntax : string -> _ -> Report.t
