open Parsetree

type hole = string Location.loc * payload

let refuse_form (name : string Location.loc) form =
  let raise_it form = Location.raise_errorf ~loc:name.loc "[%%%s] is written %s" name.txt form in
  Printf.ksprintf raise_it form

let is_name name = List.mem name [ "e"; "p"; "t"; "s" ]

let at type_name value : hole option =
  match type_name with
  | "Parsetree.expression" -> (
    match (Obj.obj value : expression).pexp_desc with
    | Pexp_extension (({ txt = "e"; _ }, _) as hole) -> Some hole
    | _ -> None)
  | "Parsetree.pattern" -> (
    match (Obj.obj value : pattern).ppat_desc with
    | Ppat_extension (({ txt = "p"; _ }, _) as hole) -> Some hole
    | _ -> None)
  | "Parsetree.core_type" -> (
    match (Obj.obj value : core_type).ptyp_desc with
    | Ptyp_extension (({ txt = "t"; _ }, _) as hole) -> Some hole
    | _ -> None)
  | _ -> None

let among_items type_name value : (hole * string * Obj.t) option =
  match type_name with
  | "Parsetree.structure_item list" -> (
    match (Obj.obj value : structure) with
    | { pstr_desc = Pstr_extension ((({ txt = "s"; _ }, _) as hole), _); _ } :: rest ->
      Some (hole, "Parsetree.structure", Obj.repr rest)
    | _ -> None)
  | "Parsetree.signature_item list" -> (
    match (Obj.obj value : signature) with
    | { psig_desc = Psig_extension ((({ txt = "s"; _ }, _) as hole), _); _ } :: rest ->
      Some (hole, "Parsetree.signature", Obj.repr rest)
    | _ -> None)
  | _ -> None

let expression_in (name, payload) =
  match payload with
  | PStr [ { pstr_desc = Pstr_eval (code, _); _ } ] -> code
  | _ -> refuse_form name "[%%%s expression]" name.txt

(* The parser read the pattern as an expression. Print it and parse it again as a pattern. *)
let pattern_in (name, payload) =
  match payload with
  | PPat (pattern, None) -> pattern
  | _ -> (
    let text = Pprintast.string_of_expression (expression_in (name, payload)) in
    try Parse.pattern (Lexing.from_string text)
    with Syntaxerr.Error _ -> refuse_form name "[%%%s? pattern] in a pattern" name.txt)
