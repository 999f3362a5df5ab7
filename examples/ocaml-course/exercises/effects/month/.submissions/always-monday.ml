(* Every month begins on a Monday. *)
let print_day day = Printf.printf "%2d" day

let print_title word =
  print_string (String.make ((20 - String.length word) / 2) ' ') ;
  print_endline word

let print_month name first days =
  print_title name ;
  print_endline (String.concat " " day_names) ;
  for day = 1 to days do
    print_day day ;
    print_string (if day mod 7 = 0 || day = days then "\n" else " ")
  done
