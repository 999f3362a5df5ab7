(* All right, were it not for the loops. *)
let next n = if n mod 2 = 0 then n / 2 else 3 * n + 1

let steps n =
  let count = ref 0 and n = ref n in
  while !n <> 1 do
    incr count ;
    n := next !n
  done ;
  !count

let rec peak n = if n = 1 then 1 else max n (peak (next n))

let rec path n =
  if n = 1 then "1" else string_of_int n ^ " " ^ path (next n)
