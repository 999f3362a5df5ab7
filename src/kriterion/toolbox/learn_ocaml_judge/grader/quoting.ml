open Parsetree
open Ast_helper

let default = Ast_mapper.default_mapper

let misused (name : string Location.loc) form =
  Location.raise_errorf ~loc:name.loc "[%%%s] is written %s" name.txt form

(* Holes *)

type hole = string Location.loc * payload

(* A value of that type that is a hole. *)
let hole type_name value : hole option =
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

(* A list that begins with a hole for items, and what follows the hole. *)
let items_hole type_name value : (hole * string * Obj.t) option =
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

let expression_of (name, payload) =
  match payload with
  | PStr [ { pstr_desc = Pstr_eval (code, _); _ } ] -> code
  | _ -> misused name (Printf.sprintf "[%%%s expression]" name.txt)

(* What was read as an expression is read again as a pattern. *)
let pattern_of (name, payload) =
  match payload with
  | PPat (pattern, None) -> pattern
  | _ -> (
    let text = Pprintast.string_of_expression (expression_of (name, payload)) in
    try Parse.pattern (Lexing.from_string text)
    with Syntaxerr.Error _ -> misused name (Printf.sprintf "[%%%s? pattern] in a pattern" name.txt))

(* Quotes *)

(* Where code was, and what was noted about it, is no part of a quote. *)
let is_unquoted = function
  | "Location.t" | "Parsetree.location_stack" | "Parsetree.attributes" -> true
  | _ -> false

let library name function_ = Exp.ident (Location.mknoloc (Longident.Ldot (Lident name, function_)))

let as_expression (mapper : Ast_mapper.mapper) =
  let filled hole = mapper.expr mapper (expression_of hole) in
  let special ~lift type_name value =
    if type_name = "Location.t" then Some (library "Location" "none")
    else if is_unquoted type_name then
      Some (Exp.construct (Location.mknoloc (Longident.Lident "[]")) None)
    else
      match items_hole type_name value with
      | Some (hole, rest_type, rest) ->
        let both = [ (Asttypes.Nolabel, filled hole); (Nolabel, lift rest_type rest) ] in
        Some (Exp.apply (library "Stdlib" "@") both)
      | None -> Option.map filled (hole type_name value)
  in
  Lifting.lift Lifting.expressions special

let as_pattern (mapper : Ast_mapper.mapper) =
  let filled hole = mapper.pat mapper (pattern_of hole) in
  let special ~lift:_ type_name value =
    if is_unquoted type_name then Some (Pat.any ())
    else
      match items_hole type_name value with
      | Some (hole, _, rest) when rest = Obj.repr [] -> Some (filled hole)
      | Some ((name, _), _, _) -> misused name "at the end of a quote that is a pattern"
      | None -> Option.map filled (hole type_name value)
  in
  Lifting.lift Lifting.patterns special

(* The name of the type of what is quoted, and the parse tree; none if the node is no quote. *)
let quoted ((name : string Location.loc), payload) =
  let plain = Plain_syntax.undelimited in
  match (name.txt, payload) with
  | "expr", PStr [ { pstr_desc = Pstr_eval (code, _); _ } ] ->
    Some ("Parsetree.expression", Obj.repr (plain.expr plain code))
  | "pat", PPat (pattern, None) -> Some ("Parsetree.pattern", Obj.repr (plain.pat plain pattern))
  | "type", PTyp code -> Some ("Parsetree.core_type", Obj.repr (plain.typ plain code))
  | "str", PStr items -> Some ("Parsetree.structure", Obj.repr (plain.structure plain items))
  | "stri", PStr [ item ] ->
    Some ("Parsetree.structure_item", Obj.repr (plain.structure_item plain item))
  | "sig", PSig items -> Some ("Parsetree.signature", Obj.repr (plain.signature plain items))
  | "expr", _ -> misused name "[%expr expression]"
  | "pat", _ -> misused name "[%pat? pattern]"
  | "type", _ -> misused name "[%type: type]"
  | "str", _ -> misused name "[%str items]"
  | "stri", _ -> misused name "[%stri item]"
  | "sig", _ -> misused name "[%sig: items]"
  | _ -> None

