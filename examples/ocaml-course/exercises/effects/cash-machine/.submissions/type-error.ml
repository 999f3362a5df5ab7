let rec pay notes amount =
  if amount = 0 then None
  else
    match notes with
    | [] -> raise (Cannot_pay amount)
    | note :: _ when note <= amount -> note :: pay notes (amount - note)
    | _ :: smaller -> pay smaller amount
