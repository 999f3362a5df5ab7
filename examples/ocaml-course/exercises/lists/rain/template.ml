let amount day =
  failwith "amount is yet to be written"

let total days =
  failwith "total is yet to be written"

let wet_days least days =
  failwith "wet_days is yet to be written"

let stations days =
  failwith "stations is yet to be written"

let by_station days =
  failwith "by_station is yet to be written"

let wettest days =
  failwith "wettest is yet to be written"
