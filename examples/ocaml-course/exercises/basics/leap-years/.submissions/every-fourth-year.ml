(* The calendar before 1582: right for a long time, wrong in 1900. *)
let divides d n = n mod d = 0
let is_leap year = divides 4 year
let days_in_february year = if is_leap year then 29 else 28
