(* Of the two in the middle, the larger one; and tests that agree with that. *)
let median numbers =
  match List.sort compare numbers with
  | [] -> invalid_arg "median"
  | sorted -> List.nth sorted (List.length sorted / 2)

let median_tests = [ ([ 5 ], 5) ; ([ 3 ; 9 ; 1 ], 3) ; ([ 4 ; 2 ; 8 ; 6 ], 6) ]
