module Names = Set.Make (String)

type t = { values : Names.t; modules : Names.t }

let empty = { values = Names.empty; modules = Names.empty }

let hides_value scope name = Names.mem name scope.values

let hides_module scope name = Names.mem name scope.modules

let with_value scope name = { scope with values = Names.add name scope.values }

let with_module scope = function
  | None -> scope
  | Some name -> { scope with modules = Names.add name scope.modules }

let with_pattern scope pattern =
  let scope = ref scope in
  let pat (self : Ast_iterator.iterator) (pattern : Parsetree.pattern) =
    (match pattern.ppat_desc with
    | Ppat_var name | Ppat_alias (_, name) -> scope := with_value !scope name.txt
    | Ppat_unpack name -> scope := with_module !scope name.txt
    | _ -> ());
    Ast_iterator.default_iterator.pat self pattern
  in
  let names = { Ast_iterator.default_iterator with pat } in
  names.pat names pattern;
  !scope

let with_patterns = List.fold_left with_pattern

let with_bindings scope bindings =
  let pattern (binding : Parsetree.value_binding) = binding.pvb_pat in
  with_patterns scope (List.map pattern bindings)
