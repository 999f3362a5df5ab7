open Parsetree
open Ast_helper
open Generated

type t = {
  type_name : string;  (** of the tree, in [Parsetree] *)
  tree : Obj.t;
  has_holes : bool;
}

(* Quotes one kind of tree. [part] selects the mapper's function for it. *)
let quote type_name part tree =
  let has_holes = ref false in
  let extension self (((name : string Location.loc), _) as extension) =
    if Holes.is_name name.txt then has_holes := true;
    Ast_mapper.default_mapper.extension self extension
  in
  let looking = { Plain_syntax.undelimited with extension } in
  let plain = Plain_syntax.unattributed in
  let tree = part looking looking tree in
  (* The content of a hole keeps its locations, for the compiler's error messages. *)
  let tree = if !has_holes then tree else part plain plain tree in
  { type_name = "Parsetree." ^ type_name; tree = Obj.repr tree; has_holes = !has_holes }

let of_expression = quote "expression" (fun mapper -> mapper.expr)

let of_type = quote "core_type" (fun mapper -> mapper.typ)

let of_extension ((name : string Location.loc), payload) =
  match (name.txt, payload) with
  | "expr", PStr [ { pstr_desc = Pstr_eval (code, _); _ } ] -> Some (of_expression code)
  | "pat", PPat (code, None) -> Some (quote "pattern" (fun mapper -> mapper.pat) code)
  | "type", PTyp code -> Some (of_type code)
  | "str", PStr items -> Some (quote "structure" (fun mapper -> mapper.structure) items)
  | "stri", PStr [ item ] ->
    Some (quote "structure_item" (fun mapper -> mapper.structure_item) item)
  | "sig", PSig items -> Some (quote "signature" (fun mapper -> mapper.signature) items)
  | "expr", _ -> Holes.refuse_form name "[%%expr expression]"
  | "pat", _ -> Holes.refuse_form name "[%%pat? pattern]"
  | "type", _ -> Holes.refuse_form name "[%%type: type]"
  | "str", _ -> Holes.refuse_form name "[%%str items]"
  | "stri", _ -> Holes.refuse_form name "[%%stri item]"
  | "sig", _ -> Holes.refuse_form name "[%%sig: items]"
  | _ -> None

(* Locations and attributes are not part of a quote. *)
let is_unquoted = function
  | "Location.t" | "Parsetree.location_stack" | "Parsetree.attributes" -> true
  | _ -> false

let written_out (mapper : Ast_mapper.mapper) { type_name; tree; _ } =
  let fill hole = mapper.expr mapper (Holes.expression_in hole) in
  let special ~lift type_name value =
    if type_name = "Location.t" then Some (ident "Location.none")
    else if is_unquoted type_name then Some (Exp.construct (path "[]") None)
    else
      match Holes.among_items type_name value with
      | Some (hole, rest_type, rest) ->
        Some (apply "Stdlib.List.append" [ fill hole; lift rest_type rest ])
      | None -> Option.map fill (Holes.at type_name value)
  in
  Lifting.lift Lifting.expressions special type_name tree

(* Typing and compiling code that builds a tree takes several times longer than reading the tree. *)
let as_constant { type_name; tree; _ } =
  let bytes = Exp.constant (Const.string (Marshal.to_string tree [])) in
  let tree = apply "Stdlib.Marshal.from_string" [ bytes; Exp.constant (Const.int 0) ] in
  Exp.constraint_ tree (Typ.constr (path type_name) [])

let as_expression mapper quote =
  if quote.has_holes then written_out mapper quote else as_constant quote

let as_pattern (mapper : Ast_mapper.mapper) { type_name; tree; _ } =
  let fill hole = mapper.pat mapper (Holes.pattern_in hole) in
  let special ~lift:_ type_name value =
    if is_unquoted type_name then Some (Pat.any ())
    else
      match Holes.among_items type_name value with
      | Some (hole, _, rest) when rest = Obj.repr [] -> Some (fill hole)
      | Some ((name, _), _, _) -> Holes.refuse_form name "at the end of a quote that is a pattern"
      | None -> Option.map fill (Holes.at type_name value)
  in
  Lifting.lift Lifting.patterns special type_name tree
