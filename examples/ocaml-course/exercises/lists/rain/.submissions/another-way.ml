let amount { tenths ; _ } = if tenths < 0 then 0 else tenths

let total days = days |> List.map amount |> List.fold_left ( + ) 0

let wet_days least days =
  List.fold_right (fun day count -> if amount day < least then count else count + 1) days 0

let stations days = days |> List.map (fun { station ; _ } -> station) |> List.sort_uniq String.compare

let by_station days =
  List.map
    (fun name -> (name, days |> List.filter (fun day -> name = day.station) |> total))
    (stations days)

let wettest days =
  match List.stable_sort (fun a b -> compare (amount b) (amount a)) days with
  | [] -> None
  | day :: _ -> Some day
