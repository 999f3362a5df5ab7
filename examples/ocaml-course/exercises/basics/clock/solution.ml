let minutes_in_a_day = 24 * 60

let to_minutes (hours, minutes) = 60 * hours + minutes

let of_minutes total = (total / 60, total mod 60)

let later time minutes =
  let total = (to_minutes time + minutes) mod minutes_in_a_day in
  of_minutes ((total + minutes_in_a_day) mod minutes_in_a_day)
