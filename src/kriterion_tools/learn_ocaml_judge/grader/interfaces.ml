open Types

type view = Everything | Only of (unit_name:string -> string list -> bool)

let current = ref Everything

let hidden_type =
  let unit_name = Path.Pident (Ident.create_persistent "Standard_library") in
  Btype.newgenty (Tconstr (Path.Pdot (unit_name, "hidden"), [], ref Mnil))

(* Takes the place of a value in its module's block, under a name that cannot be written in source
   code. *)
let hide_value index val_uid =
  let id = Ident.create_local (Printf.sprintf "hidden %d" index) in
  let value =
    { val_type = hidden_type; val_kind = Val_reg; val_loc = Location.none; val_attributes = [];
      val_uid }
  in
  Sig_value (id, value, Exported)

let rec trim_signature offered path signature =
  List.concat (List.mapi (trim_item offered path) signature)

and trim_item offered path index item =
  let is_offered id uid = offered (path @ [ Ident.name id ]) uid in
  match item with
  | Sig_value (id, { val_uid; val_kind; _ }, _) when not (is_offered id val_uid) ->
    (match val_kind with Val_prim _ -> [] | _ -> [ hide_value index val_uid ])
  | Sig_typext (id, { ext_uid; _ }, _, _) when not (is_offered id ext_uid) ->
    [ hide_value index ext_uid ]
  | Sig_class (id, { cty_uid; _ }, _, _) when not (is_offered id cty_uid) ->
    [ hide_value index cty_uid ]
  | Sig_module (id, presence, declaration, status, visibility) ->
    let trim = trimmed_module offered (path @ [ Ident.name id ]) declaration.md_uid in
    let md_type = trim declaration.md_type in
    [ Sig_module (id, presence, { declaration with md_type }, status, visibility) ]
  | _ -> [ item ]

and trimmed_module offered path uid = function
  | Mty_signature signature -> Mty_signature (trim_signature offered path signature)
  | Mty_functor (parameter, result) ->
    Mty_functor (parameter, trimmed_module offered path uid result)
  | Mty_ident _ when not (offered path uid) -> Mty_signature []
  | (Mty_ident _ | Mty_alias _) as other -> other

(* The hidden values, to recognise them where a module of the exercise includes them. *)
let refused_values = Uid.Tbl.create 97

let noting_refusals offered path uid =
  let is_offered = offered path in
  if not is_offered then Uid.Tbl.replace refused_values uid ();
  is_offered

(* The positions of hidden values, as (unit, position in its block). *)
let hidden_fields = Hashtbl.create 97

let has_place = function
  | Sig_value (_, { val_kind; _ }, _) -> (match val_kind with Val_prim _ -> false | _ -> true)
  | Sig_typext _ | Sig_module (_, Mp_present, _, _, _) | Sig_class _ -> true
  | Sig_module (_, Mp_absent, _, _, _) | Sig_type _ | Sig_modtype _ | Sig_class_type _ -> false

let note_hidden_fields offered unit_name signature =
  let note place = function
    | Sig_value (id, _, _) | Sig_typext (id, _, _, _) ->
      if not (offered [ Ident.name id ]) then Hashtbl.replace hidden_fields (unit_name, place) ()
    | _ -> ()
  in
  List.iteri note (List.filter has_place signature)

let is_hidden_field unit_name place = Hashtbl.mem hidden_fields (unit_name, place)

let directory = ref ""

(* The file name of a unit begins with a lower-case or an upper-case letter. *)
let interface_file unit_name =
  let file name = Filename.concat !directory (name ^ ".cmi") in
  List.find_opt Sys.file_exists [ file unit_name; file (String.uncapitalize_ascii unit_name) ]

let load_interface unit_name =
  match interface_file unit_name with
  | None -> None
  | Some file ->
    let cmi = Cmi_format.read_cmi file in
    let signature =
      match !current with
      | Everything -> cmi.cmi_sign
      | Only offered ->
        note_hidden_fields (offered ~unit_name) unit_name cmi.cmi_sign;
        trim_signature (noting_refusals (offered ~unit_name)) [] cmi.cmi_sign
    in
    let cmi = { cmi with cmi_sign = signature } in
    Some (file, cmi)

(* The compiler's tables for one view: interfaces it has read, and what it derived from them. *)

type slot = { place : Obj.t ref; value : Obj.t }

(* [Local_store.fresh] makes a new copy of all mutable state of the type checker, for compilers with
   several sessions. Here only the tables have to be separate. Counters are shared, so that no two
   identifiers are equal. This assumes the layout of [Local_store.store] in OCaml 4.13. *)
let slots () : slot list = Obj.magic (Local_store.fresh ())

(* A new store has new tables. A slot that is not a table keeps its current value. *)
let is_table = lazy (List.map (fun { place; value } -> !place != value) (slots ()))

let fresh_tables () =
  List.combine (Lazy.force is_table) (slots ())
  |> List.filter_map (fun (is_table, slot) -> if is_table then Some slot else None)

(* Replaces the tables in use, and returns the previous ones. *)
let exchange tables =
  let exchange_table { place; value } =
    let used = !place in
    place := value;
    { place; value = used }
  in
  List.map exchange_table tables

let with_view wanted work =
  ignore (Lazy.force is_table);
  let before = !current in
  let used = exchange (fresh_tables ()) in
  (* Clears what the compiler caches elsewhere. *)
  Env.reset_cache ();
  Envaux.reset_cache ();
  current := wanted;
  let restore () =
    ignore (exchange used);
    current := before
  in
  Fun.protect ~finally:restore work

let learn =
  let known = Hashtbl.create 7 in
  fun unit_name ->
    if not (Hashtbl.mem known unit_name) then begin
      Hashtbl.add known unit_name ();
      ignore (load_interface unit_name)
    end

let trimmed_in_session item =
  let refuses = ref false in
  let offered _path uid =
    Option.iter learn (Release_types.unit_of uid);
    let is_refused = Uid.Tbl.mem refused_values uid in
    refuses := !refuses || is_refused;
    not is_refused
  in
  let items = trim_item offered [] 0 item in
  if !refuses then Some items else None

let read_from place =
  ignore (Lazy.force is_table);
  directory := place;
  Release_types.load_units load_interface
