open Types

let place = Btype.newgenty (Ttuple [ Predef.type_string; Predef.type_int; Predef.type_int ])

(* Exceptions that code can meet without declaring them. The session shares them with this program.
   Looking up their declarations would read one interface file each. *)
let of_library =
  [ (Not_found, []); (End_of_file, []); (Division_by_zero, []); (Stack_overflow, []);
    (Out_of_memory, []); (Sys_blocked_io, []); (Exit, []); (Queue.Empty, []); (Stack.Empty, []);
    (Lazy.Undefined, []); (Parsing.Parse_error, []);
    (Failure "", [ Predef.type_string ]); (Invalid_argument "", [ Predef.type_string ]);
    (Sys_error "", [ Predef.type_string ]); (Scanf.Scan_failure "", [ Predef.type_string ]); (Match_failure ("", 0, 0), [ place ]);
    (Assert_failure ("", 0, 0), [ place ]); (Undefined_recursive_module ("", 0, 0), [ place ]) ]
  @ Release_library.exceptions

let library_entry (exn, arguments) = (Wire.constructor_of exn, List.map Crossing.shape arguments)

let evaluate env path = Toploop.eval_extension_path env path

(* If the arguments cannot cross, each process keeps an exception of its own. *)
let entry env path arguments =
  match (evaluate env path, List.map Crossing.shape arguments) with
  | entry -> Some entry
  | exception (Crossing.Not_transferable _ | Not_found | Symtable.Error _) -> None

let rec list_declared env path_of item =
  match item with
  | Sig_typext (id, { ext_args = Cstr_tuple arguments; _ }, Text_exception, _) ->
    Option.to_list (entry env (path_of id) arguments)
  | Sig_module (id, _, { md_type = Mty_signature signature; _ }, _, _) ->
    let path_of inner = Path.Pdot (path_of id, Ident.name inner) in
    List.concat_map (list_declared env path_of) signature
  | _ -> []

let register () =
  let env = Compiler.environment () in
  let of_scripts = List.concat_map (list_declared env (fun id -> Path.Pident id)) in
  let scripts = List.concat_map of_scripts (Compiler.bound ()) in
  Wire.register_exceptions (List.map library_entry of_library @ scripts)
