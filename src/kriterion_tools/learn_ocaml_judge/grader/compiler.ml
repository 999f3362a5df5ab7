open Types
include Source_text

type view = Interfaces.view =
  | Everything
  | Only of (unit_name:string -> string list -> bool)

(* The session *)

(* Modules whose values are in another process. Only their types are known here. *)
let remote : Ident.t list ref = ref []

let initial = ref Env.empty
let env = ref Env.empty
let signatures : signature list ref = ref []

let without_warnings () =
  ignore (Warnings.parse_options false "-a");
  Warnings.parse_alert_option "-all";
  Location.formatter_for_warnings := Format.make_formatter (fun _ _ _ -> ()) ignore

let environment () = !env
let bound () = !signatures

let start ~interfaces:directory =
  Interfaces.read_from directory;
  without_warnings ();
  ignore (Symtable.init_toplevel ());
  Cleared_library.install ();
  initial := Release_types.initial_environment ();
  env := !initial

type checked = {
  structure : Typedtree.structure;
  signature : signature;
  before : Env.t;
  after : Env.t;
}

let type_structure before structure =
  let warnings = Warnings.backup () in
  let typing () =
    Typecore.reset_delayed_checks ();
    let structure, signature, after = Release_types.typed_phrase before structure in
    Typecore.force_delayed_checks ();
    { structure; signature; before; after }
  in
  Fun.protect ~finally:(fun () -> Warnings.restore warnings) (fun () -> compiling typing)

let is_visible found id env =
  match found (Longident.Lident (Ident.name id)) env with
  | Path.Pident visible, _ -> Ident.same visible id
  | _ | (exception Not_found) -> false

(* Hides what the view does not offer of an item that the session has bound. *)
let cover env item =
  match (item, Interfaces.trimmed_in_session item) with
  | Sig_value (id, was, _), Some _ when is_visible Env.find_value_by_name id env ->
    Env.add_value id { was with val_type = Interfaces.hidden_type; val_kind = Val_reg } env
  | Sig_module (id, _, _, _, _), Some [ Sig_module (_, presence, declaration, _, _) ]
    when is_visible Env.find_module_by_name id env ->
    Env.add_module_declaration ~check:false id presence declaration env
  | _ -> env

let without_refused env = List.fold_left (List.fold_left cover) env !signatures

let check ?view:(wanted = Everything) structure =
  Clflags.unsafe := false;
  match wanted with
  | Everything -> type_structure !env structure
  | Only _ ->
    Interfaces.with_view wanted (fun () ->
        let seen = Envaux.env_from_summary (Env.summary !env) Subst.identity in
        type_structure (without_refused seen) structure)

let check_soundness ~written { structure; _ } = Sound_types.check ~written structure

type code_rules = Closed_code.rules = {
  may_call : string -> bool;
  may_use : string -> bool;
  may_read : string -> int -> bool;
}

let refuse (what, location) =
  let message = "code that needs " ^ what ^ " is not available here" in
  raise (Error { message; place = place_of location })

let on_remote_use = ref (fun name -> failwith (name ^ " is in another process"))

let is_remote path = List.exists (Ident.same (Path.head path)) !remote
let use_remote path = if is_remote path then !on_remote_use (Path.name path)

let identifier = Release_types.identifier

let in_solution path =
  let rec place : Longident.t -> Longident.t = function
    | Lident _ -> Lident "Solution"
    | Ldot (path, name) -> Ldot (place path, name)
    | Lapply (applied, argument) -> Lapply (place applied, argument)
  in
  place (identifier path)

