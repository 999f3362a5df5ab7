open Types

let desc ty = (Ctype.repr ty).desc
let id ty = (Ctype.repr ty).id
let rec identifier : Path.t -> Longident.t = function
  | Pident id -> Lident (Ident.name id)
  | Pdot (path, name) -> Ldot (identifier path, name)
  | Papply (applied, argument) -> Lapply (identifier applied, identifier argument)

let arrow from into = Ctype.newty (Tarrow (Nolabel, from, into, Cok))

type tag = Absent | Constant | With of type_expr | Conjunction

let tag (label, field) =
  let tag =
    match Btype.row_field_repr field with
    | Rpresent None | Reither (true, [], _, _) -> Constant
    | Rpresent (Some ty) | Reither (false, [ ty ], _, _) -> With ty
    | Rabsent -> Absent
    | Reither _ -> Conjunction
  in
  (label, tag)

let tags row = List.map tag (Btype.row_repr row).row_fields
let is_closed row = (Btype.row_repr row).row_closed
let is_abstract = function Type_abstract -> true | _ -> false

let generalizing work =
  Ctype.begin_def ();
  let result, types = Fun.protect ~finally:Ctype.end_def work in
  List.iter Ctype.generalize types;
  result

let tentatively work =
  let before = Btype.snapshot () in
  Fun.protect ~finally:(fun () -> Btype.backtrack before) work

let is_more_general env scheme ~than = Ctype.is_moregeneral env true scheme than

let initial_environment () =
  Typemod.initial_env ~loc:Location.none ~safe_string:true ~initially_opened_module:(Some "Stdlib")
    ~open_implicit_modules:[]

let predefined = lazy Env.initial_safe_string

let unit_of uid =
  let name = Format.asprintf "%a" Uid.print uid in
  Option.map (String.sub name 0) (String.rindex_opt name '.')

let typed_phrase before structure =
  let structure, signature, names, after = Typemod.type_toplevel_phrase before structure in
  (structure, Typemod.Signature_names.simplify after names signature, after)

let load_units find =
  let load ~unit_name =
    let signature (filename, cmi) = { Persistent_env.Persistent_signature.filename; cmi } in
    Option.map signature (find unit_name)
  in
  Persistent_env.Persistent_signature.load := load
