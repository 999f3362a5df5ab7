let rec pay notes amount =
  if amount < 0 then invalid_arg "pay" ;
  match notes with
  | _ when amount = 0 -> []
  | [] -> raise (Cannot_pay amount)
  | note :: _ when note <= amount -> note :: pay notes (amount - note)
  | _ :: smaller -> pay smaller amount

let try_pay notes amount =
  match pay notes amount with
  | paid -> Some paid
  | exception Cannot_pay _ -> None

let with_open_door work =
  door_is_open := true ;
  Fun.protect work ~finally:(fun () -> door_is_open := false)
