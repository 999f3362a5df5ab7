(* A type of its own for the result. *)
let median numbers =
  match List.sort compare numbers with
  | [] -> None
  | sorted -> Some (List.nth sorted ((List.length sorted - 1) / 2))

let median_tests = [ ([], None) ; ([ 3 ; 9 ; 1 ], Some 3) ]
