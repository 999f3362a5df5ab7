open Lambda

type rules = {
  may_call : string -> bool;
  may_use : string -> bool;
  may_read : string -> int -> bool;
}

(* New memory *)

let primitive name arity = Pccall (Primitive.simple ~name ~arity ~alloc:true)
let integer n = Lconst (Const_base (Const_int n))
let zero_float = Lconst (Const_base (Const_float "0."))

let zeroed_bytes allocation length location =
  let size = Ident.create_local "size" and bytes = Ident.create_local "bytes" in
  let fill = primitive "caml_fill_bytes" 4 in
  let filled = Lprim (fill, [ Lvar bytes; integer 0; Lvar size; integer 0 ], location) in
  let allocated = Lprim (allocation, [ Lvar size ], location) in
  Llet (Strict, Pgenval, size, length,
        Llet (Strict, Pgenval, bytes, allocated, Lsequence (filled, Lvar bytes)))

let zeroed = function
  | Lprim
      ( (Pccall { prim_name = "caml_create_bytes" | "caml_create_string"; _ } as allocation),
        [ length ],
        location ) ->
    zeroed_bytes allocation length location
  | Lprim
      ( Pccall { prim_name = "caml_make_float_vect" | "caml_floatarray_create"; _ },
        [ length ],
        location ) ->
    Lprim (primitive "caml_make_vect" 2, [ length; zero_float ], location)
  | other -> other

let zero_new_memory = Lambda.map zeroed

(* What is refused *)

let unsafe = Some "memory without checks"

let refused_primitive rules = function
  | Pccall { prim_name; _ } ->
    if rules.may_call prim_name then None else Some ("the primitive " ^ prim_name)
  | Pgetglobal id when Ident.persistent id ->
    if rules.may_use (Ident.name id) then None else Some ("the unit " ^ Ident.name id)
  | Pbytes_to_string | Pbytes_of_string | Pstringrefu | Pbytesrefu | Pbytessetu | Parraysetu _
  | Pbigarrayref _ | Pbigarrayset _ | Pbigarraydim _
  | Pstring_load_16 true | Pstring_load_32 true | Pstring_load_64 true
  | Pbytes_load_16 true | Pbytes_load_32 true | Pbytes_load_64 true
  | Pbytes_set_16 true | Pbytes_set_32 true | Pbytes_set_64 true
  | Pbigstring_load_16 _ | Pbigstring_load_32 _ | Pbigstring_load_64 _
  | Pbigstring_set_16 _ | Pbigstring_set_32 _ | Pbigstring_set_64 _
  | Pint_as_pointer ->
    unsafe
  (* [Parrayrefu] and fields that are computed come from matching and from classes. *)
  | Pgetglobal _ | Psetglobal _ | Parrayrefu _ | Pfield_computed | Psetfield_computed _ | Pignore | Pmakeblock _
  | Pfield _ | Psetfield _ | Pfloatfield _ | Psetfloatfield _ | Pduprecord _ | Praise _
  | Psequand | Psequor | Pnot | Pnegint | Paddint | Psubint | Pmulint | Pdivint _ | Pmodint _
  | Pandint | Porint | Pxorint | Plslint | Plsrint | Pasrint | Pintcomp _ | Pcompare_ints
  | Pcompare_floats | Pcompare_bints _ | Poffsetint _ | Poffsetref _ | Pintoffloat | Pfloatofint
  | Pnegfloat | Pabsfloat | Paddfloat | Psubfloat | Pmulfloat | Pdivfloat | Pfloatcomp _
  | Pstringlength | Pstringrefs | Pbyteslength | Pbytesrefs | Pbytessets | Pmakearray _
  | Pduparray _ | Parraylength _ | Parrayrefs _ | Parraysets _ | Pisint | Pisout | Pbintofint _
  | Pintofbint _ | Pcvtbint _ | Pnegbint _ | Paddbint _ | Psubbint _ | Pmulbint _ | Pdivbint _
  | Pmodbint _ | Pandbint _ | Porbint _ | Pxorbint _ | Plslbint _ | Plsrbint _ | Pasrbint _
  | Pbintcomp _ | Pstring_load_16 false | Pstring_load_32 false | Pstring_load_64 false
  | Pbytes_load_16 false | Pbytes_load_32 false | Pbytes_load_64 false | Pbytes_set_16 false
  | Pbytes_set_32 false | Pbytes_set_64 false | Pctconst _ | Pbswap16 | Pbbswap _ | Popaque ->
    None

(* How the compiler itself stores and finds what phrases bind: by a name that is a constant. *)
let is_of_session = function
  | Lprim (Pfield _, [ Lprim (Pgetglobal id, [], _) ], _) ->
    Ident.persistent id && Ident.name id = "Toploop"
  | _ -> false

let refused rules code =
  let found = ref None in
  let note location what =
    if !found = None then
      found := Option.map (fun what -> (what, Debuginfo.Scoped_location.to_location location)) what
  in
  let rec look = function
    | Lprim (Pfield place, [ Lprim (Pgetglobal id, [], _) ], location)
      when Ident.persistent id && not (rules.may_read (Ident.name id) place) ->
      note location (Some ("a hidden value of the unit " ^ Ident.name id))
    | Lapply { ap_func; ap_args = Lconst _ :: arguments; _ } when is_of_session ap_func ->
      List.iter look arguments
    | Lprim (primitive, arguments, location) ->
      note location (refused_primitive rules primitive);
      List.iter look arguments
    | code -> Lambda.iter_head_constructor look code
  in
  look code;
  !found
