let fare kilometres =
  let near = min kilometres 100 in
  20 * near + 12 * (kilometres - near)

let in_carriage carriage cents =
  match carriage with
  | First -> cents * 3 / 2
  | Second -> cents

let at_age age cents =
  match age with
  | Child -> cents / 2
  | Adult -> cents
  | Senior -> cents * 3 / 4

let price { age ; carriage ; kilometres ; bicycle } =
  let seat = fare kilometres |> in_carriage carriage |> at_age age in
  if bicycle then seat + 700 else seat

let upgrade ticket = { ticket with carriage = First }

let name_of_age = function Child -> "child" | Adult -> "adult" | Senior -> "senior"

let name_of_carriage = function First -> "first class" | Second -> "second class"

let describe { age ; carriage ; kilometres ; bicycle } =
  Printf.sprintf "%s, %s, %d km%s"
    (name_of_age age) (name_of_carriage carriage) kilometres
    (if bicycle then ", with a bicycle" else "")

let rec cheapest = function
  | [] -> None
  | ticket :: rest ->
    match cheapest rest with
    | Some other when price other < price ticket -> Some other
    | _ -> Some ticket
