open Report
open Test_lib

module Tests = Mutation_test.Make (Test_lib)

let in_middle numbers sorted = List.nth sorted ((List.length numbers - 1) / 2)

(* The wrong functions, each with what it earns to catch it. *)
let mutants =
  [ ("forgets to sort", 1, fun numbers -> in_middle numbers numbers) ;
    ("takes the larger of the two in the middle", 1,
     fun numbers -> List.nth (List.sort compare numbers) (List.length numbers / 2)) ;
    ("drops equal numbers", 1,
     fun numbers -> let sorted = List.sort_uniq compare numbers in in_middle sorted sorted) ;
    ("sorts without looking at signs", 1,
     fun numbers ->
       in_middle numbers (List.sort (fun a b -> compare (abs a) (abs b)) numbers)) ;
    ("takes the mean", 1,
     fun numbers -> List.fold_left ( + ) 0 numbers / List.length numbers) ]

let test_median () =
  Section ([ Text "Function" ; Code "median" ],
           test_function_1_against_solution
             ~gen:4
             [%ty: int list -> int] "median"
             [ [] ; [ 5 ] ; [ 3 ; 9 ; 1 ] ; [ 4 ; 2 ; 8 ; 6 ] ; [ 7 ; 7 ; 7 ; 1 ; 2 ] ; [ -5 ; 3 ; -7 ] ])

let test_median_tests () =
  Section ([ Text "Your tests," ; Code "median_tests" ],
           Tests.test_unit_tests_1 [%ty: int list -> int] "median" mutants)

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_median () ; test_median_tests () ]
