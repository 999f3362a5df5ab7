(* The function is right, its one test finds nothing. *)
let median numbers =
  match List.sort compare numbers with
  | [] -> invalid_arg "median"
  | sorted -> List.nth sorted ((List.length sorted - 1) / 2)

let median_tests = [ ([ 5 ], 5) ]
