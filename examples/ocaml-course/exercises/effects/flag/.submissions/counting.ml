(* Counts, and paints: it looks twice, but that cannot be seen from outside. *)
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

let arrange stripes =
  let red = count Red stripes and white = count White stripes in
  Array.iteri
    (fun i _ ->
      stripes.(i) <- (if i < red then Red else if i < red + white then White else Blue))
    stripes
