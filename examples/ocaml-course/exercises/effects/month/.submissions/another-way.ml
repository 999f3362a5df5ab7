(* Makes the text first, and leaves spaces at the ends of lines. *)
let two n = if n < 10 then " " ^ string_of_int n else string_of_int n

let print_day day = print_string (two day)

let print_title word =
  let room = (20 - String.length word) / 2 in
  Printf.printf "%*s\n" (room + String.length word) word

let rec weeks cells =
  match cells with
  | a :: b :: c :: d :: e :: f :: g :: rest ->
    String.concat " " [ a ; b ; c ; d ; e ; f ; g ] :: weeks rest
  | [] -> []
  | short -> [ String.concat " " short ^ "   " ]

let print_month name first days =
  let cells = List.init first (fun _ -> "  ") @ List.init days (fun i -> two (i + 1)) in
  print_title name ;
  List.iter print_endline (weeks (day_names @ cells))
