let count colour stripes =
  let found = ref 0 in
  for i = 0 to Array.length stripes - 1 do
    if stripes.(i) = colour then incr found
  done ;
  !found

let rank = function Red -> 0 | White -> 1 | Blue -> 2

let in_order stripes =
  let good = ref true in
  for i = 1 to Array.length stripes - 1 do
    if rank stripes.(i - 1) > rank stripes.(i) then good := false
  done ;
  !good

let swap stripes (i, j) =
  let stripe = stripes.(i) in
  stripes.(i) <- stripes.(j) ;
  stripes.(j) <- stripe

let arrange stripes =
  let red = ref 0 and white = ref 0 and blue = ref (Array.length stripes) in
  while !white < !blue do
    match stripes.(!white) with
    | Red ->
      swap stripes (!red, !white) ;
      incr red ;
      incr white
    | White -> incr white
    | Blue ->
      decr blue ;
      swap stripes (!white, !blue)
  done
