(* `with _` also hides the mistake of asking for a negative amount; the door stays open. *)
let rec pay notes amount =
  if amount < 0 then invalid_arg "pay" ;
  match notes with
  | _ when amount = 0 -> []
  | [] -> raise (Cannot_pay amount)
  | note :: _ when note <= amount -> note :: pay notes (amount - note)
  | _ :: smaller -> pay smaller amount

let try_pay notes amount = try Some (pay notes amount) with _ -> None

let with_open_door work =
  door_is_open := true ;
  let result = work () in
  door_is_open := false ;
  result
