(* Raises while it is being loaded, long before anything is asked of it. *)
let fare kilometres =
  if kilometres <= 100 then 20 * kilometres else 2000 + 12 * (kilometres - 100)

let smallest = List.hd (List.sort compare [])

let price ticket = fare ticket.kilometres
