(* The last of several days with as much rain, and an exception when there are none. *)
let amount day = max 0 day.tenths
let total days = List.fold_left (fun sum day -> sum + amount day) 0 days
let wet_days least days = List.length (List.filter (fun day -> amount day >= least) days)
let stations days = List.sort_uniq compare (List.map (fun day -> day.station) days)

let by_station days =
  let total_of station = total (List.filter (fun day -> day.station = station) days) in
  List.map (fun station -> (station, total_of station)) (stations days)

let wettest days =
  let later_one best day = if amount best > amount day then best else day in
  Some (List.fold_left later_one (List.hd days) days)
