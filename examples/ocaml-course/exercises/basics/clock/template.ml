let minutes_in_a_day = 0

let to_minutes (hours, minutes) =
  failwith "to_minutes is yet to be written"

let of_minutes total =
  failwith "of_minutes is yet to be written"

let later time minutes =
  failwith "later is yet to be written"
