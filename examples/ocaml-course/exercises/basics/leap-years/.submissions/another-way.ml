let divides d n = (n / d) * d = n

let is_leap year =
  if divides 400 year then true
  else if divides 100 year then false
  else divides 4 year

let days_in_february year =
  match is_leap year with
  | true -> 29
  | false -> 28
