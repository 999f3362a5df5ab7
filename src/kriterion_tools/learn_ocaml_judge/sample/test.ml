open Test_lib

let () =
  set_result @@ ast_sanity_check code_ast
  @@ fun () ->
  test_function_1_against_solution [%ty: int -> int] "double" ~gen:3 [ 0; 21 ]
