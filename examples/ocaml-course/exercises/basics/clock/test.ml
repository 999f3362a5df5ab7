open Report
open Test_lib

(* A name of its own for the type, so that the sampler below is found by it. *)
type time = int * int

let sample_time () = (Random.int 24, Random.int 60)

let test_minutes_in_a_day () =
  Section ([ Text "Value" ; Code "minutes_in_a_day" ],
           test_variable [%ty: int] "minutes_in_a_day" 1440)

let test_to_minutes () =
  Section ([ Text "Function" ; Code "to_minutes" ],
           test_function_1_against_solution
             ~gen:4
             [%ty: time -> int] "to_minutes"
             [ (0, 0) ; (5, 50) ; (23, 59) ])

let test_of_minutes () =
  Section ([ Text "Function" ; Code "of_minutes" ],
           test_function_1_against_solution
             ~gen:4 ~sampler:(fun () -> Random.int 1440)
             [%ty: int -> time] "of_minutes"
             [ 0 ; 350 ; 1439 ])

let test_later () =
  let on = test_function_2_against_solution ~gen:0 [%ty: time -> int -> time] "later" in
  Section ([ Text "Function" ; Code "later" ],
           [ Section ([ Text "on the same day" ],
                      on [ ((5, 50), 0) ; ((5, 50), 5) ; ((5, 50), 10) ; ((12, 0), -30) ]) ;
             Section ([ Text "past midnight" ],
                      on [ ((23, 50), 15) ; ((23, 59), 1) ; ((12, 0), 1440) ; ((12, 0), 3000) ]) ;
             Section ([ Text "back past midnight" ],
                      on [ ((0, 5), -15) ; ((0, 0), -1) ; ((12, 0), -1440) ; ((12, 0), -3000) ]) ])

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_minutes_in_a_day () ; test_to_minutes () ; test_of_minutes () ; test_later () ]
