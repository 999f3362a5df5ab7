(* The endless loop is not in a function: the program never gets so far as to be tested. *)
let next n = if n mod 2 = 0 then n / 2 else 3 * n + 1
let rec until_zero n = if n = 0 then n else until_zero (next n)
let start = until_zero 27
let rec steps n = if n = 1 then 0 else 1 + steps (next n)
let rec peak n = if n = 1 then 1 else max n (peak (next n))

let rec path n =
  if n = 1 then "1" else string_of_int n ^ " " ^ path (next n)
