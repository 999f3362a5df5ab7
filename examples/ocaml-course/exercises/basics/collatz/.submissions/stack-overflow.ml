(* Never arrives, and remembers every step of it. *)
let next n = if n mod 2 = 0 then n / 2 else 3 * n + 1
let rec steps n = if n = 0 then 0 else 1 + steps (next n)
let rec peak n = if n = 1 then 1 else max n (peak (next n))

let rec path n =
  if n = 1 then "1" else string_of_int n ^ " " ^ path (next n)
