(* Days below ten take one column, so nothing stands under its name. *)
let print_day day = print_int day

let print_title word =
  print_string (String.make ((20 - String.length word) / 2) ' ') ;
  print_endline word

let print_month name first days =
  print_title name ;
  print_endline (String.concat " " day_names) ;
  print_string (String.make (3 * first) ' ') ;
  for day = 1 to days do
    print_day day ;
    if (first + day) mod 7 = 0 || day = days then print_newline ()
    else print_string " "
  done
