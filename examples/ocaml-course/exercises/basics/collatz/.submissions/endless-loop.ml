(* Falls from 1 up again: the peak of 1 is never found, those of the others are. *)
let next n = if n mod 2 = 0 then n / 2 else 3 * n + 1
let rec steps n = if n = 1 then 0 else 1 + steps (next n)

let rec climb top n = if n = 2 then top else climb (max top (next n)) (next n)
let peak n = if n = 1 then climb 0 0 else climb n n

let rec path n =
  if n = 1 then "1" else string_of_int n ^ " " ^ path (next n)
