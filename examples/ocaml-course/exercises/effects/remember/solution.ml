let make_counter () =
  let next = ref 11 in
  fun () ->
    next := max 0 (!next - 1) ;
    !next

let make_account balance =
  let balance = ref balance in
  fun amount ->
    if !balance + amount < 0 then failwith "no money" ;
    balance := !balance + amount ;
    !balance

let remember f =
  let known = ref [] in
  fun x ->
    match List.assoc_opt x !known with
    | Some y -> y
    | None ->
      let y = f x in
      known := (x, y) :: !known ;
      y
