open Ast_helper

type 'node language = {
  record : (Longident.t Location.loc * 'node) list -> 'node;
  construct : Longident.t Location.loc -> 'node list -> 'node;
  tuple : 'node list -> 'node;
  constant : Parsetree.constant -> 'node;
}

type 'node special = lift:(string -> Obj.t -> 'node) -> string -> Obj.t -> 'node option

(* A constructor takes at most one argument; several are a tuple. *)
let argument tuple = function [] -> None | [ part ] -> Some part | parts -> Some (tuple parts)

let expressions =
  let tuple parts = Exp.tuple parts in
  { record = (fun fields -> Exp.record fields None);
    construct = (fun name parts -> Exp.construct name (argument tuple parts));
    tuple;
    constant = (fun value -> Exp.constant value) }

let patterns =
  let tuple parts = Pat.tuple parts in
  let construct name parts =
    Pat.construct name (Option.map (fun part -> ([], part)) (argument tuple parts))
  in
  { record = (fun fields -> Pat.record fields Open);
    construct;
    tuple;
    constant = (fun value -> Pat.constant value) }

let parts value = List.init (Obj.size value) (Obj.field value)

let rec lift_at language special ty value =
  let lift = lift_at language special in
  let lift_parts types value = List.map2 lift types (parts value) in
  let lift_fields fields value =
    let fields, types = List.split fields in
    language.record (List.combine (List.map Location.mknoloc fields) (lift_parts types value))
  in
  let lift_form () =
    match Declared_type.form ty with
    | Text -> language.constant (Const.string (Obj.obj value))
    | Character -> language.constant (Const.char (Obj.obj value))
    | Number -> language.constant (Const.int (Obj.obj value))
    | Tuple types -> language.tuple (lift_parts types value)
    | Alias ty -> lift ty value
    | Record fields -> lift_fields fields value
    | Variant { constants; _ } when Obj.is_int value ->
      language.construct (Location.mknoloc (List.nth constants (Obj.obj value))) []
    | Variant { blocks; _ } ->
      let constructor, contents = List.nth blocks (Obj.tag value) in
      let parts =
        match contents with
        | Parts types -> lift_parts types value
        | Fields fields -> [ lift_fields fields value ]
      in
      language.construct (Location.mknoloc constructor) parts
  in
  let lift_named text = lift (Declared_type.make_named text) in
  match special ~lift:lift_named (Declared_type.name ty) value with
  | Some node -> node
  | None -> lift_form ()

let lift language special text value = lift_at language special (Declared_type.make_named text) value
