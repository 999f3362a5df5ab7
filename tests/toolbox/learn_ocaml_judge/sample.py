"""Small exercises of our own that the tests of the grader share."""

DOUBLE = {
    "prelude.ml": "let unit_price = 3",
    "prepare.ml": "",
    "solution.ml": "let double x = 2 * x\nlet price n = unit_price * n",
    "test.ml": """
open Test_lib
open Report

let () =
  set_result @@ ast_sanity_check code_ast @@ fun () ->
    [ Section ([ Text "Function"; Code "double" ],
        test_function_1_against_solution [%ty: int -> int] "double" ~gen:0 [ 1; 5; -3 ]);
      Section ([ Text "Function"; Code "price" ],
        test_function_1_against_solution [%ty: int -> int] "price" ~gen:0 [ 2; 4 ]) ]
""",
}

RIGHT = DOUBLE["solution.ml"]
PRICE = "let price n = unit_price * n"

GREETING = {
    "solution.ml": 'let greet name = print_endline ("Hello " ^ name)',
    "test.ml": """
open Test_lib
open Report

let () =
  set_result
    [ Section ([ Text "Output" ],
        test_function_1_against_solution [%ty: string -> unit] "greet" ~gen:0
          ~test_stdout:io_test_equals [ "Ada"; "Blaise" ]) ]
""",
}


def make_unit_test_exercise(*, points: int = 1, before: str = "") -> dict[str, str]:
    """Return an exercise whose grader gives these points to every submission that loads."""
    return {
        "solution.ml": "",
        "test.ml": f"{before}\n"
        f'let () = Test_lib.set_result [Report.Message ([Report.Text "so far"], Success {points})]',
    }
