(* One too far in each loop. *)
let count colour stripes =
  let found = ref 0 in
  for i = 0 to Array.length stripes do
    if stripes.(i) = colour then incr found
  done ;
  !found

let in_order stripes =
  let good = ref true in
  for i = 0 to Array.length stripes - 1 do
    if compare stripes.(i) stripes.(i + 1) > 0 then good := false
  done ;
  !good

let swap stripes (i, j) =
  let stripe = stripes.(i) in
  stripes.(i) <- stripes.(j) ;
  stripes.(j) <- stripe

let arrange stripes =
  for i = 0 to Array.length stripes do
    if stripes.(i) = Red then swap stripes (0, i)
  done
