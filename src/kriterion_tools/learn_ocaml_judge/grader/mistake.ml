exception Mistake of string

let fail format = Format.kasprintf (fun sentence -> raise (Mistake sentence)) format
let () = Printexc.register_printer (function Mistake sentence -> Some sentence | _ -> None)
