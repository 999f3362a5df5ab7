exception Refused of Location.t

let no_primitive : Parsetree.value_description -> unit =
 fun value -> if value.pval_prim <> [] then raise (Refused value.pval_loc)

let iterator =
  let value_description (iterator : Ast_iterator.iterator) value =
    no_primitive value;
    Ast_iterator.default_iterator.value_description iterator value
  in
  { Ast_iterator.default_iterator with value_description }

let refused structure =
  match iterator.structure iterator structure with
  | () -> None
  | exception Refused location ->
    let message = "external is not available here" in
    Some { Compiler.message; place = Compiler.place_of location }
  | exception Stack_overflow ->
    Some { Compiler.message = "the code is nested too deeply"; place = None }
