open Parsetree

exception Refused of Location.t * string

let refuse location message = raise (Refused (location, message))

(* The message for most refused constructs. *)
let unsound what =
  what ^ " not available in this exercise: OCaml's own checks have known bugs there"

let unless allowed allowance location message =
  if not (List.mem allowance allowed) then refuse location message

let rec is_applied : Longident.t -> bool = function
  | Lident _ -> false
  | Ldot (prefix, _) -> is_applied prefix
  | Lapply _ -> true

(* Attributes that change the memory layout of values. *)
let layouts = [ "unboxed"; "immediate"; "immediate64"; "untagged"; "noalloc" ]

let without_prefix name =
  let prefix = "ocaml." in
  if String.starts_with ~prefix name then
    String.sub name (String.length prefix) (String.length name - String.length prefix)
  else name

let iterator allowed =
  let default = Ast_iterator.default_iterator in
  let refuse_unless = unless allowed in
  let objects location what = refuse_unless Standard_library.Objects location (unsound what) in
  let modules location what = refuse_unless Standard_library.Modules location (unsound what) in
  let gadts location what = refuse_unless Standard_library.Gadts location (unsound what) in
  let constructors = "constructors with their own result type (GADTs) are" in
  let check_type_name location { Location.txt; _ } =
    if is_applied txt then
      modules location "types through an applied functor, like Set.Make(Int).t, are"
  in
  let value_description (iterator : Ast_iterator.iterator) value =
    if value.pval_prim <> [] then
      refuse_unless Standard_library.Unsafe value.pval_loc "external is not available here";
    default.value_description iterator value
  in
  let attribute iterator attribute =
    if List.mem (without_prefix attribute.attr_name.txt) layouts then
      refuse attribute.attr_loc
        (Printf.sprintf "the attribute %s, which changes how values are stored, is not available here"
           attribute.attr_name.txt);
    default.attribute iterator attribute
  in
  let extension _ ({ Location.txt; loc }, _) =
    refuse loc (Printf.sprintf "[%%%s], an extension of the language, is not available here" txt)
  in
  (* Plain objects and classes are allowed. *)
  let polymorphic location { ptyp_desc; _ } =
    match ptyp_desc with
    | Ptyp_poly (_ :: _, _) -> objects location "methods with types like 'a. 'a -> 'a are"
    | _ -> ()
  in
  let check_private location = function
    | Asttypes.Private -> objects location "private methods are"
    | Public -> ()
  in
  let class_structure iterator structure =
    (match structure.pcstr_self.ppat_desc with
    | Ppat_constraint _ -> objects structure.pcstr_self.ppat_loc "names for the type of an object itself are"
    | _ -> ());
    default.class_structure iterator structure
  in
  let class_signature iterator signature =
    (match signature.pcsig_self.ptyp_desc with
    | Ptyp_any -> ()
    | _ -> objects signature.pcsig_self.ptyp_loc "names for the type of an object itself are");
    default.class_signature iterator signature
  in
  let class_field iterator field =
    let location = field.pcf_loc in
    (match field.pcf_desc with
    | Pcf_method (_, privacy, kind) -> (
      check_private location privacy;
      match kind with
      | Cfk_virtual ty -> polymorphic location ty
      | Cfk_concrete (_, { pexp_desc = Pexp_poly (_, ty); _ }) ->
        Option.iter (polymorphic location) ty
      | Cfk_concrete _ -> ())
    | Pcf_constraint _ -> objects location "constraints on classes are"
    | _ -> ());
    default.class_field iterator field
  in
  let class_type_field iterator field =
    let location = field.pctf_loc in
    (match field.pctf_desc with
    | Pctf_method (_, privacy, _, ty) ->
      check_private location privacy;
      polymorphic location ty
    | Pctf_constraint _ -> objects location "constraints on classes are"
    | _ -> ());
    default.class_type_field iterator field
  in
  let typ iterator ty =
    let location = ty.ptyp_loc in
    Option.iter (check_type_name location) (Release_syntax.opened_in_type ty);
    (match ty.ptyp_desc with
    | Ptyp_class _ -> objects location "types like #point are"
    | Ptyp_object (fields, _) ->
      let field { pof_desc; pof_loc; _ } =
        match pof_desc with Otag (_, ty) -> polymorphic pof_loc ty | Oinherit _ -> ()
      in
      List.iter field fields
    | Ptyp_constr (name, _) -> check_type_name location name
    | Ptyp_package (_, constraints) -> List.iter (fun (name, _) -> check_type_name location name) constraints
    | _ -> ());
    default.typ iterator ty
  in
  let constructor_declaration iterator declaration =
    if declaration.pcd_res <> None then gadts declaration.pcd_loc constructors;
    default.constructor_declaration iterator declaration
  in
  let extension_constructor iterator declaration =
    if Release_syntax.has_result_type declaration.pext_kind then
      gadts declaration.pext_loc constructors;
    default.extension_constructor iterator declaration
  in
  let type_extension iterator extension =
    check_type_name extension.ptyext_loc extension.ptyext_path;
    default.type_extension iterator extension
  in
  let type_declaration iterator declaration =
    let location = declaration.ptype_loc in
    let is_injective (_, (_, injectivity)) = injectivity = Asttypes.Injective in
    if List.exists is_injective declaration.ptype_params then
      gadts location "type parameters that are marked with ! are";
    (match (declaration.ptype_private, declaration.ptype_manifest) with
    | Private, Some { ptyp_desc = Ptyp_variant _ | Ptyp_object _; _ } ->
      refuse location (unsound "private types of objects and of variants with ` are")
    | _ -> ());
    default.type_declaration iterator declaration
  in
  let module_type iterator ty =
    let location = ty.pmty_loc in
    (match ty.pmty_desc with
    | Pmty_typeof _ -> modules location "module type of is"
    | Pmty_alias _ -> modules location "aliases of modules in a signature are"
    | Pmty_ident name -> check_type_name location name
    | _ -> ());
    default.module_type iterator ty
  in
  let module_type_declaration iterator declaration =
    if declaration.pmtd_type = None then
      modules declaration.pmtd_loc "module types without a definition are";
    default.module_type_declaration iterator declaration
  in
  let with_constraint iterator constrained =
    (match constrained with
    | Pwith_module (_, name) | Pwith_modsubst (_, name) -> check_type_name name.loc name
    | _ -> ());
    default.with_constraint iterator constrained
  in
  let structure_item iterator item =
    (match item.pstr_desc with
    | Pstr_recmodule _ -> modules item.pstr_loc "recursive modules are"
    | _ -> ());
    default.structure_item iterator item
  in
  let pat iterator pattern =
    if Release_syntax.is_effect pattern then
      refuse pattern.ppat_loc "effect handlers are not available here";
    default.pat iterator pattern
  in
  let signature_item iterator item =
    (match item.psig_desc with
    | Psig_recmodule _ -> modules item.psig_loc "recursive modules are"
    | Psig_modsubst _ | Psig_modtypesubst _ ->
      modules item.psig_loc "local names of modules in a signature are"
    | _ -> ());
    default.signature_item iterator item
  in
  { default with attribute; class_field; class_signature; class_structure; class_type_field;
    constructor_declaration; extension; extension_constructor;
    module_type; module_type_declaration; pat; signature_item; structure_item; typ;
    type_declaration; type_extension; value_description; with_constraint }

let find_refused allowed structure =
  let iterator = iterator allowed in
  match iterator.structure iterator structure with
  | () -> None
  | exception Refused (location, message) ->
    Some { Compiler.message; place = Compiler.place_of location }
  | exception Stack_overflow ->
    Some { Compiler.message = "the code is nested too deeply"; place = None }
