open Report
open Test_lib

(* A grader's own insertion, to make the trees that it asks about. *)
let rec put number = function
  | Leaf -> Node (Leaf, number, Leaf)
  | Node (left, x, right) as tree ->
    if number < x then Node (put number left, x, right)
    else if number > x then Node (left, x, put number right)
    else tree

let grow numbers = List.fold_left (fun tree x -> put x tree) Leaf numbers

let sample_tree () = grow (sample_list ~max_size:8 (fun () -> Random.int 30) ())

let rec in_order = function
  | Leaf -> []
  | Node (left, x, right) -> in_order left @ (x :: in_order right)

let rec ascending = function
  | a :: (b :: _ as rest) -> a < b && ascending rest
  | _ -> true

let picture = grow [ 8 ; 3 ; 10 ; 1 ; 6 ; 14 ]

let lopsided = grow [ 1 ; 2 ; 3 ; 4 ; 5 ]

let test_height () =
  Section ([ Text "Function" ; Code "height" ],
           test_function_1_against_solution
             ~gen:4 [%ty: tree -> int] "height" [ Leaf ; picture ; lopsided ])

let test_mem () =
  Section ([ Text "Function" ; Code "mem" ],
           test_function_2_against_solution
             ~gen:0
             [%ty: int -> tree -> bool] "mem"
             [ (3, Leaf) ; (8, picture) ; (6, picture) ; (14, picture) ; (7, picture) ; (15, picture) ] @
           (* A number where it does not belong must not be found: this is no search tree. *)
           [ Message ([ Text "Does it look only where the number can be?" ], Important) ] @
           test_function_2_against_solution
             ~gen:0
             [%ty: int -> tree -> bool] "mem"
             [ (9, Node (Node (Leaf, 9, Leaf), 5, Leaf)) ])

let test_insert () =
  Section ([ Text "Function" ; Code "insert" ],
           test_function_2_against_solution
             ~gen:0
             [%ty: int -> tree -> tree] "insert"
             [ (5, Leaf) ; (7, picture) ; (0, picture) ; (20, picture) ; (6, picture) ; (6, lopsided) ])

(* A tree as it would be, were its elements inserted in ascending order. *)
let rec canonical = function
  | [] -> Leaf
  | x :: rest -> Node (Leaf, x, canonical rest)

(* Any search tree will do: before they are compared, the student's and the solution's are turned
   into the same form. *)
let test_of_list () =
  Section ([ Text "Function" ; Code "of_list" ],
           test_function_1_against_solution
             ~gen:3
             ~sampler:(sample_list ~dups:false ~min_size:4 (fun () -> Random.int 100))
             ~test:(test_canon_ok (fun tree -> canonical (List.sort compare (in_order tree))))
             ~after:(fun _ (tree, _, _) _ ->
               if ascending (in_order tree) then
                 [ Message ([ Text "it is a search tree" ], Success 1) ]
               else
                 [ Message ([ Text "it is not a search tree" ], Failure) ])
             [%ty: int list -> tree] "of_list"
             [ [] ; [ 8 ; 3 ; 10 ; 1 ; 6 ; 14 ] ; [ 2 ; 1 ; 2 ; 1 ] ])

let without_sorting () =
  find_binding code_ast "elements" @@ fun expression ->
  ast_check_expr
    ~on_variable_occurence:(
      forbid "function" (fun name -> name)
        [ "List.sort" ; "List.stable_sort" ; "List.fast_sort" ; "List.sort_uniq" ; "List.merge" ])
    expression

let test_elements () =
  Section ([ Text "Function" ; Code "elements" ],
           without_sorting () @@= fun () ->
           test_function_1_against_solution
             ~gen:4 [%ty: tree -> int list] "elements" [ Leaf ; picture ; lopsided ])

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_height () ; test_mem () ; test_insert () ; test_of_list () ; test_elements () ]
