let pay notes amount =
  if amount < 0 then raise (Invalid_argument "pay") ;
  let give (paid, rest) note =
    (List.init (rest / note) (fun _ -> note) @ paid, rest mod note)
  in
  let paid, rest = List.fold_left give ([], amount) notes in
  if rest > 0 then raise (Cannot_pay rest) else List.rev paid

let try_pay notes amount = try Some (pay notes amount) with Cannot_pay _ -> None

let with_open_door work =
  door_is_open := true ;
  let done_ = try Ok (work ()) with trouble -> Error trouble in
  door_is_open := false ;
  match done_ with
  | Ok result -> result
  | Error trouble -> raise trouble
