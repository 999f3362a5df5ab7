let minutes_in_a_day = 24 * 24
let to_minutes (hours, minutes) = 60 * hours + minutes
let of_minutes total = (total / 60, total mod 60)

let later time minutes =
  let total = (to_minutes time + minutes) mod 1440 in
  of_minutes ((total + 1440) mod 1440)
