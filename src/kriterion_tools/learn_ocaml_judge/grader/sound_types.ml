open Asttypes
open Types
open Typedtree

let refuse location message =
  raise (Source_text.Error { message; place = Source_text.place_of location })

(* ocaml/ocaml#7241: a match reads a mutable field, a guard changes the field, and later cases rely
   on the value read before. *)

let exists_in_pattern (test : pattern -> bool) whole =
  let rec exists : type k. k general_pattern -> bool =
   fun pattern ->
    let is_it =
      match classify_pattern pattern with Value -> test pattern | Computation -> false
    in
    is_it || List.exists (fun (Release_tree.Any part) -> exists part) (Release_tree.parts pattern)
  in
  exists whole

let looks_into_mutable pattern =
  match pattern.pat_desc with
  | Tpat_record (fields, _) ->
    List.exists (fun (_, label, inner) -> label.lbl_mut = Mutable && Release_tree.is_taken_apart inner) fields
  | Tpat_array elements -> List.exists Release_tree.is_taken_apart elements
  | _ -> false

let is_lazy pattern = match pattern.pat_desc with Tpat_lazy _ -> true | _ -> false

(* Primitives that change no values and call no functions. *)
let changes_nothing =
  [ "%addfloat"; "%addint"; "%andint"; "%array_length"; "%array_safe_get"; "%asrint"; "%boolnot";
    "%bytes_length"; "%bytes_safe_get"; "%compare"; "%divfloat"; "%divint"; "%eq"; "%equal";
    "%field0"; "%field1"; "%floatofint"; "%greaterequal"; "%greaterthan"; "%identity";
    "%intoffloat"; "%lessequal"; "%lessthan"; "%lslint"; "%lsrint"; "%modint"; "%mulfloat";
    "%mulint"; "%negfloat"; "%negint"; "%noteq"; "%notequal"; "%orint"; "%predint"; "%raise";
    "%sequand"; "%sequor"; "%string_length"; "%string_safe_get"; "%subfloat"; "%subint";
    "%succint"; "%xorint" ]

let harmless_units = [ "List"; "String"; "Char"; "Float"; "Int"; "Option" ]

(* Library functions that call no other code, unless an argument is a function. *)
let is_harmless_path = function
  | Path.Pdot (Pident unit, _) when Ident.persistent unit ->
    List.mem (Ident.name unit) ("Stdlib" :: List.map (( ^ ) "Stdlib__") harmless_units)
  | Path.Pdot (Pdot (Pident library, unit), _) when Ident.persistent library ->
    Ident.name library = "Stdlib" && List.mem unit harmless_units
  | _ -> false

let is_function { exp_type; exp_env; _ } =
  match Release_types.desc (Ctype.expand_head exp_env exp_type) with
  | Tarrow _ | Tvar _ | Tunivar _ -> true
  | _ -> false

let rec is_harmless expression =
  match expression.exp_desc with
  | Texp_ident _ | Texp_constant _ | Texp_function _ | Texp_lazy _ | Texp_variant (_, None) -> true
  | Texp_construct (_, _, parts) | Texp_tuple parts -> List.for_all is_harmless parts
  | Texp_field (part, _, _) | Texp_variant (_, Some part) -> is_harmless part
  | Texp_ifthenelse (condition, one, other) ->
    is_harmless condition && is_harmless one && Option.fold ~none:true ~some:is_harmless other
  | Texp_apply ({ exp_desc = Texp_ident (path, _, value); _ }, arguments) ->
    let given = List.filter_map snd arguments in
    let is_harmless_function =
      match value.val_kind with
      | Val_prim { prim_name; _ } -> List.mem prim_name changes_nothing
      | Val_reg -> is_harmless_path path && not (List.exists is_function given)
      | _ -> false
    in
    is_harmless_function && List.for_all is_harmless given
  | _ -> false

let mutation =
  "this match reads a mutable field or an array, and a guard (when) or a lazy pattern in it runs \
   code that could change it meanwhile: the compiler would then take one constructor for another \
   (ocaml/ocaml#7241). Read the field with let first"

let check_mutation : type k. (k general_pattern * expression option) list -> unit =
 fun cases ->
  let is_lazy_case (pattern, _) = exists_in_pattern is_lazy pattern in
  let is_guarded (_, guard) = Option.fold ~none:false ~some:(Fun.negate is_harmless) guard in
  let looks (pattern, _) = exists_in_pattern looks_into_mutable pattern in
  match List.find_opt looks cases with
  | Some (pattern, _) when List.exists is_lazy_case cases || List.exists is_guarded cases ->
    refuse pattern.pat_loc mutation
  | _ -> ()

(* ocaml/ocaml#13783: the type that a constructor reveals decides how an array is read, possibly
   before the constructor has been checked. *)

