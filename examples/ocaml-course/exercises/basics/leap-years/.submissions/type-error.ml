let divides d n = n mod d = 0

let is_leap year =
  if divides 400 year then "yes" else divides 4 year

let days_in_february year = if is_leap year then 29 else 28
