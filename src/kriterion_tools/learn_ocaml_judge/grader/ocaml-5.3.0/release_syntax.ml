open Parsetree

let message_text (message : Location.msg) =
  Format.asprintf "@[%a@]" Format_doc.Doc.format message.txt

let is_string { pconst_desc; _ } =
  match pconst_desc with Pconst_string _ -> true | _ -> false

let without_delimiter constant =
  match constant.pconst_desc with
  | Pconst_string (text, location, _) ->
    { constant with pconst_desc = Pconst_string (text, location, None) }
  | _ -> constant

let fun_ pattern body =
  let parameter = { pparam_loc = Location.none; pparam_desc = Pparam_val (Nolabel, None, pattern) } in
  Ast_helper.Exp.function_ [ parameter ] None (Pfunction_body body)

type body = Body of expression | Cases of case list
type parameter = { default_value : expression option; pattern : pattern }
type function_ = { parameters : parameter list; types : core_type list; body : body }

let parameter { pparam_desc; _ } =
  match pparam_desc with
  | Pparam_val (_, default_value, pattern) -> Some { default_value; pattern }
  | Pparam_newtype _ -> None

let function_of code =
  match code.pexp_desc with
  | Pexp_function (parameters, result, body) ->
    let types =
      match result with
      | None -> []
      | Some (Pconstraint ty) -> [ ty ]
      | Some (Pcoerce (from, into)) -> Option.to_list from @ [ into ]
    in
    let body =
      match body with Pfunction_body body -> Body body | Pfunction_cases (cases, _, _) -> Cases cases
    in
    Some { parameters = List.filter_map parameter parameters; types; body }
  | _ -> None

let has_result_type = function Pext_decl (_, _, Some _) -> true | _ -> false

let opened_in_type ty = match ty.ptyp_desc with Ptyp_open (path, _) -> Some path | _ -> None
let is_effect pattern = match pattern.ppat_desc with Ppat_effect _ -> true | _ -> false
