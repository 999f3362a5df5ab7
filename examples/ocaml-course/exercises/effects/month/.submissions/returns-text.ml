(* Returns the text instead of printing it. *)
let print_day day = Printf.sprintf "%2d" day
let print_title word = String.make ((20 - String.length word) / 2) ' ' ^ word ^ "\n"
let print_month name first days = print_title name
