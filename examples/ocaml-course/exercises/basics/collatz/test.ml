open Report
open Test_lib

let small () = 1 + Random.int 50

(* Walks over the student's program and complains of every loop in it. *)
let without_loops () =
  let complain = forbid_syntax "a loop" in
  ast_check_structure
    ~on_expression:(fun expression ->
      match expression.Parsetree.pexp_desc with
      | Parsetree.Pexp_for _ | Parsetree.Pexp_while _ -> complain expression
      | _ -> [])
    code_ast

let section name contents =
  set_progress ("Following " ^ name) ;
  Section ([ Text "Function" ; Code name ], contents)

let test_next () =
  section "next"
    (test_function_1_against_solution
       ~gen:4 ~sampler:small
       [%ty: int -> int] "next" [ 1 ; 2 ; 7 ; 22 ])

let test_steps () =
  section "steps"
    (test_function_1_against_solution
       ~gen:0
       [%ty: int -> int] "steps" [ 1 ; 2 ; 3 ; 6 ; 7 ; 16 ; 97 ; 871 ])

let test_peak () =
  section "peak"
    (test_function_1_against_solution
       ~gen:0
       [%ty: int -> int] "peak" [ 1 ; 2 ; 3 ; 7 ; 16 ; 27 ])

let test_path () =
  section "path"
    (test_function_1_against_solution
       ~gen:2 ~sampler:small
       [%ty: int -> string] "path" [ 1 ; 6 ; 7 ])

(* What earns points is tested only when the rules are kept. *)
let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  without_loops () @@= fun () ->
  [ test_next () ; test_steps () ; test_peak () ; test_path () ]
