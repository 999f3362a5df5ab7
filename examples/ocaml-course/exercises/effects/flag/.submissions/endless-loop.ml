(* A blue stripe is swapped with another, and nothing moves on: the loop never ends if it is blue. *)
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
  let stripe = stripes.(i) in
  stripes.(i) <- stripes.(j) ;
  stripes.(j) <- stripe

let arrange stripes =
  let red = ref 0 and white = ref 0 in
  let blue = Array.length stripes in
  while !white < blue do
    match stripes.(!white) with
    | Red ->
      swap stripes (!red, !white) ;
      incr red ;
      incr white
    | White -> incr white
    | Blue -> swap stripes (!white, blue - 1)
  done
