type t = Types.type_expr

type contents = Parts of t list | Fields of (Longident.t * t) list

type form =
  | Text
  | Character
  | Number
  | Tuple of t list
  | Record of (Longident.t * t) list
  | Variant of { constants : Longident.t list; blocks : (Longident.t * contents) list }
  | Alias of t

let make_named text =
  let path = Option.get (Longident.unflatten (String.split_on_char '.' text)) in
  let path, _ = Env.find_type_by_name path (Lazy.force Release_types.predefined) in
  Btype.newgenty (Tconstr (path, [], ref Types.Mnil))

let rec name ty =
  match Release_types.desc ty with
  | Tconstr (path, arguments, _) -> String.concat " " (List.map name arguments @ [ Path.name path ])
  | _ -> ""

let unknown path = invalid_arg ("Declared_type: " ^ Path.name path)

(* A label or constructor is in the same module as its type. *)
let beside path name =
  match Release_types.identifier path with
  | Ldot (prefix, _) -> Longident.Ldot (prefix, name)
  | Lident _ | Lapply _ -> Longident.Lident name

let of_declaration path arguments =
  let env = Lazy.force Release_types.predefined in
  let declaration = Env.find_type path env in
  let instance ty = Ctype.apply env declaration.type_params ty arguments in
  let field (label : Types.label_declaration) =
    (beside path (Ident.name label.ld_id), instance label.ld_type)
  in
  let inline_field (label : Types.label_declaration) =
    (Longident.Lident (Ident.name label.ld_id), instance label.ld_type)
  in
  let constructor (declared : Types.constructor_declaration) =
    let contents =
      match declared.cd_args with
      | Cstr_tuple parts -> Parts (List.map instance parts)
      | Cstr_record labels -> Fields (List.map inline_field labels)
    in
    (beside path (Ident.name declared.cd_id), contents)
  in
  match (declaration.type_kind, declaration.type_manifest) with
  | Type_record (labels, _), _ -> Record (List.map field labels)
  | Type_variant (constructors, _), _ ->
    let constants, blocks =
      List.partition (fun (_, contents) -> contents = Parts []) (List.map constructor constructors)
    in
    Variant { constants = List.map fst constants; blocks }
  | kind, Some ty when Release_types.is_abstract kind -> Alias (instance ty)
  | _ -> unknown path

let form ty =
  match Release_types.desc ty with
  | Ttuple parts -> Tuple parts
  | Tconstr (path, arguments, _) -> (
    match Path.name path with
    | "string" -> Text
    | "char" -> Character
    | "int" -> Number
    | _ -> of_declaration path arguments)
  | _ -> invalid_arg "Declared_type: neither a tuple nor named"
