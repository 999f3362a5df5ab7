(* All right, but it walks by itself. *)
let amount day = max 0 day.tenths

let rec total = function
  | [] -> 0
  | day :: rest -> amount day + total rest

let wet_days least days = List.length (List.filter (fun day -> amount day >= least) days)
let stations days = List.sort_uniq compare (List.map (fun day -> day.station) days)

let by_station days =
  let total_of station = total (List.filter (fun day -> day.station = station) days) in
  List.map (fun station -> (station, total_of station)) (stations days)

let wettest days =
  let rec wetter best = function
    | [] -> best
    | day :: rest ->
      (match best with
       | Some other when amount other >= amount day -> wetter best rest
       | _ -> wetter (Some day) rest)
  in
  wetter None days
