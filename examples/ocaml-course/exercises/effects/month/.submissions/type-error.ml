let print_day day = Printf.printf "%2s" (day + 0)
let print_title word = print_endline word
let print_month name first days = print_title name
