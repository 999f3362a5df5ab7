open Report
open Test_lib

(* A divisor of 0 is nobody's business here, so random arguments come from us. *)
let divisor_and_number () = (1 + Random.int 9, Random.int 100)

let test_divides () =
  set_progress "Dividing" ;
  Section ([ Text "Function" ; Code "divides" ],
           test_function_2_against_solution
             ~gen:4 ~sampler:divisor_and_number
             [%ty: int -> int -> bool] "divides"
             [ (4, 1996) ; (5, 17) ; (7, 7) ; (10, 5) ; (3, 0) ; (2, -8) ])

(* Every kind of year is there and none is left to chance, so equal solutions earn equal points. *)
let test_is_leap () =
  set_progress "Looking for leap years" ;
  Section ([ Text "Function" ; Code "is_leap" ],
           test_function_1_against_solution
             ~gen:0
             [%ty: int -> bool] "is_leap"
             [ 2024 ; 2023 ; 1996 ; 2026 ; 1900 ; 2100 ; 2000 ; 2400 ])

(* Cases may also be written out: argument, result, and what is printed (here: nothing). *)
let test_february () =
  set_progress "Counting days" ;
  Section ([ Text "Function" ; Code "days_in_february" ],
           test_function_1
             [%ty: int -> int] "days_in_february"
             [ (2023, 28, "", "") ; (2024, 29, "", "") ; (1900, 28, "", "") ; (2000, 29, "", "") ])

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_divides () ; test_is_leap () ; test_february () ]
