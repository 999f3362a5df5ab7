let median numbers =
  let array = Array.of_list numbers in
  Array.sort compare array ;
  match Array.length array with
  | 0 -> raise (Invalid_argument "median")
  | n -> array.((n - 1) / 2)

let median_tests =
  let five = [ 30 ; -10 ; 0 ; 20 ; 10 ] in
  [ (five, 10) ; (List.rev five, 10) ; ([ 1 ; 2 ], 1) ; ([ 100 ; 0 ; 1 ], 1) ;
    ([ 3 ; 3 ; 3 ; 8 ; 9 ], 3) ; ([ -9 ; 1 ; 2 ], 1) ]
