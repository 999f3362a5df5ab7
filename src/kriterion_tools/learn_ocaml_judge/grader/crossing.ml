open Types

exception Not_transferable of string

let refuse reason = raise (Not_transferable reason)

(* If the same constructor occurs this often on one path, the type never ends: [type 'a t = Leaf |
   Node of ('a * 'a) t] doubles its argument at every step. *)
let max_levels = 8

let deepest = 200
let max_shapes = 20_000

let known : (type_expr * int) list ref = ref []

(* Predefined types whose declaration says nothing about their shape. *)
let simple =
  let open Predef in
  [ (path_int, Shapes.Int); (path_char, Enum 256); (path_float, Float); (path_string, String);
    (path_bytes, Bytes); (path_int32, Int32); (path_int64, Int64); (path_nativeint, Nativeint);
    (path_exn, Exception); (path_floatarray, Float_array) ]

let no_path = Path.Pident (Ident.create_local "")
let type_name ty = Compiler.scheme_text ty

let is_same env one other = one == other || Ctype.is_equal env false [ one ] [ other ]

(* Whether a type of the student's code is replaced by the type of the same name in the solution,
   and whether such a type has occurred. *)
let uses_solution_types = ref false

let mentions_student_types = ref false

let rec expand_in_solution env ty =
  match Release_types.desc ty with
  | Tconstr (path, arguments, _) when Compiler.is_remote path -> (
    mentions_student_types := true;
    match Env.find_type_by_name (Compiler.in_solution path) env with
    | path, _ -> expand_in_solution env (Ctype.newconstr path arguments)
    | exception Not_found -> refuse ("the type " ^ type_name ty))
  | Tconstr (path, arguments, _) -> (
    match Env.find_type_expansion path env with
    | parameters, body, _ -> expand_in_solution env (Ctype.apply env parameters body arguments)
    | exception Not_found -> ty)
  | _ -> ty

let expand env ty =
  if !uses_solution_types then expand_in_solution env ty else Ctype.expand_head env ty

let max_shapes_now = ref max_shapes

let rec number env trail ty =
  let ty = expand env ty in
  let trail = extend_trail trail ty in
  match List.find_opt (fun (known, _) -> is_same env known ty) !known with
  | Some (_, number) -> number
  | None -> (
    match unbox env ty with
    | Some inner -> number env trail inner
    | None ->
      let number = Shapes.reserve () in
      known := (ty, number) :: !known;
      Shapes.set number (shape env trail ty);
      number)

and extend_trail trail ty =
  if List.length trail > deepest || Shapes.count () > !max_shapes_now then
    refuse "a type that expands endlessly";
  match Release_types.desc ty with
  | Tconstr (path, _, _) ->
    let levels = List.length (List.filter (Path.same path) trail) in
    if levels > max_levels then refuse "a type that expands endlessly";
    path :: trail
  | _ -> no_path :: trail

and unbox env ty =
  match Release_types.desc ty with
  | Tpoly (ty, []) -> Some ty
  | Tconstr (path, arguments, _) -> (
    match Env.find_type path env with
    | exception Not_found -> None
    | { type_kind = Type_record ([ label ], Record_unboxed _); type_params; _ } ->
      Some (Ctype.apply env type_params label.ld_type arguments)
    | { type_kind = Type_variant ([ { cd_args; cd_res = None; _ } ], Variant_unboxed);
        type_params; _ } -> (
      match cd_args with
      | Cstr_tuple [ part ] | Cstr_record [ { ld_type = part; _ } ] ->
        Some (Ctype.apply env type_params part arguments)
      | _ -> None)
    | _ -> None)
  | _ -> None

