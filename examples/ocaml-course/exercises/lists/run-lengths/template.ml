let rec repeat n x =
  failwith "repeat is yet to be written"

let rec decode runs =
  match runs with
  | [] -> failwith "decode [] is yet to be written"
  | (length, x) :: rest -> failwith "decode is yet to be written"

let rec encode list =
  failwith "encode is yet to be written"

let saved list =
  failwith "saved is yet to be written"
