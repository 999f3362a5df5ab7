let count colour stripes =
  let found = 0 in
  for i = 0 to Array.length stripes - 1 do
    if stripes.(i) = colour then found := found + 1
  done ;
  found
