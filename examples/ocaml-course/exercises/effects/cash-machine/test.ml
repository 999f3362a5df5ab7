open Report
open Test_lib

let euros = [ 100 ; 50 ; 20 ; 10 ; 5 ]

(* Exceptions are compared like values: the student's has to be the solution's. *)
let test_pay () =
  let on title cases =
    Section ([ Text title ],
             test_function_2_against_solution ~gen:0 [%ty: int list -> int -> int list] "pay" cases)
  in
  Section ([ Text "Function" ; Code "pay" ],
           [ on "amounts that can be paid"
               [ (euros, 0) ; (euros, 5) ; (euros, 185) ; (euros, 300) ; ([ 50 ; 20 ; 10 ], 120) ;
                 ([], 0) ] ;
             on "amounts that cannot" [ ([ 50 ; 20 ], 60) ; ([], 7) ; (euros, 123) ] ;
             on "amounts that are none" [ (euros, -20) ; ([], -1) ] ])

let test_try_pay () =
  Section ([ Text "Function" ; Code "try_pay" ],
           test_function_2_against_solution
             ~gen:0
             [%ty: int list -> int -> int list option] "try_pay"
             [ (euros, 0) ; (euros, 185) ; ([ 50 ; 20 ], 60) ; ([], 7) ; (euros, -20) ])

(* What matters here is an effect, so the student's function is called by hand. *)
let check_door with_open_door title work expected =
  let open_meanwhile = ref false in
  door_is_open := false ;
  let got =
    result (fun () -> with_open_door (fun () -> open_meanwhile := !door_is_open ; work ()))
  in
  let say right good bad =
    if right then Message ([ Text good ], Success 1) else Message ([ Text bad ], Failure)
  in
  Section ([ Text title ],
           [ say !open_meanwhile "the door was open at work" "the door was shut at work" ] @@= fun () ->
           [ say (not !door_is_open) "the door is shut afterwards" "the door is open afterwards" ;
             say (got = expected) "what came of it is right" "what came of it is not right" ])

let test_with_open_door () =
  Section ([ Text "Function" ; Code "with_open_door" ],
           test_value (lookup_student [%ty: (unit -> int) -> int] "with_open_door") @@
           fun with_open_door ->
           [ check_door with_open_door "work that ends well" (fun () -> 42) (Ok 42) ;
             check_door with_open_door "work that divides by zero"
               (fun () -> raise Division_by_zero) (Error Division_by_zero) ;
             check_door with_open_door "work that cannot pay"
               (fun () -> raise (Cannot_pay 3)) (Error (Cannot_pay 3)) ])

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_pay () ; test_try_pay () ; test_with_open_door () ]