let is_array pattern = match pattern.pat_desc with Tpat_array (_ :: _) -> true | _ -> false

let reveals_types pattern =
  match pattern.pat_desc with
  | Tpat_construct (_, { cstr_generalized; _ }, _, _) -> cstr_generalized
  | _ -> false

let arrays =
  "one match cannot inspect both an array and a constructor that reveals types: the compiler could \
   decide too early how to read the array (ocaml/ocaml#13783)"

let check_arrays : type k. (k general_pattern * expression option) list -> unit =
 fun cases ->
  let has test (pattern, _) = exists_in_pattern test pattern in
  match List.find_opt (has is_array) cases with
  | Some (pattern, _) when List.exists (has reveals_types) cases -> refuse pattern.pat_loc arrays
  | _ -> ()

let check_cases cases =
  let parts = List.map (fun { c_lhs; c_guard; _ } -> (c_lhs, c_guard)) cases in
  check_mutation parts;
  check_arrays parts

let check_pattern pattern =
  check_mutation [ (pattern, None) ];
  check_arrays [ (pattern, None) ]

(* ocaml/ocaml#12032, #12153: [let rec] of something other than a function, whose size the compiler
   gets wrong. *)

let mentions names expression =
  let found = ref false in
  let look = function
    | Path.Pident id -> if List.exists (Ident.same id) names then found := true
    | _ -> ()
  in
  let expr (iterator : Tast_iterator.iterator) expression =
    (match expression.exp_desc with
    | Texp_ident (path, _, _) -> look path
    | Texp_letop { let_; ands; _ } ->
      List.iter (fun operator -> look operator.bop_op_path) (let_ :: ands)
    | _ -> ());
    Tast_iterator.default_iterator.expr iterator expression
  in
  let iterator = { Tast_iterator.default_iterator with expr } in
  iterator.expr iterator expression;
  !found

let is_variable pattern =
  match pattern.pat_desc with Tpat_any | Tpat_var _ -> true | _ -> false

(* Functions, and blocks whose size is visible in the source. *)
let rec is_constructive names expression =
  let is_part part =
    match part.exp_desc with
    | Texp_ident _ | Texp_lazy _ -> true
    | _ -> (not (mentions names part)) || is_constructive names part
  in
  match expression.exp_desc with
  | Texp_function _ -> true
  | Texp_lazy { exp_desc = Texp_ident _; _ } -> false
  | Texp_lazy _ -> true
  | Texp_construct (_, { cstr_tag = Cstr_block _; _ }, parts) -> List.for_all is_part parts
  | Texp_tuple parts -> List.for_all is_part parts
  | Texp_variant (_, Some part) -> is_part part
  | Texp_record
      { fields; representation = Record_regular | Record_inlined _; extended_expression = None } ->
    let is_part = function _, Kept _ -> false | _, Overridden (_, part) -> is_part part in
    Array.for_all is_part fields
  | Texp_let (Nonrecursive, bindings, body) ->
    let is_plain { vb_pat; vb_expr; _ } = is_variable vb_pat && not (mentions names vb_expr) in
    List.for_all is_plain bindings && is_constructive names body
  | Texp_sequence (before, body) -> (not (mentions names before)) && is_constructive names body
  | Texp_open ({ open_expr = { mod_desc = Tmod_ident _; _ }; _ }, body) ->
    is_constructive names body
  | _ -> false

let recursion =
  "let rec may only define functions, and values whose constructor, tuple or record is written here: \
   for anything else the compiler may reserve too little memory (ocaml/ocaml#12032)"

let check_recursion bindings =
  let names = List.concat_map (fun { vb_pat; _ } -> pat_bound_idents vb_pat) bindings in
  let check { vb_expr; _ } =
    if mentions names vb_expr && not (is_constructive names vb_expr) then
      refuse vb_expr.exp_loc recursion
  in
  List.iter check bindings

