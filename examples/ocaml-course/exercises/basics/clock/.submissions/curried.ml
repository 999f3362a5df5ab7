(* Takes hours and minutes one after the other, which is another type. *)
let minutes_in_a_day = 24 * 60
let to_minutes hours minutes = 60 * hours + minutes
let of_minutes total = (total / 60, total mod 60)

let later (hours, minutes) more =
  let total = (to_minutes hours minutes + more) mod minutes_in_a_day in
  of_minutes ((total + minutes_in_a_day) mod minutes_in_a_day)
