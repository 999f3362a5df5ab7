open Typedtree

type t = Shared of (int * Obj.t) list | Hidden of string

exception Found of string

let shared : (int * Obj.t) list ref = ref []
let hidden = ref None
let has_lazy_values = ref false
let all_values : Obj.t list ref = ref []

(* Whether a function of the scripts creates mutable state. If such a function is called while the
   scripts load, its state may be kept somewhere. *)
let functions_make_state = ref false

(* What a shape contains *)

let contains ~wanted number =
  let seen = Hashtbl.create 7 in
  let rec search number =
    (not (Hashtbl.mem seen number))
    && begin
         Hashtbl.add seen number ();
         let shape = Shapes.get number in
         wanted shape || List.exists search (parts shape)
       end
  and parts = function
    | Shapes.Block { parts; _ } -> Array.to_list parts
    | Variant { blocks; _ } ->
      List.concat_map (fun { Shapes.parts; _ } -> Array.to_list parts) (Array.to_list blocks)
    | Tagged tags -> List.filter_map snd tags
    | Array part | Lazy part -> [ part ]
    | Function { argument; result } -> [ argument; result ]
    | _ -> []
  in
  search number

let can_change = function
  | Shapes.Bytes | Array _ | Float_array
  | Block { is_mutable = true; _ }
  | Floats_record { is_mutable = true; _ } -> true
  | Variant { blocks; _ } -> Array.exists (fun { Shapes.is_mutable; _ } -> is_mutable) blocks
  | _ -> false

let can_hide = function Shapes.Function _ | Lazy _ | Exception -> true | _ -> false

type content = Constant | State of int | Unknown

let content ty =
  match Crossing.shape ty with
  | number when contains ~wanted:(function Shapes.Lazy _ -> true | _ -> false) number ->
    has_lazy_values := true;
    Unknown
  | number when contains ~wanted:can_hide number -> Unknown
  | number when contains ~wanted:can_change number -> State number
  | _ -> Constant
  | exception Crossing.Not_transferable _ -> Unknown

(* Values that are made while code runs *)

let is_mutable_type env ty =
  match Release_types.desc (Ctype.expand_head env ty) with
  | Tconstr (path, _, _) -> (
    Path.same path Predef.path_array || Path.same path Predef.path_bytes
    ||
    match Env.find_type path env with
    | { type_kind = Type_record (labels, _); _ } ->
      List.exists (fun label -> label.Types.ld_mutable = Asttypes.Mutable) labels
    | { type_kind; type_manifest = None; _ } when Release_types.is_abstract type_kind ->
      (* Of the abstract types, only predefined ones such as integers and strings are known to be
         immutable. *)
      not (List.exists (fun (_, predefined) -> Ident.same predefined (Path.head path)) Predef.builtin_idents)
    | _ -> false
    | exception Not_found -> true)
  | Tobject _ -> true
  | _ -> false

let is_function env ty =
  match Release_types.desc (Ctype.expand_head env ty) with Tarrow _ -> true | _ -> false

let makes_state expression =
  let env = expression.exp_env and ty = expression.exp_type in
  match expression.exp_desc with
  | Texp_apply _ ->
    is_mutable_type env ty || (is_function env ty && !functions_make_state)
  | Texp_array (_ :: _) -> true
  | Texp_record _ -> is_mutable_type env ty
  | Texp_new _ | Texp_object _ -> true
  | _ -> false

let rec iterator ~in_function =
  let default = Tast_iterator.default_iterator in
  let expr iterator expression =
    match expression.exp_desc with
    | Texp_function _ | Texp_lazy _ when not in_function -> inspect_function expression
    | _ ->
      if makes_state expression then
        if in_function then functions_make_state := true
        else raise (Found "mutable state that only functions can reach");
      default.expr iterator expression
  in
  { default with expr }

and inspect_function expression =
  let inside = iterator ~in_function:true in
  inside.expr inside expression

let inspect_code expression =
  let outside = iterator ~in_function:false in
  outside.expr outside expression

(* Top-level items *)

let rec record_item prefix item =
  match item.str_desc with
  | Tstr_value (_, bindings) -> List.iter (record_binding prefix) bindings
  | Tstr_module binding -> record_module prefix binding
  | Tstr_recmodule bindings -> List.iter (record_module prefix) bindings
  | Tstr_include { incl_mod; _ } -> record_contents None incl_mod
  | _ -> ()

and record_binding prefix { vb_pat; vb_expr; _ } =
  let bound = Release_tree.variables vb_pat in
  let contents = List.map (fun (id, ty) -> (id, content ty)) bound in
  if List.exists (fun (_, content) -> content = Unknown) contents then inspect_code vb_expr
  else
    let share (id, content) =
      match (content, prefix) with
      | State number, Some prefix -> (
        match Compiler.value_at (prefix @ [ Ident.name id ]) with
        | value -> shared := (number, value) :: !shared
        | exception Not_found -> ())
      | State _, None -> raise (Found "mutable state in a module with a signature")
      | (Constant | Unknown), _ -> ()
    in
    List.iter share contents

and record_module prefix { mb_id; mb_expr; _ } =
  let inner =
    match (prefix, mb_id) with
    | Some prefix, Some id -> Some (prefix @ [ Ident.name id ])
    | _ -> None
  in
  record_contents inner mb_expr

and record_contents prefix contents =
  match contents.mod_desc with
  | Tmod_structure { str_items; _ } -> List.iter (record_item prefix) str_items
  | Tmod_constraint (contents, _, _, _) -> record_contents None contents
  | Tmod_functor (_, body) ->
    let inside = iterator ~in_function:true in
    inside.module_expr inside body
  | Tmod_unpack (expression, _) -> inspect_code expression
  | other ->
    let inspect_application parts =
      if !functions_make_state then raise (Found "a functor that creates mutable state");
      List.iter (record_contents None) parts
    in
    Option.iter inspect_application (Release_tree.application other)

let record checked =
  all_values := List.rev_append (Compiler.bound_values checked) !all_values;
  try List.iter (record_item (Some [])) (Compiler.structure checked).str_items
  with Found reason -> if !hidden = None then hidden := Some reason

let current () =
  match !hidden with Some reason -> Hidden reason | None -> Shared (List.rev !shared)

let values () =
  match current () with
  | Shared [] when not !has_lazy_values -> []
  | Shared _ | Hidden _ -> List.rev !all_values