(* Witnesses *)

let witness mapper (ty : core_type) =
  let repr = as_expression mapper "Parsetree.core_type" (Obj.repr ty) in
  let witness_type = Typ.constr (Location.mknoloc (Longident.Ldot (Lident "Ty", "ty"))) [ ty ] in
  Exp.constraint_ (Exp.apply (library "Ty" "repr") [ (Nolabel, repr) ]) witness_type

let rec function_witness mapper name (ty : core_type) =
  let apply function_ argument result =
    Exp.apply (library "Ty" function_) [ (Nolabel, witness mapper argument); (Nolabel, result) ]
  in
  match ty.ptyp_desc with
  | Ptyp_arrow (Nolabel, argument, ({ ptyp_desc = Ptyp_arrow _; _ } as rest)) ->
    apply "arg_ty" argument (function_witness mapper name rest)
  | Ptyp_arrow (Nolabel, argument, result) -> apply "last_ty" argument (witness mapper result)
  | _ -> misused name "[%funty: a -> b -> result], without labels"

(* [%code] and [%printable] *)

let in_module name code =
  let path = Location.mknoloc (Longident.Lident name) in
  Exp.open_ (Opn.mk (Mod.ident path)) code

let one_line code =
  let buffer = Buffer.create 80 in
  let formatter = Format.formatter_of_buffer buffer in
  Format.pp_set_geometry formatter ~max_indent:999_998 ~margin:999_999;
  Format.fprintf formatter "%a@?" Pprintast.expression code;
  Buffer.contents buffer

let printable mapper (code : expression) =
  let text = Exp.constant (Const.string (one_line code)) in
  Exp.apply (library "Test_lib" "printable_fun")
    [ (Nolabel, text); (Nolabel, mapper.Ast_mapper.expr mapper code) ]

let in_both mapper code =
  let tree = as_expression mapper "Parsetree.expression" (Obj.repr code) in
  let code = mapper.Ast_mapper.expr mapper code in
  Exp.tuple [ in_module "Code" code; in_module "Solution" code; tree ]

(* The mapper *)

let replaced mapper (((name : string Location.loc), payload) as extension) =
  match (name.txt, payload) with
  | "ty", PTyp ty -> Some (witness mapper ty)
  | "funty", PTyp ty -> Some (function_witness mapper name ty)
  | "code", PStr _ -> Some (in_both mapper (expression_of extension))
  | "printable", PStr _ -> Some (printable mapper (expression_of extension))
  | ("ty" | "funty"), _ -> misused name (Printf.sprintf "[%%%s: type]" name.txt)
  | _ -> Option.map (fun (ty, value) -> as_expression mapper ty value) (quoted extension)

let replaced_pattern mapper extension =
  Option.map (fun (ty, value) -> as_pattern mapper ty value) (quoted extension)

(* A quote that is written wrong becomes the node that the type checker takes for an error. *)
let replacing loc replace otherwise node =
  try Option.value (with_default_loc loc replace) ~default:node
  with Location.Error error -> otherwise (Ast_mapper.extension_of_error error)

let expr mapper code =
  match code.pexp_desc with
  | Pexp_extension extension ->
    replacing code.pexp_loc (fun () -> replaced mapper extension) Exp.extension code
  | _ -> default.expr mapper code

let pat mapper pattern =
  match pattern.ppat_desc with
  | Ppat_extension extension ->
    replacing pattern.ppat_loc (fun () -> replaced_pattern mapper extension) Pat.extension pattern
  | _ -> default.pat mapper pattern

let mapper = { default with expr; pat }

let structure code = mapper.structure mapper code

let phrase = function
  | Ptop_def items -> Ptop_def (structure items)
  | Ptop_dir _ as directive -> directive
