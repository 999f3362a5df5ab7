let named_functions : (Obj.t * string) list ref = ref []

let name_function name f =
  named_functions := (Obj.repr f, name) :: !named_functions;
  f

let rec holds_function scheme =
  match Compiler.expanded_shape scheme with
  | Arrow _ -> true
  | Tuple parts -> List.exists holds_function parts
  | Constructor (Lident "list", [ element ]) -> holds_function element
  | Constructor _ | Other -> false

(* A list of the student's may be without end. *)
let shown_elements = 100

let rec first count = function
  | element :: rest when count > 0 -> element :: first (count - 1) rest
  | _ -> []

let print_sequence ~opening ~separator ~closing printers ppf =
  Format.fprintf ppf "@[<hov 1>%s" opening;
  List.iteri
    (fun index print ->
      if index > 0 then Format.fprintf ppf "%s@ " separator;
      print ppf)
    printers;
  Format.fprintf ppf "%s@]" closing

(* The toplevel's printer shows every function as [<fun>]: here is what lies around one with a
   name. *)
let rec print_at scheme ppf value =
  match Compiler.expanded_shape scheme with
  | Arrow _ when List.mem_assq value !named_functions ->
      Format.pp_print_string ppf (List.assq value !named_functions)
  | Tuple parts when holds_function scheme ->
      let print_part index part ppf = print_at part ppf (Obj.field value index) in
      print_sequence ~opening:"(" ~separator:"," ~closing:")" (List.mapi print_part parts) ppf
  | Constructor (Lident "list", [ element ]) when holds_function element ->
      let print_element value ppf = print_at element ppf value in
      let values = first (shown_elements + 1) (Obj.obj value) in
      let closing = if List.length values > shown_elements then "; ...]" else "]" in
      let printers = List.map print_element (first shown_elements values) in
      print_sequence ~opening:"[" ~separator:";" ~closing printers ppf
  | _ -> Compiler.print_value ppf scheme value

let print ty =
  let scheme = lazy (Compiler.scheme_of (Ty.obj ty)) in
  fun ppf value ->
    let print = if !named_functions = [] then Compiler.print_value else Fun.flip print_at in
    print ppf (Lazy.force scheme) (Obj.repr value)

let text ty value = Format.asprintf "@[%a@]" (print ty) value

(* Whether one pair of brackets, or of quotes, goes round the whole text. *)
let is_enclosed text =
  let last = String.length text - 1 in
  let rec end_of_string position =
    if position > last then position
    else
      match text.[position] with
      | '"' -> position
      | '\\' -> end_of_string (position + 2)
      | _ -> end_of_string (position + 1)
  in
  let rec closes_at_end depth position =
    let next depth position =
      if depth = 0 then position = last else closes_at_end depth (position + 1)
    in
    position <= last
    &&
    match text.[position] with
    | '(' | '[' | '{' -> next (depth + 1) position
    | ')' | ']' | '}' -> next (depth - 1) position
    | '"' -> next depth (end_of_string (position + 1))
    | '\'' when position + 2 <= last && text.[position + 2] = '\'' -> next depth (position + 2)
    | _ -> depth > 0 && next depth position
  in
  closes_at_end 0 0

let is_atom text =
  let is_blank character = character = ' ' || character = '\n' in
  not (text <> "" && text.[0] = '-') && not (String.exists is_blank text)

let argument text = if is_atom text || is_enclosed text then text else "(" ^ text ^ ")"

let call name witness args =
  let reader = { Arguments.read = (fun ty value -> argument (text ty value)) } in
  let words = Arguments.map reader witness args in
  let line = String.concat " " (name :: words) in
  if String.length line <= 80 && not (String.contains line '\n') then line
  else String.concat "\n  " (name :: words)
