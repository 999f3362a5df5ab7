(* Divides the other way round, which also divides by zero. *)
let divides d n = d mod n = 0
let is_leap year = divides year 4 && (not (divides year 100) || divides year 400)
let days_in_february year = if is_leap year then 29 else 28
