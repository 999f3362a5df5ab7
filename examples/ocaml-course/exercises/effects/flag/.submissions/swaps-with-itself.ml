(* The first stripe is overwritten before it is kept: a swap makes two of a kind. *)
let count colour stripes =
  let found = ref 0 in
  for i = 0 to Array.length stripes - 1 do
    if stripes.(i) = colour then incr found
  done ;
  !found

let in_order stripes =
  let good = ref true in
  for i = 1 to Array.length stripes - 1 do
    if compare stripes.(i - 1) stripes.(i) > 0 then good := false
  done ;
  !good

let swap stripes (i, j) =
  stripes.(i) <- stripes.(j) ;
  stripes.(j) <- stripes.(i)

let arrange stripes = ()
