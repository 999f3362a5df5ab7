open Parsetree

type mention = Value of Longident.t | Module of Longident.t | Member of Longident.t

let member (path : Longident.t Location.loc) = Member path.txt

let in_module_path (path : Longident.t Location.loc) = Module path.txt

let in_expression code =
  match code.pexp_desc with
  | Pexp_ident path -> [ Value path.txt ]
  | Pexp_letop { let_; ands; _ } ->
    List.map (fun operator -> Value (Longident.Lident operator.pbop_op.txt)) (let_ :: ands)
  | Pexp_construct (path, _) | Pexp_field (_, path) | Pexp_setfield (_, path, _) | Pexp_new path ->
    [ member path ]
  | Pexp_record (fields, _) -> List.map (fun (path, _) -> member path) fields
  | _ -> []

let in_pattern pattern =
  match pattern.ppat_desc with
  | Ppat_construct (path, _) | Ppat_type path -> [ member path ]
  | Ppat_record (fields, _) -> List.map (fun (path, _) -> member path) fields
  | Ppat_open (path, _) -> [ in_module_path path ]
  | _ -> []

let in_package (path, constraints) =
  member path :: List.map (fun (path, _) -> member path) constraints

let in_type code =
  match code.ptyp_desc with
  | Ptyp_constr (path, _) | Ptyp_class (path, _) -> [ member path ]
  | Ptyp_package package -> in_package package
  | _ -> Option.to_list (Option.map in_module_path (Release_syntax.opened_in_type code))

let in_module code =
  match code.pmod_desc with Pmod_ident path -> [ in_module_path path ] | _ -> []

let in_module_type code =
  match code.pmty_desc with
  | Pmty_ident path -> [ member path ]
  | Pmty_alias path -> [ in_module_path path ]
  | _ -> []

(* The name before [=] is one inside the signature. *)
let in_constraint = function
  | Pwith_module (_, path) | Pwith_modsubst (_, path) -> [ in_module_path path ]
  | _ -> []

let in_signature_item item =
  match item.psig_desc with
  | Psig_modsubst { pms_manifest; _ } -> [ in_module_path pms_manifest ]
  | _ -> []

let in_type_extension extension = [ member extension.ptyext_path ]

let in_constructor constructor =
  match constructor.pext_kind with Pext_rebind path -> [ member path ] | Pext_decl _ -> []

let in_class code = match code.pcl_desc with Pcl_constr (path, _) -> [ member path ] | _ -> []

let in_class_type code =
  match code.pcty_desc with Pcty_constr (path, _) -> [ member path ] | _ -> []
