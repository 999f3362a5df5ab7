(* Brings red to the front, and takes white and blue for the same. *)
let count colour stripes =
  let found = ref 0 in
  for i = 0 to Array.length stripes - 1 do
    if stripes.(i) = colour then incr found
  done ;
  !found

let in_order stripes =
  let good = ref true in
  for i = 1 to Array.length stripes - 1 do
    if stripes.(i) = Red && stripes.(i - 1) <> Red then good := false
  done ;
  !good

let swap stripes (i, j) =
  let stripe = stripes.(i) in
  stripes.(i) <- stripes.(j) ;
  stripes.(j) <- stripe

let arrange stripes =
  let red = ref 0 in
  for i = 0 to Array.length stripes - 1 do
    if stripes.(i) = Red then (swap stripes (!red, i) ; incr red)
  done
