open Lambda

type power = Safe | Unsafe | Control | Call of string | Unit of Ident.t

let power = function
  | Pccall { prim_name; _ } -> Call prim_name
  | Pgetglobal id -> Unit id
  | Pbytes_to_string | Pbytes_of_string | Pstringrefu | Pbytesrefu | Pbytessetu | Parraysetu _
  | Pbigarrayref _ | Pbigarrayset _ | Pbigarraydim _
  | Pstring_load_16 true | Pstring_load_32 true | Pstring_load_64 true
  | Pbytes_load_16 true | Pbytes_load_32 true | Pbytes_load_64 true
  | Pbytes_set_16 true | Pbytes_set_32 true | Pbytes_set_64 true
  | Pbigstring_load_16 _ | Pbigstring_load_32 _ | Pbigstring_load_64 _
  | Pbigstring_set_16 _ | Pbigstring_set_32 _ | Pbigstring_set_64 _
  | Pint_as_pointer ->
    Unsafe
  (* [Parrayrefu] and computed fields are generated for matching and for classes. *)
  | Psetglobal _ | Parrayrefu _ | Pfield_computed | Psetfield_computed _ | Pignore | Pmakeblock _
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
    Safe

let field = function Pfield place -> Some place | _ -> None

let read_field place block location = Lprim (Pfield place, [ block ], location)

let map_bodies body_of =
  Lambda.map (function
    | Lfunction ({ return; loc; body; _ } as code) ->
      Lfunction { code with body = body_of return loc body }
    | other -> other)

let delay return loc body =
  let params = [ (Ident.create_local "unit", Pgenval) ] in
  Lfunction { kind = Curried; params; return; body; attr = default_function_attribute; loc }

let executable lambda =
  let initial, functions = Bytegen.compile_phrase lambda in
  let code, relocations, events = Emitcode.to_memory initial functions in
  Symtable.patch_object code relocations;
  Symtable.check_global_initialized relocations;
  Symtable.update_global_table ();
  snd (Meta.reify_bytecode code [| events |] None)

let block_of_unit name = Symtable.get_global_value (Ident.create_persistent name)
