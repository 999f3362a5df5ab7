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

type quote = {
  type_name : string;  (** of the tree, in Parsetree *)
  tree : Obj.t;
  has_holes : bool;
}

(* A quote of a kind, by the part of a mapper that is for it. *)
let quote type_name part tree =
  let has_holes = ref false in
  let extension self (((name : string Location.loc), _) as extension) =
    if List.mem name.txt [ "e"; "p"; "t"; "s" ] then has_holes := true;
    default.extension self extension
  in
  let looking = { Plain_syntax.undelimited with extension } in
  let plain = Plain_syntax.unattributed in
  let tree = part looking looking tree in
  (* What fills a hole keeps its locations, for the compiler's errors. *)
  let tree = if !has_holes then tree else part plain plain tree in
  { type_name = "Parsetree." ^ type_name; tree = Obj.repr tree; has_holes = !has_holes }

let quoted_expression = quote "expression" (fun mapper -> mapper.expr)

let quoted_type = quote "core_type" (fun mapper -> mapper.typ)

(* What an extension node quotes, if it is a quote. *)
let quoted ((name : string Location.loc), payload) =
  match (name.txt, payload) with
  | "expr", PStr [ { pstr_desc = Pstr_eval (code, _); _ } ] -> Some (quoted_expression code)
  | "pat", PPat (code, None) -> Some (quote "pattern" (fun mapper -> mapper.pat) code)
  | "type", PTyp code -> Some (quoted_type code)
  | "str", PStr items -> Some (quote "structure" (fun mapper -> mapper.structure) items)
  | "stri", PStr [ item ] ->
    Some (quote "structure_item" (fun mapper -> mapper.structure_item) item)
  | "sig", PSig items -> Some (quote "signature" (fun mapper -> mapper.signature) items)
  | "expr", _ -> misused name "[%expr expression]"
  | "pat", _ -> misused name "[%pat? pattern]"
  | "type", _ -> misused name "[%type: type]"
  | "str", _ -> misused name "[%str items]"
  | "stri", _ -> misused name "[%stri item]"
  | "sig", _ -> misused name "[%sig: items]"
  | _ -> None

let path text = Location.mknoloc (Option.get (Longident.unflatten (String.split_on_char '.' text)))

let ident text = Exp.ident (path text)

let apply function_ arguments =
  Exp.apply (ident function_) (List.map (fun argument -> (Asttypes.Nolabel, argument)) arguments)

(* Where code was, and what was noted about it, is no part of a quote. *)
let is_unquoted = function
  | "Location.t" | "Parsetree.location_stack" | "Parsetree.attributes" -> true
  | _ -> false

let written_out (mapper : Ast_mapper.mapper) { type_name; tree; _ } =
  let filled hole = mapper.expr mapper (expression_of hole) in
  let special ~lift type_name value =
    if type_name = "Location.t" then Some (ident "Location.none")
    else if is_unquoted type_name then Some (Exp.construct (path "[]") None)
    else
      match items_hole type_name value with
      | Some (hole, rest_type, rest) ->
        Some (apply "Stdlib.List.append" [ filled hole; lift rest_type rest ])
      | None -> Option.map filled (hole type_name value)
  in
  Lifting.lift Lifting.expressions special type_name tree

(* To type and compile the code that builds a tree takes several times longer than to read one. *)
let as_constant { type_name; tree; _ } =
  let bytes = Exp.constant (Const.string (Marshal.to_string tree [])) in
  let tree = apply "Stdlib.Marshal.from_string" [ bytes; Exp.constant (Const.int 0) ] in
  Exp.constraint_ tree (Typ.constr (path type_name) [])

let as_expression mapper quote =
  if quote.has_holes then written_out mapper quote else as_constant quote

let as_pattern (mapper : Ast_mapper.mapper) { type_name; tree; _ } =
  let filled hole = mapper.pat mapper (pattern_of hole) in
  let special ~lift:_ type_name value =
    if is_unquoted type_name then Some (Pat.any ())
    else
      match items_hole type_name value with
      | Some (hole, _, rest) when rest = Obj.repr [] -> Some (filled hole)
      | Some ((name, _), _, _) -> misused name "at the end of a quote that is a pattern"
      | None -> Option.map filled (hole type_name value)
  in
  Lifting.lift Lifting.patterns special type_name tree

(* Witnesses *)

let witness mapper ty =
  let repr = as_expression mapper (quoted_type ty) in
  Exp.constraint_ (apply "Ty.repr" [ repr ]) (Typ.constr (path "Ty.ty") [ ty ])

let rec function_witness mapper name ty =
  match ty.ptyp_desc with
  | Ptyp_arrow (Nolabel, argument, ({ ptyp_desc = Ptyp_arrow _; _ } as rest)) ->
    apply "Ty.arg_ty" [ witness mapper argument; function_witness mapper name rest ]
  | Ptyp_arrow (Nolabel, argument, result) ->
    apply "Ty.last_ty" [ witness mapper argument; witness mapper result ]
  | _ -> misused name "[%funty: a -> b -> result], without labels"

(* [%code] and [%printable] *)

let in_module name code = Exp.open_ (Opn.mk (Mod.ident (path name))) code

let in_both (mapper : Ast_mapper.mapper) code =
  let tree = as_expression mapper (quoted_expression code) in
  let code = mapper.expr mapper code in
  Exp.tuple [ in_module "Code" code; in_module "Solution" code; tree ]

let one_line code =
  let buffer = Buffer.create 80 in
  let formatter = Format.formatter_of_buffer buffer in
  Format.pp_set_geometry formatter ~max_indent:999_998 ~margin:999_999;
  Format.fprintf formatter "%a@?" Pprintast.expression code;
  Buffer.contents buffer

let printable (mapper : Ast_mapper.mapper) code =
  let text = Exp.constant (Const.string (one_line code)) in
  apply "Test_lib.printable_fun" [ text; mapper.expr mapper code ]

(* The mapper *)

let replaced mapper (((name : string Location.loc), payload) as extension) =
  match (name.txt, payload) with
  | "ty", PTyp ty -> Some (witness mapper ty)
  | "funty", PTyp ty -> Some (function_witness mapper name ty)
  | "code", PStr _ -> Some (in_both mapper (expression_of extension))
  | "printable", PStr _ -> Some (printable mapper (expression_of extension))
  | ("ty" | "funty"), _ -> misused name (Printf.sprintf "[%%%s: type]" name.txt)
  | _ -> Option.map (as_expression mapper) (quoted extension)

let replaced_pattern mapper extension = Option.map (as_pattern mapper) (quoted extension)

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
