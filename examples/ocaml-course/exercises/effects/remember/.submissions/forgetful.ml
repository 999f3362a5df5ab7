(* The memory is made anew at each call, so there is none. *)
let make_counter () = fun () ->
  let next = ref 11 in
  next := max 0 (!next - 1) ;
  !next

let make_account balance = fun amount ->
  if balance + amount < 0 then failwith "no money" ;
  balance + amount

let remember f x =
  let known = ref [] in
  match List.assoc_opt x !known with
  | Some y -> y
  | None ->
    let y = f x in
    known := (x, y) :: !known ;
    y
