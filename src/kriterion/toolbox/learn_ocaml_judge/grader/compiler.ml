open Types

(* Errors *)

type place = { file : string; line : int; column : int; end_line : int; end_column : int }
type error = { message : string; place : place option }

exception Error of error

let place_of (loc : Location.t) =
  let column (at : Lexing.position) = at.pos_cnum - at.pos_bol in
  if loc.loc_start.pos_cnum < 0 then None
  else
    Some
      { file = loc.loc_start.pos_fname;
        line = loc.loc_start.pos_lnum;
        column = column loc.loc_start;
        end_line = loc.loc_end.pos_lnum;
        end_column = column loc.loc_end }

let message_text (message : Location.msg) = Format.asprintf "@[%t@]" message.txt

(* What a report says beside its main sentence often points elsewhere. *)
let aside (message : Location.msg) =
  match place_of message.loc with
  | None -> message_text message
  | Some place -> Printf.sprintf "line %d: %s" place.line (message_text message)

let error_of_report (report : Location.report) =
  let message = String.concat "\n" (message_text report.main :: List.map aside report.sub) in
  { message = String.trim message; place = place_of report.main.loc }

let error_of_exn exn =
  let known message = Some { message; place = None } in
  match exn with
  | Error error -> Some error
  | Stack_overflow -> known "the code is nested too deeply"
  | Misc.Fatal_error -> known "the compiler gives up on this code"
  | Topcommon.Undefined_global name -> known (Printf.sprintf "%s has no value here" name)
  | exn -> (
    match Location.error_of_exn exn with
    | Some (`Ok report) -> Some (error_of_report report)
    | Some `Already_displayed | None -> None)

let protect work =
  try work ()
  with exn -> (
    match error_of_exn exn with Some error -> raise (Error error) | None -> raise exn)

(* The compiler has bugs: what it raises for a student's text is an error of that text. *)
let compiling work =
  try work ()
  with exn -> (
    match error_of_exn exn with
    | Some error -> raise (Error error)
    | None ->
      let message = "the compiler fails on this code: " ^ Printexc.to_string exn in
      raise (Error { message; place = None }))

(* Texts to parse trees *)

let byte_order_mark = "\xEF\xBB\xBF"

let without_byte_order_mark text =
  if String.starts_with ~prefix:byte_order_mark text then
    String.sub text 3 (String.length text - 3)
  else text

(* A directive [# 1 "name"] moves the places that follow it. Offsets stay true, so that the
   place in the text can be told from them. *)
let in_text ~file text =
  let starts = ref [ 0 ] in
  String.iteri (fun i c -> if c = '\n' then starts := (i + 1) :: !starts) text;
  let starts = Array.of_list (List.rev !starts) in
  let rec line_at offset low high =
    if high - low <= 1 then low
    else
      let middle = (low + high) / 2 in
      if starts.(middle) <= offset then line_at offset middle high else line_at offset low middle
  in
  let position (at : Lexing.position) =
    if at.pos_cnum < 0 then at
    else
      let line = line_at at.pos_cnum 0 (Array.length starts) in
      { at with pos_fname = file; pos_lnum = line + 1; pos_bol = starts.(line) }
  in
  fun (loc : Location.t) ->
    { loc with loc_start = position loc.loc_start; loc_end = position loc.loc_end }

let has_line_directive text =
  List.exists (String.starts_with ~prefix:"#") (String.split_on_char '\n' text)

let relocating relocate =
  { Ast_mapper.default_mapper with location = (fun _ loc -> relocate loc) }

let relocated_report relocate (report : Location.report) =
  let moved (message : Location.msg) = { message with Location.loc = relocate message.loc } in
  { report with main = moved report.main; sub = List.map moved report.sub }

let parsed ~file text parse move =
  let text = without_byte_order_mark text in
  let lexbuf = Lexing.from_string text in
  Location.init lexbuf file;
  let relocate = in_text ~file text in
  match parse lexbuf with
  | tree ->
    if has_line_directive text then compiling (fun () -> move (relocating relocate) tree)
    else tree
  | exception exn -> (
    match Location.error_of_exn exn with
    | Some (`Ok report) -> raise (Error (error_of_report (relocated_report relocate report)))
    | Some `Already_displayed | None -> compiling (fun () -> raise exn))

let implementation ~file text =
  parsed ~file text Parse.implementation (fun mapper -> mapper.structure mapper)

let interface ~file text =
  parsed ~file text Parse.interface (fun mapper -> mapper.signature mapper)

let script ~file text =
  let move (mapper : Ast_mapper.mapper) = function
    | Parsetree.Ptop_def structure -> Parsetree.Ptop_def (mapper.structure mapper structure)
    | Parsetree.Ptop_dir _ as directive -> directive
  in
  parsed ~file text Parse.use_file (fun mapper -> List.map (move mapper))

(* Interfaces *)

type view = Everything | Only of (unit_name:string -> string list -> bool)

let view = ref Everything

let hidden_type =
  let unit_name = Path.Pident (Ident.create_persistent "Standard_library") in
  Btype.newgenty (Tconstr (Path.Pdot (unit_name, "hidden"), [], ref Mnil))

(* Takes the place of a value in its module's block, under a name that no source can spell. *)
let hidden index val_uid =
  let id = Ident.create_local (Printf.sprintf "hidden %d" index) in
  let value =
    { val_type = hidden_type; val_kind = Val_reg; val_loc = Location.none; val_attributes = [];
      val_uid }
  in
  Sig_value (id, value, Exported)

let rec trimmed offered path signature =
  List.concat (List.mapi (trimmed_item offered path) signature)

and trimmed_item offered path index item =
  let is_offered id uid = offered (path @ [ Ident.name id ]) uid in
  match item with
  | Sig_value (id, { val_uid; val_kind; _ }, _) when not (is_offered id val_uid) ->
    (match val_kind with Val_prim _ -> [] | _ -> [ hidden index val_uid ])
  | Sig_typext (id, { ext_uid; _ }, _, _) when not (is_offered id ext_uid) ->
    [ hidden index ext_uid ]
  | Sig_class (id, { cty_uid; _ }, _, _) when not (is_offered id cty_uid) ->
    [ hidden index cty_uid ]
  | Sig_module (id, presence, declaration, status, visibility) ->
    let trim = trimmed_module offered (path @ [ Ident.name id ]) declaration.md_uid in
    let md_type = trim declaration.md_type in
    [ Sig_module (id, presence, { declaration with md_type }, status, visibility) ]
  | _ -> [ item ]

and trimmed_module offered path uid = function
  | Mty_signature signature -> Mty_signature (trimmed offered path signature)
  | Mty_functor (parameter, result) ->
    Mty_functor (parameter, trimmed_module offered path uid result)
  | Mty_ident _ when not (offered path uid) -> Mty_signature []
  | (Mty_ident _ | Mty_alias _) as other -> other

(* What was not offered, to be known again where a module of the exercise includes it. *)
let refused_values = Uid.Tbl.create 97

let noting_refusals offered path uid =
  let is_offered = offered path in
  if not is_offered then Uid.Tbl.replace refused_values uid ();
  is_offered

let interfaces = ref ""

(* The name of a unit's file begins with a small or a capital letter. *)
let interface_file unit_name =
  let file name = Filename.concat !interfaces (name ^ ".cmi") in
  List.find_opt Sys.file_exists [ file unit_name; file (String.uncapitalize_ascii unit_name) ]

let load_interface ~unit_name =
  match interface_file unit_name with
  | None -> None
  | Some file ->
    let cmi = Cmi_format.read_cmi file in
    let signature =
      match !view with
      | Everything -> cmi.cmi_sign
      | Only offered -> trimmed (noting_refusals (offered ~unit_name)) [] cmi.cmi_sign
    in
    Some { Persistent_env.Persistent_signature.filename = file; cmi = { cmi with cmi_sign = signature } }

let look_at wanted =
  if wanted != !view then begin
    view := wanted;
    Env.reset_cache ();
    Envaux.reset_cache ()
  end

(* The session *)

let initial = ref Env.empty
let env = ref Env.empty
let signatures : signature list ref = ref []

let quietly () =
  ignore (Warnings.parse_options false "-a");
  Warnings.parse_alert_option "-all";
  Location.formatter_for_warnings := Format.make_formatter (fun _ _ _ -> ()) ignore

let start ~interfaces:directory =
  interfaces := directory;
  Persistent_env.Persistent_signature.load := load_interface;
  quietly ();
  ignore (Symtable.init_toplevel ());
  initial :=
    Typemod.initial_env ~loc:Location.none ~safe_string:true
      ~initially_opened_module:(Some "Stdlib") ~open_implicit_modules:[];
  env := !initial

type checked = { structure : Typedtree.structure; signature : signature; before : Env.t; after : Env.t }

let typed before structure =
  let warnings = Warnings.backup () in
  let typing () =
    Typecore.reset_delayed_checks ();
    let structure, signature, names, after = Typemod.type_toplevel_phrase before structure in
    let signature = Typemod.Signature_names.simplify after names signature in
    Typecore.force_delayed_checks ();
    { structure; signature; before; after }
  in
  Fun.protect ~finally:(fun () -> Warnings.restore warnings) (fun () -> compiling typing)

(* The unit that a value was first declared in; none for what the session has bound. *)
let unit_of uid =
  let name = Format.asprintf "%a" Uid.print uid in
  Option.map (String.sub name 0) (String.rindex_opt name '.')

(* A prelude may include a module of the standard library, whole: what is not offered there is
   not offered here. *)
let offered_in_session =
  let known = Hashtbl.create 7 in
  let learn unit_name =
    if not (Hashtbl.mem known unit_name) then begin
      Hashtbl.add known unit_name ();
      ignore (load_interface ~unit_name)
    end
  in
  fun _path uid ->
    Option.iter learn (unit_of uid);
    not (Uid.Tbl.mem refused_values uid)

let is_visible found id env =
  match found (Longident.Lident (Ident.name id)) env with
  | Path.Pident visible, _ -> Ident.same visible id
  | _ | (exception Not_found) -> false

let cover env item =
  let refuses = ref false in
  let offered path uid =
    let is_offered = offered_in_session path uid in
    refuses := !refuses || not is_offered;
    is_offered
  in
  match (item, trimmed_item offered [] 0 item) with
  | _ when not !refuses -> env
  | Sig_value (id, was, _), _ when is_visible Env.find_value_by_name id env ->
    Env.add_value id { was with val_type = hidden_type; val_kind = Val_reg } env
  | Sig_module (id, _, _, _, _), [ Sig_module (_, presence, declaration, _, _) ]
    when is_visible Env.find_module_by_name id env ->
    Env.add_module_declaration ~check:false id presence declaration env
  | _ -> env

let without_refused env = List.fold_left (List.fold_left cover) env !signatures

let check ?view:(wanted = Everything) structure =
  Clflags.unsafe := false;
  match wanted with
  | Everything -> typed !env structure
  | Only _ ->
    let in_view () =
      look_at wanted;
      typed (without_refused (Envaux.env_from_summary (Env.summary !env) Subst.identity)) structure
    in
    Fun.protect ~finally:(fun () -> look_at Everything) in_view

let execute structure =
  let known = Symtable.current_state () in
  let prepared () =
    let lambda = Simplif.simplify_lambda (Translmod.transl_toplevel_definition structure) in
    let initial, functions = Bytegen.compile_phrase lambda in
    let code, relocations, events = Emitcode.to_memory initial functions in
    Symtable.patch_object code relocations;
    Symtable.check_global_initialized relocations;
    Symtable.update_global_table ();
    snd (Meta.reify_bytecode code [| events |] None)
  in
  let code = compiling prepared in
  try code ()
  with exn ->
    Symtable.restore_state known;
    raise exn

let values signature =
  List.filter_map (function Sig_value (id, _, _) -> Some (Ident.name id) | _ -> None) signature

let names checked = values checked.signature

let bind { signature; before; after; _ } =
  env := if before == !env then after else Env.add_signature signature !env;
  signatures := signature :: !signatures

let run checked =
  ignore (execute checked.structure);
  bind checked

let evaluate structure = run (check structure)
let evaluate_apart structure = run (typed !initial structure)

let bind_module name ?signature contents =
  let open Ast_helper in
  let contents = Mod.structure contents in
  let within signature = Mod.constraint_ contents (Mty.signature signature) in
  let contents = Option.fold ~none:contents ~some:within signature in
  [ Str.module_ (Mb.mk (Location.mknoloc (Some name)) contents) ]

let value_of expression =
  match (typed !env [ Ast_helper.Str.eval expression ]).structure with
  | { str_items = [ { str_desc = Tstr_eval (typed, _); _ } ]; _ } as structure ->
    (typed.exp_type, execute structure)
  | _ -> invalid_arg "Compiler.value_of"

(* What the session has bound *)

type scheme = type_expr

let found search = try Some (search ()) with Not_found -> None

let find_value name =
  let search () = Env.find_value_by_name name !env in
  match found search with
  | None -> None
  | Some (_, { val_kind = Val_prim _; _ }) ->
    Some (value_of (Ast_helper.Exp.ident (Location.mknoloc name)))
  | Some (path, description) ->
    Some (description.val_type, Toploop.eval_value_path !env path)

let has_module name = found (fun () -> Env.find_module_by_name name !env) <> None

type type_facts = { arity : int; is_abstract : bool; is_private : bool }

let find_type name =
  let facts (_, (declaration : type_declaration)) =
    { arity = declaration.type_arity;
      is_abstract =
        declaration.type_kind = Type_abstract && Option.is_none declaration.type_manifest;
      is_private = declaration.type_private = Private }
  in
  Option.map facts (found (fun () -> Env.find_type_by_name name !env))

let values_in_session () = List.concat_map (fun bound -> List.rev (values bound)) !signatures

(* Types *)

let scheme_of written =
  compiling (fun () -> (Typetexp.transl_type_scheme !env written).ctyp_type)

let is_more_general scheme ~than = Ctype.is_moregeneral !env true scheme than

let tentatively work =
  let before = Btype.snapshot () in
  Fun.protect ~finally:(fun () -> Btype.backtrack before) work

let unify one other =
  match Ctype.unify !env one other with () -> true | exception Ctype.Unify _ -> false

let are_compatible one other =
  tentatively (fun () -> unify (Ctype.instance one) (Ctype.instance other))

let are_equal one other = Ctype.is_equal !env true [ one ] [ other ]

type shape =
  | Arrow of Asttypes.arg_label * scheme * scheme
  | Tuple of scheme list
  | Constructor of Longident.t * scheme list
  | Other

let rec identifier = function
  | Path.Pident id -> Longident.Lident (Ident.name id)
  | Path.Pdot (path, name) -> Longident.Ldot (identifier path, name)
  | Path.Papply (applied, argument) -> Longident.Lapply (identifier applied, identifier argument)

let shape scheme =
  match (Ctype.repr scheme).desc with
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

let print_value formatter scheme value = Toploop.print_value !env value formatter scheme

let formatter_type () =
  let name = Longident.(Ldot (Lident "Stdlib__Format", "formatter")) in
  Ctype.newconstr (fst (Env.find_type_by_name name !env)) []

let arrow from into = Ctype.newty (Tarrow (Nolabel, from, into, Cok))
let printer_of ty = arrow (formatter_type ()) (arrow ty (Ctype.newconstr Predef.path_unit []))

(* Whether a value has the type made of fresh variables by [pattern]; the variables then. *)
let fits value_type ~arity pattern =
  Ctype.begin_def ();
  let variables = List.init arity (fun _ -> Ctype.newvar ()) in
  let unified = unify (pattern variables) (Ctype.instance value_type) in
  Ctype.end_def ();
  List.iter Ctype.generalize variables;
  if unified then Some variables else None

let rec last_argument ty =
  match (Ctype.expand_head !env ty).desc with
  | Tarrow (_, argument, result, _) -> (
    match last_argument result with None -> Some argument | deeper -> deeper)
  | _ -> None

let rec applied printer = function
  | 0 -> Toploop.Zero (Obj.obj printer)
  | arity -> Toploop.Succ (fun argument -> applied ((Obj.obj printer : _ -> Obj.t) argument) (arity - 1))

let install_generic_printer path value_type printer =
  match Option.map Ctype.repr (last_argument value_type) with
  | Some { desc = Tconstr (constructor, (_ :: _ as arguments), _); _ } -> (
    let pattern parameters =
      List.fold_right
        (fun parameter -> arrow (printer_of parameter))
        parameters
        (printer_of (Ctype.newconstr constructor parameters))
    in
    let arity = List.length arguments in
    match fits value_type ~arity pattern with
    | Some parameters when Ctype.all_distinct_vars !env parameters ->
      Toploop.install_generic_printer' path constructor (applied printer arity);
      true
    | _ -> false)
  | _ -> false

let install_printer name =
  let path, { val_type; _ } = compiling (fun () -> Env.lookup_value ~loc:Location.none name !env) in
  let printer = Toploop.eval_value_path !env path in
  match fits val_type ~arity:1 (fun variables -> printer_of (List.hd variables)) with
  | Some [ ty ] when not (Btype.is_Tvar (Ctype.repr ty)) ->
    Toploop.install_printer path ty (Obj.obj printer)
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
