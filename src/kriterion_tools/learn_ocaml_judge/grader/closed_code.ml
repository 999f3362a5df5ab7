open Lambda

type rules = {
  may_call : string -> bool;
  may_use : string -> bool;
  may_read : string -> int -> bool;
}

(* Clearing new memory *)

let primitive name arity = Pccall (Primitive.simple ~name ~arity ~alloc:true)
let integer n = Lconst (Const_base (Const_int n))
let zero_float = Lconst (Const_base (Const_float "0."))

let zero_bytes allocation length location =
  let size = Ident.create_local "size" and bytes = Ident.create_local "bytes" in
  let fill = primitive "caml_fill_bytes" 4 in
  let filled = Lprim (fill, [ Lvar bytes; integer 0; Lvar size; integer 0 ], location) in
  let allocated = Lprim (allocation, [ Lvar size ], location) in
  Llet (Strict, Pgenval, size, length,
        Llet (Strict, Pgenval, bytes, allocated, Lsequence (filled, Lvar bytes)))

let zero_allocation = function
  | Lprim
      ( (Pccall { prim_name = "caml_create_bytes" | "caml_create_string"; _ } as allocation),
        [ length ],
        location ) ->
    zero_bytes allocation length location
  | Lprim
      ( Pccall
          { prim_name = "caml_make_float_vect" | "caml_array_create_float" | "caml_floatarray_create";
            _ },
        [ length ],
        location ) ->
    Lprim (primitive "caml_make_vect" 2, [ length; zero_float ], location)
  | other -> other

let zero_new_memory = Lambda.map zero_allocation

(* Refusing operations *)

let describe_refused rules primitive =
  match Release_code.power primitive with
  | Safe -> None
  | Call name -> if rules.may_call name then None else Some ("the primitive " ^ name)
  | Unit id when Ident.persistent id ->
    if rules.may_use (Ident.name id) then None else Some ("the unit " ^ Ident.name id)
  | Unit _ -> None
  | Unsafe -> Some "memory without checks"
  | Control -> Some "control of the stack"

(* Whether the compiler itself reads or stores a binding of the session, by a constant name. *)
let is_of_session = function
  | Lprim (reading, [ Lprim (Pgetglobal id, [], _) ], _) ->
    Release_code.field reading <> None && Ident.persistent id && Ident.name id = "Toploop"
  | _ -> false

let find_refused rules code =
  let found = ref None in
  let note location what =
    if !found = None then
      found := Option.map (fun what -> (what, Debuginfo.Scoped_location.to_location location)) what
  in
  let is_hidden reading id =
    let may_read = rules.may_read (Ident.name id) in
    Ident.persistent id && Option.fold ~none:false ~some:(Fun.negate may_read) (Release_code.field reading)
  in
  let rec visit = function
    | Lprim (reading, [ Lprim (Pgetglobal id, [], _) ], location) when is_hidden reading id ->
      note location (Some ("a hidden value of the unit " ^ Ident.name id))
    | Lapply { ap_func; ap_args = Lconst _ :: arguments; _ } when is_of_session ap_func ->
      List.iter visit arguments
    | Lprim (primitive, arguments, location) ->
      note location (describe_refused rules primitive);
      List.iter visit arguments
    | code -> Lambda.iter_head_constructor visit code
  in
  visit code;
  !found
