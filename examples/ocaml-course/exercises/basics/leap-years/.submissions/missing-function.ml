let divides d n = n mod d = 0

let is_leap year =
  divides 4 year && (not (divides 100 year) || divides 400 year)
