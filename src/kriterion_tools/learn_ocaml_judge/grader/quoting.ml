open Parsetree
open Ast_helper
open Generated

let default = Ast_mapper.default_mapper

(* Witnesses *)

let witness mapper ty =
  let repr = Quotes.as_expression mapper (Quotes.of_type ty) in
  Exp.constraint_ (apply "Ty.repr" [ repr ]) (Typ.constr (path "Ty.ty") [ ty ])

let rec function_witness mapper name ty =
  match ty.ptyp_desc with
  | Ptyp_arrow (Nolabel, argument, ({ ptyp_desc = Ptyp_arrow _; _ } as rest)) ->
    apply "Ty.arg_ty" [ witness mapper argument; function_witness mapper name rest ]
  | Ptyp_arrow (Nolabel, argument, result) ->
    apply "Ty.last_ty" [ witness mapper argument; witness mapper result ]
  | _ -> Holes.refuse_form name "[%%funty: a -> b -> result], without labels"

(* [%code] and [%printable] *)

let in_module name code = Exp.open_ (Opn.mk (Mod.ident (path name))) code

let in_both (mapper : Ast_mapper.mapper) code =
  let tree = Quotes.as_expression mapper (Quotes.of_expression code) in
  let code = mapper.expr mapper code in
  Exp.tuple [ in_module "Code" code; in_module "Solution" code; tree ]

let one_line code =
  let buffer = Buffer.create 80 in
  let formatter = Format.formatter_of_buffer buffer in
  Format.pp_set_geometry formatter ~max_indent:9_998 ~margin:9_999;
  Format.fprintf formatter "%a@?" Pprintast.expression code;
  Buffer.contents buffer

let printable (mapper : Ast_mapper.mapper) code =
  let text = Exp.constant (Const.string (one_line code)) in
  apply "Test_lib.printable_fun" [ text; mapper.expr mapper code ]

(* The mapper *)

let replace_extension mapper (((name : string Location.loc), payload) as extension) =
  match (name.txt, payload) with
  | "ty", PTyp ty -> Some (witness mapper ty)
  | "funty", PTyp ty -> Some (function_witness mapper name ty)
  | "code", PStr _ -> Some (in_both mapper (Holes.expression_in extension))
  | "printable", PStr _ -> Some (printable mapper (Holes.expression_in extension))
  | ("ty" | "funty"), _ -> Holes.refuse_form name "[%%%s: type]" name.txt
  | _ -> Option.map (Quotes.as_expression mapper) (Quotes.of_extension extension)

let replaced_pattern mapper extension =
  Option.map (Quotes.as_pattern mapper) (Quotes.of_extension extension)

(* An invalid quote becomes the node that the type checker reports as an error. *)
let replacing loc replace otherwise node =
  try Option.value (with_default_loc loc replace) ~default:node
  with Location.Error error -> otherwise (Ast_mapper.extension_of_error error)

let expr mapper code =
  match code.pexp_desc with
  | Pexp_extension extension ->
    replacing code.pexp_loc (fun () -> replace_extension mapper extension) Exp.extension code
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
