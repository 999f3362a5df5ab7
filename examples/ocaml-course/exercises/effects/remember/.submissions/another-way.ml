let make_counter () =
  let left = ref [ 10 ; 9 ; 8 ; 7 ; 6 ; 5 ; 4 ; 3 ; 2 ; 1 ] in
  fun () ->
    match !left with
    | [] -> 0
    | n :: rest -> left := rest ; n

type account = { mutable balance : int }

let make_account balance =
  let account = { balance } in
  fun amount ->
    let balance = account.balance + amount in
    if balance < 0 then raise (Failure "no money")
    else (account.balance <- balance ; balance)

let remember f =
  let known = Hashtbl.create 16 in
  fun x ->
    if not (Hashtbl.mem known x) then Hashtbl.add known x (f x) ;
    Hashtbl.find known x
