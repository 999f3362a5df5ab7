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

(* A list in a student's result may be infinite. *)
let max_elements = 100

let rec first_elements count = function
  | element :: rest when count > 0 -> element :: first_elements (count - 1) rest
  | _ -> []

let print_sequence ~opening ~separator ~closing printers ppf =
  Format.fprintf ppf "@[<hov 1>%s" opening;
  List.iteri
    (fun index print ->
      if index > 0 then Format.fprintf ppf "%s@ " separator;
      print ppf)
    printers;
  Format.fprintf ppf "%s@]" closing

(* The toplevel shows every function as [<fun>]. This prints the parts around a function that has a
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
      let values = first_elements (max_elements + 1) (Obj.obj value) in
      let closing = if List.length values > max_elements then "; ...]" else "]" in
      let printers = List.map print_element (first_elements max_elements values) in
      print_sequence ~opening:"[" ~separator:";" ~closing printers ppf
  | _ -> Compiler.print_value ppf scheme value

let print ty =
  let scheme = lazy (Compiler.scheme_of (Ty.obj ty)) in
  fun ppf value ->
    let print = if !named_functions = [] then Compiler.print_value else Fun.flip print_at in
    print ppf (Lazy.force scheme) (Obj.repr value)

(* A value with shared parts can be small in memory and very long as text. *)
let longest = 1 lsl 16

exception Too_long

let text ty value =
  let buffer = Buffer.create 80 in
  let add text from length =
    if Buffer.length buffer > longest then raise Too_long;
    Buffer.add_substring buffer text from length
  in
  let ppf = Format.make_formatter add ignore in
  (try Format.fprintf ppf "@[%a@]@?" (print ty) value with Too_long -> ());
  if Buffer.length buffer <= longest then Buffer.contents buffer
  else Buffer.sub buffer 0 longest ^ " …"
