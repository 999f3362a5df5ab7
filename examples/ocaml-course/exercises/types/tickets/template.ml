let fare kilometres =
  failwith "fare is yet to be written"

let price ticket =
  match ticket.age with
  | Adult -> failwith "the price for adults is yet to be written"
  | Child -> failwith "the price for children is yet to be written"
  | Senior -> failwith "the price for seniors is yet to be written"

let upgrade ticket =
  failwith "upgrade is yet to be written"

let describe ticket =
  failwith "describe is yet to be written"

let cheapest tickets =
  failwith "cheapest is yet to be written"
