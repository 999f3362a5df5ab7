let fare kilometres =
  if kilometres <= 100 then 20 * kilometres else 2000 + 12 * (kilometres - 100)

let price ticket =
  let cents = fare ticket.kilometres in
  let cents = if ticket.carriage = First then cents + cents / 2 else cents in
  let cents =
    match ticket.age with
    | Adult -> cents
    | Child -> cents / 2
    | Senior -> 3 * cents / 4
  in
  cents + if ticket.bicycle then 700 else 0

let upgrade { age ; kilometres ; bicycle ; carriage = _ } =
  { age ; kilometres ; bicycle ; carriage = First }

let describe ticket =
  String.concat ", "
    ([ (match ticket.age with Child -> "child" | Adult -> "adult" | Senior -> "senior") ;
       (match ticket.carriage with First -> "first class" | Second -> "second class") ;
       string_of_int ticket.kilometres ^ " km" ]
     @ if ticket.bicycle then [ "with a bicycle" ] else [])

let cheapest tickets =
  match List.stable_sort (fun a b -> compare (price a) (price b)) tickets with
  | [] -> None
  | ticket :: _ -> Some ticket
