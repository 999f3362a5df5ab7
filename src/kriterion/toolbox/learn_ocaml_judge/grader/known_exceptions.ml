open Types

(* Those that code meets without declaring them; Arg, Scanf and others cost an interface each. *)
let of_library =
  [ "Not_found"; "End_of_file"; "Division_by_zero"; "Stack_overflow"; "Out_of_memory";
    "Sys_blocked_io"; "Failure"; "Invalid_argument"; "Sys_error"; "Match_failure";
    "Assert_failure"; "Undefined_recursive_module"; "Exit"; "Queue.Empty"; "Stack.Empty";
    "Lazy.Undefined"; "Stream.Failure"; "Stream.Error"; "Scanf.Scan_failure"; "Parsing.Parse_error" ]

let evaluated env path = Toploop.eval_extension_path env path

(* What it carries cannot always cross: then each process has its own. *)
let entry env path arguments =
  match (evaluated env path, List.map Crossing.shape arguments) with
  | entry -> Some entry
  | exception (Crossing.Cannot _ | Not_found | Symtable.Error _) -> None

let named env name =
  let path = Option.get (Longident.unflatten (String.split_on_char '.' name)) in
  match Env.find_constructor_by_name path env with
  | { cstr_tag = Cstr_extension (path, _); cstr_args; _ } -> entry env path cstr_args
  | _ | (exception Not_found) -> None

let rec declared env path_of item =
  match item with
  | Sig_typext (id, { ext_args = Cstr_tuple arguments; _ }, Text_exception, _) ->
    Option.to_list (entry env (path_of id) arguments)
  | Sig_module (id, _, { md_type = Mty_signature signature; _ }, _, _) ->
    let path_of inner = Path.Pdot (path_of id, Ident.name inner) in
    List.concat_map (declared env path_of) signature
  | _ -> []

let register () =
  let env = Compiler.environment () in
  let of_scripts = List.concat_map (declared env (fun id -> Path.Pident id)) in
  let scripts = List.concat_map of_scripts (Compiler.bound ()) in
  Wire.register_exceptions (List.filter_map (named env) of_library @ scripts)
