open Ast_helper

let path text = Location.mknoloc (Option.get (Longident.unflatten (String.split_on_char '.' text)))

let ident text = Exp.ident (path text)

let apply function_ arguments =
  Exp.apply (ident function_) (List.map (fun argument -> (Asttypes.Nolabel, argument)) arguments)