(* ocaml/ocaml#10664, #10840, #12910: explicit polymorphism over types with rows or modules. *)

let max_types = 10_000

let has_row_or_module env ty =
  let seen = Hashtbl.create 16 in
  let exception Found in
  let rec walk ty =
    let ty = try Ctype.expand_head env ty with _ -> ty in
    let id = Release_types.id ty in
    if not (Hashtbl.mem seen id) then begin
      Hashtbl.add seen id ();
      if Hashtbl.length seen > max_types then raise Found;
      match Release_types.desc ty with
      | Tvariant row when not (Btype.static_row row) -> raise Found
      | Tobject _ | Tpackage _ -> raise Found
      | _ -> Btype.iter_type_expr walk ty
    end
  in
  match walk ty with () -> false | exception Found -> true

let polymorphism =
  "an explicitly polymorphic type ('a. ...) cannot contain open polymorphic variants, objects or \
   modules: the compiler confuses such types (ocaml/ocaml#10840, #12910)"

let check_polymorphism { ctyp_desc; ctyp_env; ctyp_loc; _ } =
  match ctyp_desc with
  | Ttyp_poly (_ :: _, body) when has_row_or_module ctyp_env body.ctyp_type ->
    refuse ctyp_loc polymorphism
  | _ -> ()

(* The compilation unit that declares a type, even if the type was included or renamed elsewhere. *)
let unit_of_type env ty =
  let expanded () =
    match Release_types.desc (try Ctype.expand_head env ty with _ -> ty) with
    | Tconstr (path, _, _) -> (
      match Path.flatten (Env.normalize_type_path None env path) with
      | `Ok (head, _) when Ident.persistent head -> Some (Ident.name head)
      | `Ok _ | `Contains_apply -> None)
    | _ -> None
  in
  match Release_types.desc ty with
  | Tconstr (Pident id, _, _) when Ident.is_predef id -> None
  | _ -> expanded ()

(* Format values must be written as string literals, which the compiler turns into constructors. The
   type of these constructors is safe only in the hands of the library. *)

let unit_of env { cstr_res; _ } = unit_of_type env cstr_res
let is_of_format env constructor = unit_of env constructor = Some "CamlinternalFormatBasics"

(* A match on a GADT of the library has the dangers of a match on the code's own GADTs. No
   constructor need be named: the type checker may leave out cases of types that it considers
   empty. *)

let reveals_equations env constructor =
  constructor.cstr_generalized && unit_of env constructor <> None

let equations = "values of this type reveal equations between types: they are not available here"

let check_no_equations env location ty =
  if unit_of_type env ty = Some "Stdlib__Type" then refuse location equations

let formats = "formats must be written as string literals here"
let span { Location.loc_start; loc_end; _ } = (loc_start.pos_cnum, loc_end.pos_cnum)

let find_literals written =
  let found = Hashtbl.create 16 in
  let expr (iterator : Ast_iterator.iterator) (expression : Parsetree.expression) =
    (match expression.pexp_desc with
    | Pexp_constant constant when Release_syntax.is_string constant ->
      Hashtbl.replace found (span expression.pexp_loc) ()
    | _ -> ());
    Ast_iterator.default_iterator.expr iterator expression
  in
  let iterator = { Ast_iterator.default_iterator with expr } in
  iterator.structure iterator written;
  found

(* All rules *)

let check ~written structure =
  let literals = find_literals written in
  let pat : type k. Tast_iterator.iterator -> k general_pattern -> unit =
   fun iterator pattern ->
    (match pattern.pat_desc with
    | Tpat_construct (_, constructor, _, _) when is_of_format pattern.pat_env constructor ->
      refuse pattern.pat_loc formats
    | Tpat_construct (_, constructor, _, _) when reveals_equations pattern.pat_env constructor ->
      refuse pattern.pat_loc equations
    | _ -> ());
    Tast_iterator.default_iterator.pat iterator pattern
  in
  let expr (iterator : Tast_iterator.iterator) expression =
    let check_matching (Release_tree.Matching cases) = check_cases cases in
    List.iter check_matching (Release_tree.matchings expression);
    List.iter check_pattern (Release_tree.parameters expression);
    (match expression.exp_desc with
    | Texp_construct (_, constructor, _)
      when is_of_format expression.exp_env constructor
           && not (Hashtbl.mem literals (span expression.exp_loc)) ->
      refuse expression.exp_loc formats
    | Texp_construct (_, { cstr_generalized = true; _ }, _) ->
      check_no_equations expression.exp_env expression.exp_loc expression.exp_type
    | Texp_extension_constructor _ -> refuse expression.exp_loc "extension nodes are not available here"
    | _ -> ());
    Tast_iterator.default_iterator.expr iterator expression
  in
  let value_bindings iterator (recursive, bindings) =
    List.iter (fun { vb_pat; _ } -> check_pattern vb_pat) bindings;
    if recursive = Recursive then check_recursion bindings;
    Tast_iterator.default_iterator.value_bindings iterator (recursive, bindings)
  in
  let class_expr iterator expression =
    (match expression.cl_desc with
    | Tcl_fun (_, parameter, _, _, _) -> check_pattern parameter
    | _ -> ());
    Tast_iterator.default_iterator.class_expr iterator expression
  in
  let typ iterator ty =
    check_polymorphism ty;
    check_no_equations ty.ctyp_env ty.ctyp_loc ty.ctyp_type;
    Tast_iterator.default_iterator.typ iterator ty
  in
  let iterator = { Tast_iterator.default_iterator with class_expr; expr; pat; typ; value_bindings } in
  iterator.structure iterator structure
