(* Fails with words where the exception of the exercise is wanted. *)
let rec pay notes amount =
  if amount < 0 then failwith "that is no amount" ;
  match notes with
  | _ when amount = 0 -> []
  | [] -> failwith "cannot pay"
  | note :: _ when note <= amount -> note :: pay notes (amount - note)
  | _ :: smaller -> pay smaller amount

let try_pay notes amount = try Some (pay notes amount) with Failure _ -> None

let with_open_door work =
  door_is_open := true ;
  Fun.protect work ~finally:(fun () -> door_is_open := false)
