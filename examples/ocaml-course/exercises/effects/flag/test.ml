open Report
open Test_lib

let sample_colour = sample_cases [ Red ; White ; Blue ]

type stripes = colour array

let sample_stripes = sample_array ~max_size:9 sample_colour

let colours text =
  Array.init (String.length text) (fun i ->
    match text.[i] with 'r' -> Red | 'w' -> White | _ -> Blue)

let test_count () =
  Section ([ Text "Function" ; Code "count" ],
           test_function_2_against_solution
             ~gen:4
             [%ty: colour -> stripes -> int] "count"
             [ (Red, [||]) ; (White, colours "wrwbw") ; (Blue, colours "rrw") ])

let test_in_order () =
  Section ([ Text "Function" ; Code "in_order" ],
           test_function_1_against_solution
             ~gen:0
             [%ty: stripes -> bool] "in_order"
             (List.map colours [ "" ; "b" ; "rrwwbb" ; "rb" ; "rwbw" ; "wr" ; "bbr" ]))

(* The callbacks copy the array beforehand, give the student an array like the solution's, and
   compare in the end what the two have become. *)
let test_swap () =
  let { before_reference ; before_user ; test } =
    array_arg_mutation_test_callbacks [%ty: stripes] in
  let before_reference stripes _ = before_reference stripes in
  let before_user stripes _ = before_user stripes in
  Section ([ Text "Function" ; Code "swap" ],
           test_function_2_against_solution
             ~gen:0 ~before_reference ~before_user ~test
             [%ty: stripes -> int * int -> unit] "swap"
             [ (colours "rwb", (0, 2)) ; (colours "rwb", (1, 0)) ; (colours "rwb", (1, 1)) ])

let test_arrange () =
  let { before_reference ; before_user ; test } =
    array_arg_mutation_test_callbacks [%ty: stripes] in
  Section ([ Text "Function" ; Code "arrange" ],
           test_function_1_against_solution
             ~gen:5 ~before_reference ~before_user ~test
             [%ty: stripes -> unit] "arrange"
             (List.map colours [ "" ; "w" ; "br" ; "bwr" ; "wbrbwrwbr" ]))

let in_place () =
  ast_check_structure
    ~on_variable_occurence:(
      forbid "function" (fun name -> name)
        [ "Array.sort" ; "Array.stable_sort" ; "Array.fast_sort" ; "Array.copy" ; "Array.make" ;
          "Array.init" ; "Array.of_list" ; "Array.to_list" ; "Array.append" ; "Array.map" ;
          "Array.concat" ; "Array.sub" ; "Array.of_seq" ; "Array.to_seq" ])
    code_ast

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  in_place () @@= fun () ->
  [ test_count () ; test_in_order () ; test_swap () ; test_arrange () ]
