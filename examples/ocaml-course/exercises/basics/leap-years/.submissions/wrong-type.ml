let divides d n = n mod d

let is_leap year =
  divides 4 year = 0 && (divides 100 year <> 0 || divides 400 year = 0)

let days_in_february year = if is_leap year then 29 else 28
