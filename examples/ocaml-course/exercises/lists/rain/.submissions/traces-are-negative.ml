(* Takes -1 for an amount of rain. *)
let amount day = day.tenths
let total days = List.fold_left (fun sum day -> sum + amount day) 0 days
let wet_days least days = List.length (List.filter (fun day -> amount day >= least) days)
let stations days = List.sort_uniq compare (List.map (fun day -> day.station) days)

let by_station days =
  let total_of station = total (List.filter (fun day -> day.station = station) days) in
  List.map (fun station -> (station, total_of station)) (stations days)

let wettest days =
  let wetter best day =
    match best with
    | Some other when amount other >= amount day -> best
    | _ -> Some day
  in
  List.fold_left wetter None days
