open Report
open Test_lib

(* The sampler of a record is made of the samplers of its fields. *)
let sample_age = sample_cases [ Child ; Adult ; Senior ]

let sample_carriage = sample_cases [ First ; Second ]

let sample_ticket () =
  { age = sample_age () ;
    carriage = sample_carriage () ;
    kilometres = 1 + Random.int 300 ;
    bicycle = sample_bool () }

let second age kilometres = { age ; carriage = Second ; kilometres ; bicycle = false }

let first age kilometres = { (second age kilometres) with carriage = First }

let with_bicycle ticket = { ticket with bicycle = true }

let test_fare () =
  Section ([ Text "Function" ; Code "fare" ],
           test_function_1
             [%ty: int -> int] "fare"
             [ (0, 0, "", "") ; (42, 840, "", "") ; (100, 2000, "", "") ; (101, 2012, "", "") ;
               (250, 3800, "", "") ])

let test_price () =
  let on title tickets =
    Section ([ Text title ],
             test_function_1_against_solution ~gen:0 [%ty: ticket -> int] "price" tickets)
  in
  Section ([ Text "Function" ; Code "price" ],
           [ on "for adults" [ second Adult 42 ; first Adult 42 ; first Adult 150 ] ;
             on "for children" [ second Child 42 ; first Child 7 ; first Child 150 ] ;
             on "for seniors" [ second Senior 42 ; first Senior 7 ; first Senior 150 ] ;
             on "with bicycles"
               (List.map with_bicycle [ second Adult 42 ; first Child 7 ; second Senior 150 ]) ])

let test_upgrade () =
  Section ([ Text "Function" ; Code "upgrade" ],
           test_function_1_against_solution
             ~gen:3
             [%ty: ticket -> ticket] "upgrade" [ second Adult 42 ; first Child 7 ])

let test_describe () =
  Section ([ Text "Function" ; Code "describe" ],
           test_function_1_against_solution
             ~gen:4
             [%ty: ticket -> string] "describe"
             [ second Adult 42 ; with_bicycle (first Senior 7) ])

let test_cheapest () =
  Section ([ Text "Function" ; Code "cheapest" ],
           test_function_1_against_solution
             ~gen:0
             [%ty: ticket list -> ticket option] "cheapest"
             [ [] ; [ second Adult 42 ] ;
               [ second Adult 42 ; second Child 42 ; second Senior 42 ] ;
               (* Both cost 840: the first of them it is. *)
               [ second Adult 42 ; second Child 84 ] ])

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_fare () ; test_price () ; test_upgrade () ; test_describe () ; test_cheapest () ]
