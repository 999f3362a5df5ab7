open Parsetree

let message_text (message : Location.msg) = Format.asprintf "@[%t@]" message.txt
let is_string = function Pconst_string _ -> true | _ -> false

let without_delimiter = function
  | Pconst_string (text, location, _) -> Pconst_string (text, location, None)
  | other -> other

let fun_ pattern body = Ast_helper.Exp.fun_ Nolabel None pattern body

type body = Body of expression | Cases of case list
type parameter = { default_value : expression option; pattern : pattern }
type function_ = { parameters : parameter list; types : core_type list; body : body }

let function_of code =
  match code.pexp_desc with
  | Pexp_fun (_, default_value, pattern, body) ->
    Some { parameters = [ { default_value; pattern } ]; types = []; body = Body body }
  | _ -> None

let has_result_type = function Pext_decl (_, Some _) -> true | _ -> false
let opened_in_type _ = None
let is_effect _ = false