and shape env trail ty =
  let part ty = number env trail ty in
  match Release_types.desc ty with
  | Tarrow (_, argument, result, _) ->
    let argument = part argument in
    Function { argument; result = part result }
  | Ttuple parts -> Block { parts = Array.of_list (List.map part parts); is_mutable = false }
  | Tconstr (path, arguments, _) -> of_constructor env trail ty path arguments
  | Tvariant row -> Tagged (tags part row)
  | Tvar _ | Tunivar _ -> refuse "a type variable"
  | Tobject _ | Tfield _ | Tnil -> refuse "an object"
  | Tpackage _ -> refuse "a module"
  | Tpoly _ -> refuse "a polymorphic field"
  | Tlink _ | Tsubst _ -> refuse "an unknown type"

and of_constructor env trail ty path arguments =
  match List.find_opt (fun (simple, _) -> Path.same simple path) simple with
  | Some (_, shape) -> shape
  | None -> (
    match arguments with
    | [ element ] when Path.same path Predef.path_array ->
      let element = number env trail element in
      if Shapes.get element = Float then Float_array else Array element
    | [ content ] when Path.same path Predef.path_lazy_t -> Lazy (number env trail content)
    | _ -> check_declared env trail ty path arguments)

and check_declared env trail ty path arguments =
  let declaration =
    try Env.find_type path env with Not_found -> refuse ("the type " ^ type_name ty)
  in
  let instance ty = Ctype.apply env declaration.type_params ty arguments in
  let fields labels =
    { Shapes.parts =
        Array.of_list (List.map (fun label -> number env trail (instance label.ld_type)) labels);
      is_mutable = List.exists (fun label -> label.ld_mutable = Asttypes.Mutable) labels }
  in
  match declaration.type_kind with
  | Type_record (labels, Record_float) ->
    let { Shapes.parts; is_mutable } = fields labels in
    Floats_record { size = Array.length parts; is_mutable }
  | Type_record (labels, Record_regular) -> Block (fields labels)
  | Type_variant (constructors, Variant_regular) -> of_constructors env trail instance fields constructors
  | Type_open -> refuse ("the extensible type " ^ type_name ty)
  | Type_record _ | Type_variant _ -> refuse ("the type " ^ type_name ty)
  | _ -> refuse ("the abstract type " ^ type_name ty)

and of_constructors env trail instance fields constructors =
  let is_constant { cd_args; _ } = cd_args = Cstr_tuple [] in
  if List.exists (fun { cd_res; _ } -> cd_res <> None) constructors then
    refuse "a generalised algebraic type";
  let constants, blocks = List.partition is_constant constructors in
  let block { cd_args; _ } =
    match cd_args with
    | Cstr_record labels -> fields labels
    | Cstr_tuple parts ->
      { Shapes.parts = Array.of_list (List.map (fun ty -> number env trail (instance ty)) parts);
        is_mutable = false }
  in
  let blocks = Array.of_list (List.map block blocks) in
  if blocks = [||] then Enum (List.length constants)
  else Variant { constants = List.length constants; blocks }

and tags part row =
  if not (Release_types.is_closed row) then refuse "an open polymorphic variant";
  let tag (label, content) =
    let hash = Btype.hash_variant label in
    match (content : Release_types.tag) with
    | Constant -> Some (hash, None)
    | With ty -> Some (hash, Some (part ty))
    | Absent -> None
    | Conjunction -> refuse "a conjunctive polymorphic variant"
  in
  List.filter_map tag (Release_types.tags row)

let shape ty =
  let known_before = !known and shapes_before = Shapes.count () in
  max_shapes_now := shapes_before + max_shapes;
  try number (Compiler.environment ()) [] ty
  with exn ->
    known := known_before;
    Shapes.forget_from shapes_before;
    raise exn

(* Keep none of the shapes made here: they describe the solution's types, not those asked for. *)
let is_transferable_in_solution ty =
  let known_before = !known and shapes_before = Shapes.count () in
  let forget () =
    uses_solution_types := false;
    known := known_before;
    Shapes.forget_from shapes_before
  in
  uses_solution_types := true;
  mentions_student_types := false;
  known := [];
  Fun.protect ~finally:forget (fun () ->
      match shape ty with
      | _ -> !mentions_student_types
      | exception Not_transferable _ -> false
      | exception Ctype.Cannot_apply -> true)
