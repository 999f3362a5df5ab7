open Ast_helper

let identifier path = Exp.ident (Location.mknoloc path)
let unit = Longident.Lident "()" |> Location.mknoloc

(* Also finds the samplers of [Test_lib] if the grader has not opened it. *)
let sampler_of_name name =
  let candidates = Longident.[ Lident name; Ldot (Lident "Test_lib", name) ] in
  List.find_opt (fun path -> Compiler.find_value path <> None) candidates

let bind (name, value) rest =
  Exp.let_ Nonrecursive [ Vb.mk (Pat.var (Location.mknoloc name)) value ] rest

(* Make each component's sampler once, because it may remember what it has drawn: [let sampler0 = …
   in fun () -> let sample0 = sampler0 () in … (sample0, …)]. *)
let tuple_sampler samplers =
  let names prefix = List.mapi (fun index _ -> prefix ^ string_of_int index) samplers in
  let variable name = identifier (Longident.Lident name) in
  let drawn name = Exp.apply (variable name) [ (Nolabel, Exp.construct unit None) ] in
  let draws = List.combine (names "sample") (List.map drawn (names "sampler")) in
  let tuple = Exp.tuple (List.map variable (names "sample")) in
  let draw = Release_syntax.fun_ (Pat.construct unit None) (List.fold_right bind draws tuple) in
  List.fold_right bind (List.combine (names "sampler") samplers) draw

let rec expression (written : Parsetree.core_type) =
  let text () = Ty.print (Ty.repr written) in
  match written.ptyp_desc with
  | Ptyp_constr ({ txt; _ }, parameters) -> (
      let name = "sample_" ^ Longident.last txt in
      match sampler_of_name name with
      | None ->
          Mistake.fail
            "no sampler for the type %s: define %s in test.ml, or give ~sampler or ~gen:0" (text ())
            name
      | Some path when parameters = [] -> identifier path
      | Some path ->
          Exp.apply (identifier path)
            (List.map (fun parameter -> (Asttypes.Nolabel, expression parameter)) parameters))
  | Ptyp_tuple [ first; second ] when sampler_of_name "sample_pair" <> None ->
      Exp.apply
        (identifier (Option.get (sampler_of_name "sample_pair")))
        [ (Nolabel, expression first); (Nolabel, expression second) ]
  | Ptyp_tuple parts -> tuple_sampler (List.map expression parts)
  | Ptyp_alias (written, _) | Ptyp_poly (_, written) -> expression written
  | _ ->
      Mistake.fail
        "values of the type %s cannot be sampled: give the type a name T and define sample_T, or \
         give ~sampler or ~gen:0"
        (text ())

let of_type ty =
  let written = Ty.obj ty in
  let unit_type = Typ.constr (Location.mknoloc (Longident.Lident "unit")) [] in
  let sampler = Exp.constraint_ (expression written) (Typ.arrow Nolabel unit_type written) in
  match Compiler.value_of sampler with
  | _, value -> (Obj.obj value : unit -> _)
  | exception Compiler.Error { message; _ } ->
      Mistake.fail "the sampler for the type %s has the wrong type: %s" (Ty.print ty) message
