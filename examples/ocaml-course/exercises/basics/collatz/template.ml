let next n =
  failwith "next is yet to be written"

let rec steps n =
  failwith "steps is yet to be written"

let rec peak n =
  failwith "peak is yet to be written"

let rec path n =
  failwith "path is yet to be written"
