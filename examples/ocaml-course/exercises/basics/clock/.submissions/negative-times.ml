(* Forgets what the remainder of a negative number is. *)
let minutes_in_a_day = 24 * 60
let to_minutes (hours, minutes) = 60 * hours + minutes
let of_minutes total = (total / 60, total mod 60)
let later time minutes = of_minutes ((to_minutes time + minutes) mod minutes_in_a_day)
