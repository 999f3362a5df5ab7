type 'a value =
  | Absent
  | Present of 'a
  | Incompatible of string

let get_value name ty =
  match Bindings.find (Bindings.path name) ty with
  | Absent -> Absent
  | Present value -> Present value
  | Other_type { actual; expected } ->
      Incompatible (Printf.sprintf "its type is %s instead of %s" actual expected)
  | Other_signature reason | Unusable reason -> Incompatible reason

let make_type name ~arity =
  let open Ast_helper in
  let parameters = List.init arity (fun _ -> Typ.any ()) in
  Compiler.scheme_of (Typ.constr (Location.mknoloc (Bindings.path name)) parameters)

let compatible_type expected got =
  let find name = Compiler.find_type (Bindings.path name) in
  match (find expected, find got) with
  | None, _ | _, None -> Absent
  | Some { arity = expected_arity; _ }, Some { arity = got_arity; _ } ->
      let expected_type = make_type expected ~arity:expected_arity in
      let got_type = make_type got ~arity:got_arity in
      if Compiler.are_compatible expected_type got_type then Present ()
      else Incompatible (Printf.sprintf "it is not compatible with %s" expected)

let get_printer = Printing.print
let print_value ppf value ty = Printing.print ty ppf value
let get_sampler = Typed_sampler.of_type
let parse_lid = Bindings.path
let install_printer name = Compiler.install_printer (Bindings.path name)
let grab_stdout () = Grabbing.(grab stdout)
let release_stdout () = Grabbing.(release stdout)
let grab_stderr () = Grabbing.(grab stderr)
let release_stderr () = Grabbing.(release stderr)
