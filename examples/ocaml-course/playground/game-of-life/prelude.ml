(* A world is a list of the cells that live. *)
type world = (int * int) list

let print_world ~width ~height (world : world) =
  for y = 0 to height - 1 do
    for x = 0 to width - 1 do
      print_string (if List.mem (x, y) world then "# " else ". ")
    done ;
    print_newline ()
  done ;
  print_newline ()
