let default = Ast_mapper.default_mapper

let constant self constant = default.constant self (Release_syntax.without_delimiter constant)

let undelimited = { default with constant }

let unlocated = { undelimited with location = (fun _ _ -> Location.none) }

let unattributed = { unlocated with attributes = (fun _ _ -> []) }