(* Only if the solution's constructor extends a type too. Otherwise a submission could redefine a
   variant's constructor as an extension, and so choose to be graded in one process. *)
let use_remote_extension path =
  if is_remote path then
    match Env.find_constructor_by_name (in_solution path) !env with
    | { cstr_tag = Cstr_extension _; _ } -> use_remote path
    | _ | (exception Not_found) ->
      let message = Path.name path ^ " extends a type, and the solution's constructor does not" in
      raise (Error { message; place = None })

(* Code that runs in this process cannot use values, exceptions or modules of the other process. *)
let note_remote_uses =
  let open Typedtree in
  let default = Tast_iterator.default_iterator in
  let of_constructor { cstr_tag; _ } =
    match cstr_tag with Cstr_extension (path, _) -> use_remote_extension path | _ -> ()
  in
  let expr iterator expression =
    (match expression.exp_desc with
    | Texp_ident (path, _, _) | Texp_new (path, _, _) -> use_remote path
    | Texp_construct (_, constructor, _) -> of_constructor constructor
    | _ -> ());
    default.expr iterator expression
  in
  let pat (type k) iterator (pattern : k general_pattern) =
    (match pattern.pat_desc with
    | Tpat_construct (_, constructor, _, _) -> of_constructor constructor
    | _ -> ());
    default.pat iterator pattern
  in
  let module_expr iterator contents =
    (match contents.mod_desc with Tmod_ident (path, _) -> use_remote path | _ -> ());
    default.module_expr iterator contents
  in
  let extension_constructor iterator constructor =
    (match constructor.ext_kind with Text_rebind (path, _) -> use_remote_extension path | _ -> ());
    default.extension_constructor iterator constructor
  in
  let iterator = { default with expr; pat; module_expr; extension_constructor } in
  fun structure -> if !remote <> [] then iterator.structure iterator structure

let execute ?rules ?owner structure =
  note_remote_uses structure;
  let known = Symtable.current_state () in
  let prepare () =
    let lambda = Simplif.simplify_lambda (Translmod.transl_toplevel_definition structure) in
    let check_refusals rules = Option.iter refuse (Closed_code.find_refused rules lambda) in
    Option.iter check_refusals rules;
    let bracket_for_owner code =
      match owner with
      | Some Views.Tests when Views.are_separate () ->
        Owned_code.(bracket Views.Tests (note_writes code))
      | Some side when Views.are_separate () -> Owned_code.bracket side code
      | Some _ -> code
      (* Functions of the prelude write on behalf of their caller. *)
      | None -> Owned_code.note_writes code
    in
    Release_code.executable (bracket_for_owner (Closed_code.zero_new_memory lambda))
  in
  let code = compiling prepare in
  let run () = match owner with None -> code () | Some side -> Views.run side code in
  try run ()
  with exn ->
    Symtable.restore_state known;
    raise exn

let values signature =
  List.filter_map (function Sig_value (id, _, _) -> Some (Ident.name id) | _ -> None) signature

let names checked = values checked.signature

let bind { signature; before; after; _ } =
  env := if before == !env then after else Env.add_signature signature !env;
  signatures := signature :: !signatures

let run ?rules ?owner checked =
  ignore (execute ?rules ?owner checked.structure);
  bind checked

let bind_remote checked =
  let modules =
    List.filter_map (function Sig_module (id, _, _, _, _) -> Some id | _ -> None) checked.signature
  in
  remote := modules @ !remote;
  bind checked

let evaluate ?owner structure = run ?owner (check structure)
let evaluate_apart structure = run (type_structure !initial structure)

let bind_module name ?signature contents =
  let open Ast_helper in
  let contents = Mod.structure contents in
  let within signature = Mod.constraint_ contents (Mty.signature signature) in
  let contents = Option.fold ~none:contents ~some:within signature in
  [ Str.module_ (Mb.mk (Location.mknoloc (Some name)) contents) ]

let structure { structure; _ } = structure

let value_of expression =
  match (type_structure !env [ Ast_helper.Str.eval expression ]).structure with
  | { str_items = [ { str_desc = Tstr_eval (typed, _); _ } ]; _ } as structure ->
    (typed.exp_type, execute structure)
  | _ -> invalid_arg "Compiler.value_of"

(* What the session has bound *)

type scheme = type_expr

let look_up search = try Some (search ()) with Not_found -> None

let find_value name =
  let search () = Env.find_value_by_name name !env in
  match look_up search with
  | None -> None
  | Some (_, { val_kind = Val_prim _; _ }) ->
    Some (value_of (Ast_helper.Exp.ident (Location.mknoloc name)))
  | Some (path, description) ->
    Some (description.val_type, Toploop.eval_value_path !env path)

type value_location = Here of Obj.t | Remote of string list

let rec components : Longident.t -> string list = function
  | Lident name -> [ name ]
  | Ldot (path, name) -> components path @ [ name ]
  | Lapply (path, _) -> components path

let locate_value name =
  let search () = Env.find_value_by_name name !env in
  match look_up search with
  | Some (path, description) when is_remote path ->
    Some (description.val_type, Remote (components (identifier path)))
  | _ -> Option.map (fun (scheme, value) -> (scheme, Here value)) (find_value name)

let value_at path =
  let extend prefix name =
    match prefix with None -> Some (Longident.Lident name) | Some path -> Some (Ldot (path, name))
  in
  match find_value (Option.get (List.fold_left extend None path)) with
  | Some (_, value) -> value
  | None -> raise Not_found

let bound_values { signature; _ } =
  let value = function
    | Sig_value (_, { val_kind = Val_prim _; _ }, _) -> None
    | Sig_value (id, _, _) -> Some (Toploop.eval_value_path !env (Pident id))
    | Sig_module (id, Mp_present, _, _, _) -> Some (Toploop.eval_module_path !env (Pident id))
    | Sig_class (id, _, _, _) -> Some (Toploop.eval_class_path !env (Pident id))
    | _ -> None
  in
  List.filter_map value signature

let is_remote_module name =
  match look_up (fun () -> Env.find_module_by_name name !env) with
  | Some (path, _) -> is_remote path
  | None -> false

let has_module name = look_up (fun () -> Env.find_module_by_name name !env) <> None

type type_facts = { arity : int; is_abstract : bool; is_private : bool }

let find_type name =
  let facts (_, (declaration : type_declaration)) =
    { arity = declaration.type_arity;
      is_abstract =
        Release_types.is_abstract declaration.type_kind && Option.is_none declaration.type_manifest;
      is_private = declaration.type_private = Private }
  in
  Option.map facts (look_up (fun () -> Env.find_type_by_name name !env))

(* Types *)

let scheme_of written =
  compiling (fun () -> (Typetexp.transl_type_scheme !env written).ctyp_type)

let is_more_general scheme ~than = Release_types.is_more_general !env scheme ~than

let unify one other =
  match Ctype.unify !env one other with () -> true | exception Ctype.Unify _ -> false

let are_compatible one other =
  Release_types.tentatively (fun () -> unify (Ctype.instance one) (Ctype.instance other))

type shape =
  | Arrow of Asttypes.arg_label * scheme * scheme
  | Tuple of scheme list
  | Constructor of Longident.t * scheme list
  | Other

let shape scheme =
  match Release_types.desc scheme with
  | Tarrow (label, argument, result, _) -> Arrow (label, argument, result)
  | Ttuple types -> Tuple types
  | Tconstr (path, arguments, _) -> Constructor (identifier path, arguments)
  | _ -> Other

let expanded_shape scheme = shape (Ctype.expand_head !env scheme)

let scheme_text scheme =
  Printtyp.wrap_printing_env ~error:false !env (fun () ->
      Format.asprintf "%a" Printtyp.type_scheme scheme)

let type_text written = Format.asprintf "%a" Pprintast.core_type written

(* Values *)

let print_value formatter scheme value = Value_printer.print !env value formatter scheme

let formatter_type () =
  let name = Longident.(Ldot (Lident "Stdlib__Format", "formatter")) in
  Ctype.newconstr (fst (Env.find_type_by_name name !env)) []

let arrow = Release_types.arrow
let printer_of ty = arrow (formatter_type ()) (arrow ty (Ctype.newconstr Predef.path_unit []))

(* If the value's type matches [pattern], applied to fresh type variables, return these
   variables. *)
let fits value_type ~arity pattern =
  let unify_pattern () =
    let variables = List.init arity (fun _ -> Ctype.newvar ()) in
    let fits = unify (pattern variables) (Ctype.instance value_type) in
    ((if fits then Some variables else None), variables)
  in
  Release_types.generalizing unify_pattern

let rec last_argument ty =
  match Release_types.desc (Ctype.expand_head !env ty) with
  | Tarrow (_, argument, result, _) -> (
    match last_argument result with None -> Some argument | deeper -> deeper)
  | _ -> None

let rec apply_printer printer = function
  | 0 -> Value_printer.Zero (Obj.obj printer)
  | arity ->
    Value_printer.Succ
      (fun argument -> apply_printer ((Obj.obj printer : _ -> Obj.t) argument) (arity - 1))

let install_generic_printer path value_type printer =
  match Option.map Release_types.desc (last_argument value_type) with
  | Some (Tconstr (constructor, (_ :: _ as arguments), _)) -> (
    let pattern parameters =
      List.fold_right
        (fun parameter -> arrow (printer_of parameter))
        parameters
        (printer_of (Ctype.newconstr constructor parameters))
    in
    let arity = List.length arguments in
    match fits value_type ~arity pattern with
    | Some parameters when Ctype.all_distinct_vars !env parameters ->
      Value_printer.install_generic path constructor (apply_printer printer arity);
      true
    | _ -> false)
  | _ -> false

let is_variable ty = match Release_types.desc ty with Tvar _ -> true | _ -> false

let install_printer name =
  let path, { val_type; _ } = compiling (fun () -> Env.lookup_value ~loc:Location.none name !env) in
  let printer = Toploop.eval_value_path !env path in
  match fits val_type ~arity:1 (fun variables -> printer_of (List.hd variables)) with
  | Some [ ty ] when not (is_variable ty) ->
    Value_printer.install path ty (Obj.obj printer)
  | _ ->
    if not (install_generic_printer path val_type printer) then
      let message = Format.asprintf "%a is not a printer" Pprintast.longident name in
      raise (Error { message; place = None })

let pack name written =
  let open Ast_helper in
  let packed = Exp.pack (Mod.ident (Location.mknoloc name)) in
  match value_of (Exp.constraint_ packed written) with
  | _, value -> Ok value
  | exception Error error -> Result.Error error
