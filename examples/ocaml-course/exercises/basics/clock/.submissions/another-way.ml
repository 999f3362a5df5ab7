let minutes_in_an_hour = 60
let minutes_in_a_day = 24 * minutes_in_an_hour

let to_minutes time = fst time * minutes_in_an_hour + snd time

let of_minutes total =
  let hours = total / minutes_in_an_hour in
  (hours, total - hours * minutes_in_an_hour)

let rec wrap total =
  if total < 0 then wrap (total + minutes_in_a_day)
  else if total >= minutes_in_a_day then wrap (total - minutes_in_a_day)
  else total

let later time minutes = of_minutes (wrap (to_minutes time + minutes))
