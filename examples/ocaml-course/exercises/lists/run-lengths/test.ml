open Report
open Test_lib

type letters = char list
type runs = (int * char) list

(* Two letters only: so there are runs in it. *)
let sample_letters = sample_list ~min_size:1 ~max_size:12 (sample_cases [ 'w' ; 'b' ])

let sample_runs =
  sample_list ~max_size:5 (sample_pair (fun () -> 1 + Random.int 4) sample_char)

let test_repeat () =
  Section ([ Text "Function" ; Code "repeat" ],
           test_function_2_against_solution
             ~gen:3 ~sampler:(fun () -> (Random.int 6, sample_char ()))
             [%ty: int -> char -> letters] "repeat"
             [ (3, 'a') ; (1, 'b') ; (0, 'c') ; (-2, 'd') ] @
           (* The same function on another type: it has to be polymorphic. *)
           test_function_2_against_solution
             ~gen:0
             [%ty: int -> bool -> bool list] "repeat"
             [ (2, true) ])

let test_decode () =
  Section ([ Text "Function" ; Code "decode" ],
           test_function_1_against_solution
             ~gen:4
             [%ty: runs -> letters] "decode"
             [ [] ; [ (3, 'a') ] ; [ (5, 'w') ; (2, 'b') ; (1, 'w') ] ; [ (0, 'x') ; (1, 'y') ] ])

let test_encode () =
  let on ~gen cases =
    test_function_1_against_solution ~gen [%ty: letters -> runs] "encode" cases
  in
  Section ([ Text "Function" ; Code "encode" ],
           [ Section ([ Text "the empty list" ], on ~gen:0 [ [] ]) ;
             Section ([ Text "lists with elements" ],
                      on ~gen:4 (List.map explode [ "w" ; "www" ; "wb" ; "wwwwwbbw" ])) ])

(* Says of any result whether it will do, without a solution to compare it with. *)
let is_undone_by_decoding letters _runs result =
  match result with
  | Error exn ->
    [ Message ([ Text "raises" ; Code (Printexc.to_string exn) ], Failure) ]
  | Ok runs ->
    let decoded =
      List.concat (List.map (fun (length, letter) -> List.init length (fun _ -> letter)) runs)
    in
    if decoded = letters then
      [ Message ([ Text "decoded, it is the list again" ], Success 1) ]
    else
      [ Message ([ Text "decoded, it is" ; Code (implode decoded) ], Failure) ]

let test_round_trip () =
  Section ([ Code "encode" ; Text "loses nothing" ],
           test_function_1_against_postcond
             ~gen:0
             is_undone_by_decoding
             [%ty: letters -> runs] "encode"
             (List.map explode [ "banana" ; "wwwwbbbb" ; "mississippi" ]))

let test_saved () =
  Section ([ Text "Function" ; Code "saved" ],
           test_function_1_against_solution
             ~gen:0
             [%ty: letters -> int] "saved"
             (List.map explode [ "" ; "w" ; "wb" ; "wwwwwbbw" ]))

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_repeat () ; test_decode () ; test_encode () ; test_round_trip () ; test_saved () ]
