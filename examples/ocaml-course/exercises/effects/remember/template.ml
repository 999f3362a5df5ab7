let make_counter () =
  let count = ref 0 in
  fun () -> incr count ; !count

let make_account balance =
  failwith "make_account is yet to be written"

let remember f =
  failwith "remember is yet to be written"
