(* The library does it; not here. *)
let count colour stripes =
  Array.fold_left (fun n stripe -> if stripe = colour then n + 1 else n) 0 stripes

let in_order stripes =
  let rec from i =
    i >= Array.length stripes || (compare stripes.(i - 1) stripes.(i) <= 0 && from (i + 1))
  in
  from 1

let swap stripes (i, j) =
  let a, b = stripes.(i), stripes.(j) in
  stripes.(i) <- b ;
  stripes.(j) <- a

let arrange stripes = Array.sort compare stripes
