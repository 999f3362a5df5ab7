(* The compiler warns: what does a senior pay? *)
let fare kilometres =
  if kilometres <= 100 then 20 * kilometres else 2000 + 12 * (kilometres - 100)

let price ticket =
  let cents = fare ticket.kilometres in
  let cents = if ticket.carriage = First then cents + cents / 2 else cents in
  let cents =
    match ticket.age with
    | Adult -> cents
    | Child -> cents / 2
  in
  if ticket.bicycle then cents + 700 else cents

let upgrade ticket = { ticket with carriage = First }

let describe ticket =
  Printf.sprintf "%s, %s, %d km%s"
    (match ticket.age with Child -> "child" | Adult -> "adult" | Senior -> "senior")
    (match ticket.carriage with First -> "first class" | Second -> "second class")
    ticket.kilometres
    (if ticket.bicycle then ", with a bicycle" else "")

let rec cheapest = function
  | [] -> None
  | ticket :: rest ->
    match cheapest rest with
    | Some other when price other < price ticket -> Some other
    | _ -> Some ticket
