let make_counter () =
  let next = ref 11 in
  fun () ->
    next := max 0 (next - 1) ;
    !next
