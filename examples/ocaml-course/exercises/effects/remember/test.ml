(* Before Report is opened, which has another Failure. *)
let no_money = Error (Failure "no money")

open Report
open Test_lib

let right words = Message ([ Text words ], Success 1)

let wrong words = Message ([ Text words ], Failure)

let say condition good bad = if condition then right good else wrong bad

let times n f = List.init n (fun _ -> result f)

let counted from n = List.init n (fun i -> Ok (max 0 (from - i)))

let test_make_counter () =
  Section ([ Text "Function" ; Code "make_counter" ],
           test_value (lookup_student [%ty: unit -> unit -> int] "make_counter") @@ fun make ->
           match result make with
           | Error exn -> [ wrong ("raises " ^ Printexc.to_string exn) ]
           | Ok counter ->
             let first = times 4 counter in
             let later = times 9 counter in
             let other = result (fun () -> make () ()) in
             [ say (first = counted 10 4) "counts down from 10" "does not count down from 10" ;
               say (later = counted 6 9) "stays at 0" "does not stay at 0" ;
               say (other = Ok 10) "another counter begins anew" "another counter does not begin at 10" ])

(* A function of two arguments that remembers: each list of amounts is tried on one account. *)
let test_make_account () =
  Section ([ Text "Function" ; Code "make_account" ],
           test_value (lookup_student [%ty: int -> int -> int] "make_account") @@ fun make ->
           let balances_of amounts =
             match result (fun () -> make 100) with
             | Error _ as trouble -> [ trouble ]
             | Ok account -> List.map (fun amount -> result (fun () -> account amount)) amounts
           in
           [ say (balances_of [ 20 ; 5 ] = [ Ok 120 ; Ok 125 ])
               "money is paid in" "money that is paid in is not right" ;
             say (balances_of [ -30 ; -70 ] = [ Ok 70 ; Ok 0 ])
               "money is taken off" "money that is taken off is not right" ;
             say (balances_of [ -101 ] = [ no_money ])
               "a withdrawal of too much is refused" "a withdrawal of too much is not refused" ;
             say (balances_of [ -101 ; 1 ] = [ no_money ; Ok 101 ])
               "and changes nothing" "and changes something, or worse" ])

let test_remember () =
  Section ([ Text "Function" ; Code "remember" ],
           test_value (lookup_student [%ty: (int -> int) -> int -> int] "remember") @@ fun remember ->
           calls := 0 ;
           let squares =
             result (fun () ->
               let square = remember slow_square in
               List.map square [ 5 ; 5 ; 2 ; 5 ; 2 ; 0 ])
           in
           [ say (squares = Ok [ 25 ; 25 ; 4 ; 25 ; 4 ; 0 ])
               "the results are those of the function" "the results are not those of the function" ] @
           (* Compares a reference of the prelude with what should be in it. *)
           (Message ([ Text "How often was it called?" ], Informative) ::
            test_ref [%ty: int] calls 3) @
           begin
             failed_before := false ;
             let keep_trying =
               result (fun () ->
                 let try_again = remember unreliable in
                 let first = try try_again 1 with Failure _ -> -1 in
                 [ first ; try_again 1 ])
             in
             [ say (keep_trying = Ok [ -1 ; 2 ])
                 "an exception is not taken for a result" "what a function does after an exception is lost" ]
           end)

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_make_counter () ; test_make_account () ; test_remember () ]
