open Types

let desc = get_desc
let id = get_id
let rec identifier : Path.t -> Longident.t = function
  | Pident id -> Lident (Ident.name id)
  | Pdot (path, name) | Pextra_ty (path, Pcstr_ty name) -> Ldot (identifier path, name)
  | Papply (applied, argument) -> Lapply (identifier applied, identifier argument)
  | Pextra_ty (path, Pext_ty) -> identifier path

let arrow from into = Ctype.newty (Tarrow (Nolabel, from, into, commu_ok))

type tag = Absent | Constant | With of type_expr | Conjunction

let tag (label, field) =
  let tag =
    match row_field_repr field with
    | Rpresent None | Reither (true, [], _) -> Constant
    | Rpresent (Some ty) | Reither (false, [ ty ], _) -> With ty
    | Rabsent -> Absent
    | Reither _ -> Conjunction
  in
  (label, tag)

let tags row = List.map tag (row_fields row)
let is_closed = row_closed
let is_abstract = function Type_abstract _ -> true | _ -> false
let generalizing work = Ctype.with_local_level_generalize (fun () -> fst (work ()))

let tentatively work =
  let before = Btype.snapshot () in
  Fun.protect ~finally:(fun () -> Btype.backtrack before) work


let is_more_general env scheme ~than = Ctype.is_moregeneral env true scheme than

let initial_environment () =
  Typemod.initial_env ~loc:Location.none ~initially_opened_module:(Some "Stdlib")
    ~open_implicit_modules:[]

let predefined = lazy Env.initial

let unit_of (uid : Uid.t) =
  match uid with
  | Compilation_unit _ | Item { comp_unit = ""; _ } | Internal | Predef _ -> None
  | Item { comp_unit; _ } -> Some comp_unit

let typed_phrase before structure =
  let structure, signature, names, _, after = Typemod.type_toplevel_phrase before structure in
  (structure, Typemod.Signature_names.simplify after names signature, after)

let load_units find =
  let load ~allow_hidden:_ ~unit_name =
    let signature (filename, cmi) =
      { Persistent_env.Persistent_signature.filename; cmi; visibility = Visible }
    in
    Option.map signature (find unit_name)
  in
  Persistent_env.Persistent_signature.load := load
