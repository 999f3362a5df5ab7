let default = Ast_mapper.default_mapper

let constant self = function
  | Parsetree.Pconst_string (text, location, _) ->
    default.constant self (Pconst_string (text, location, None))
  | other -> default.constant self other

let undelimited = { default with constant }

let unlocated = { undelimited with location = (fun _ _ -> Location.none) }

let unattributed = { unlocated with attributes = (fun _ _ -> []) }
