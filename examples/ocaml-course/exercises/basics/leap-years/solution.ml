let divides d n = n mod d = 0

let is_leap year =
  divides 4 year && (not (divides 100 year) || divides 400 year)

let days_in_february year = if is_leap year then 29 else 28
