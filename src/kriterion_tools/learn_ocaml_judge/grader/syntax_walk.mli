(** Visits a program in the order of its text, keeping track of local names. Source: learn-ocaml
    §5.4. *)

open Parsetree

type visitor = {
  on_expression : expression -> unit;  (** each one, before its parts; likewise below *)
  on_pattern : pattern -> unit;
  on_structure_item : structure_item -> unit;
  on_external : value_description -> unit;  (** in structures and signatures *)
  on_include : include_declaration -> unit;
  on_open : open_declaration -> unit;  (** in structures, signatures, expressions and classes *)
  on_module_occurrence : string -> unit;
      (** a module that is not local, once for each prefix: ["A"] and ["A.B"] in [A.B.x] *)
  on_variable_occurrence : string -> unit;  (** a variable that is not local: ["x"], ["List.map"] *)
  on_function_call : expression * (string * expression) list -> unit;
      (** the function and its arguments with labels: [""], ["label"] or ["?label"] *)
}

val ignoring : visitor

val expression : visitor -> Parsetree.expression -> unit

val structure : visitor -> Parsetree.structure -> unit
