(* The month has no end, and so has the paper. *)
let print_day day = Printf.printf "%2d" day

let print_title word =
  print_string (String.make ((20 - String.length word) / 2) ' ') ;
  print_endline word

let print_month name first days =
  print_title name ;
  let day = ref 1 in
  while !day <> 0 do
    print_day !day ;
    print_newline () ;
    incr day
  done
