type 'a lookup_result =
  | Absent
  | Present of 'a
  | Other_type of { actual : string; expected : string }
  | Other_signature of string
  | Unusable of string

let find_module path ty =
  if Compiler.is_remote_module path then
    Remote_student.require_one_process "a module of the student's code as a value"
  else if not (Compiler.has_module path) then Absent
  else
    match Compiler.pack path (Ty.obj ty) with
    | Ok packed -> Present (Obj.obj packed)
    | Error { message; _ } -> Other_signature message

(* A student must not be able to choose how they are graded by the way they define a type. So a type
   that cannot cross is a reason to grade in one process only if it cannot cross in the solution
   either. *)
let find_remote path expected =
  match Remote_student.value ~path expected with
  | Ok value -> Present (Obj.obj value)
  | exception exn when Call.is_limit exn -> Unusable (Call.explain exn)
  | Error reason when Crossing.is_transferable_in_solution expected -> Unusable ("it has " ^ reason)
  | Error reason ->
      let name = String.concat "." path in
      Remote_student.require_one_process (Printf.sprintf "%s has %s" name reason)

let find_value path ty =
  match Compiler.locate_value path with
  | None -> Absent
  | Some (actual, place) ->
      let expected = Compiler.scheme_of (Ty.obj ty) in
      if Compiler.is_more_general actual ~than:expected then
        match place with
        | Here value -> Present (Obj.obj value)
        | Remote path -> find_remote path expected
      else
        Other_type
          { actual = Compiler.scheme_text actual; expected = Compiler.type_text (Ty.obj ty) }

let is_capitalised name = name <> "" && name.[0] >= 'A' && name.[0] <= 'Z'

let find path ty =
  if is_capitalised (Longident.last path) then find_module path ty else find_value path ty

let without_parentheses name =
  let length = String.length name in
  if length > 2 && name.[0] = '(' && name.[length - 1] = ')' then
    String.trim (String.sub name 1 (length - 2))
  else name

let path text =
  (* Split only at dots after a module's name: the operators [+.] and [.%()] contain dots too. *)
  let rec follow prefix text =
    let extend name =
      match prefix with None -> Longident.Lident name | Some path -> Longident.Ldot (path, name)
    in
    match String.index_opt text '.' with
    | Some dot when is_capitalised text ->
        let rest = String.sub text (dot + 1) (String.length text - dot - 1) in
        follow (Some (extend (String.sub text 0 dot))) rest
    | _ -> extend (without_parentheses text)
  in
  follow None (String.trim text)
