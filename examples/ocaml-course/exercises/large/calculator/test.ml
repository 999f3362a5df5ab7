open Report
open Test_lib

(* ---- What the tests are made of *)

let number n = Constant n

let x = Variable "x"

let y = Variable "y"

let ( +: ) a b = Operation ('+', a, b)

let ( -: ) a b = Operation ('-', a, b)

let ( *: ) a b = Operation ('*', a, b)

let ( /: ) a b = Operation ('/', a, b)

(* A random tree without divisions, at most so many operations high. *)
let rec some_tree height =
  if height = 0 || Random.int 4 = 0 then
    match Random.int 3 with
    | 0 -> x
    | 1 -> y
    | _ -> Constant (Random.int 5)
  else
    let operator = match Random.int 3 with 0 -> '+' | 1 -> '-' | _ -> '*' in
    Operation (operator, some_tree (height - 1), some_tree (height - 1))

let sample_expression () = some_tree 3

let values = function
  | "x" -> 7
  | "y" -> -3
  | _ -> raise Not_found

(* The tests pass a function as an argument: so that it has a name in the report. *)
type environment = string -> int

let environment : environment = printable_fun "x_is_7_and_y_is_minus_3" values

(* ---- 1 *)

let test_tokens () =
  set_progress "Stage 1: tokens" ;
  let on title cases =
    Section ([ Text title ],
             test_function_1_against_solution ~gen:0 [%ty: string -> token list] "tokens" cases)
  in
  Section ([ Text "1. From characters to tokens:" ; Code "tokens" ],
           [ on "one character each" [ "" ; "7" ; "x" ; "(1+2)*3" ] ;
             on "longer ones, and spaces" [ "1 + 23" ; "  rate * 365  " ; "2*(x1 + 30)" ] ;
             on "what is no token" [ "1 & 2" ; "X" ] ])

(* ---- 2 *)

let n i = Number i

let op c = Operator c

let test_parse () =
  set_progress "Stage 2: trees" ;
  let on title cases =
    Section ([ Text title ],
             test_function_1_against_solution ~gen:0 [%ty: token list -> expression] "parse" cases)
  in
  Section ([ Text "2. From tokens to a tree:" ; Code "parse" ],
           [ on "numbers, names, brackets"
               [ [ n 7 ] ; [ Name "x" ] ; [ Open ; n 7 ; Close ] ; [ Open ; Open ; n 7 ; Close ; Close ] ] ;
             on "what binds stronger"
               [ [ n 1 ; op '+' ; n 2 ; op '*' ; Name "x" ] ;
                 [ n 1 ; op '*' ; n 2 ; op '+' ; Name "x" ] ;
                 [ Open ; n 1 ; op '+' ; n 2 ; Close ; op '*' ; Name "x" ] ] ;
             on "from the left"
               [ [ n 8 ; op '-' ; n 3 ; op '-' ; n 2 ] ;
                 [ n 8 ; op '/' ; n 4 ; op '*' ; n 2 ] ;
                 [ n 8 ; op '-' ; Open ; n 3 ; op '-' ; n 2 ; Close ] ] ;
             on "what is no sum"
               [ [] ; [ n 1 ; n 2 ] ; [ op '+' ] ; [ n 1 ; op '+' ] ; [ Open ; n 1 ] ;
                 [ n 1 ; Close ] ; [ Open ; Close ] ] ])

(* ---- 3 *)

let test_eval () =
  set_progress "Stage 3: numbers" ;
  Section ([ Text "3. From a tree to a number:" ; Code "eval" ],
           test_function_2_against_solution
             ~gen:5 ~sampler:(fun () -> (environment, sample_expression ()))
             [%ty: environment -> expression -> int] "eval"
             [ (environment, number 42) ;
               (environment, x -: y) ;
               (environment, (x +: number 1) *: (y /: number 2)) ;
               (environment, x /: (y +: number 3)) ;
               (environment, number 1 +: Variable "z") ])

(* Any expression will do that has the values of the derivative. So it is evaluated by us. *)
let rec value_of = function
  | Constant n -> n
  | Variable name -> values name
  | Operation ('+', a, b) -> value_of a + value_of b
  | Operation ('-', a, b) -> value_of a - value_of b
  | Operation ('*', a, b) -> value_of a * value_of b
  | Operation (_, a, b) -> value_of a / value_of b

let test_derive () =
  Section ([ Text "3. Derivatives:" ; Code "derive" ],
           test_function_2_against_solution
             ~gen:3 ~sampler:(fun () -> ("x", sample_expression ()))
             ~test:(test_canon_ok (fun derivative -> Constant (value_of derivative)))
             [%ty: string -> expression -> expression] "derive"
             [ ("x", number 3) ; ("x", x) ; ("x", y) ; ("y", x +: (y *: y)) ;
               ("x", (x *: x) -: (number 2 *: x)) ; ("x", number 1 /: x) ])

(* ---- 4 *)

let test_simplify () =
  set_progress "Stage 4: simpler trees" ;
  let on title cases =
    Section ([ Text title ],
             test_function_1_against_solution
               ~gen:0 [%ty: expression -> expression] "simplify" cases)
  in
  let zero = number 0 and one = number 1 in
  Section ([ Text "4. To a simpler tree:" ; Code "simplify" ],
           [ on "constants"
               [ number 2 +: number 3 ; number 2 -: number 3 ; number 6 /: number 3 ;
                 number 7 /: number 3 ; number 7 /: zero ] ;
             on "nothing added, one times"
               [ zero +: x ; x +: zero ; x -: zero ; one *: x ; x *: one ; x /: one ; zero -: x ] ;
             on "no times" [ zero *: x ; (x *: y) *: zero ] ;
             on "deep in the tree, and again"
               [ (x *: (number 2 -: one)) +: (y *: zero) ;
                 (number 2 *: number 3) *: (one *: (zero +: y)) ] ])

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_tokens () ; test_parse () ; test_eval () ; test_derive () ; test_simplify () ]
