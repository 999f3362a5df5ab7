open Report
open Test_lib

(* `test_ignore`: the result is () anyway; what was printed is looked at, and earns 5 points a call. *)
let test_print_day () =
  Section ([ Text "Function" ; Code "print_day" ],
           test_function_1
             ~test:test_ignore
             ~test_stdout:(fun expected printed -> io_test_equals expected printed)
             [%ty: int -> unit] "print_day"
             [ (7, (), " 7", "") ; (12, (), "12", "") ])

let test_print_title () =
  Section ([ Text "Function" ; Code "print_title" ],
           test_function_1_against_solution
             ~gen:0
             ~test:test_ignore
             ~test_stdout:(fun expected printed -> io_test_equals expected printed)
             [%ty: string -> unit] "print_title"
             [ "May" ; "June" ; "September" ])

(* Line by line; spaces at the end of a line are none of our business, those before it are. *)
let rec without_trailing_spaces line =
  let last = String.length line - 1 in
  if last >= 0 && line.[last] = ' ' then without_trailing_spaces (String.sub line 0 last) else line

let test_line expected printed =
  io_test_equals (without_trailing_spaces expected) (without_trailing_spaces printed)

let test_print_month () =
  let on title months =
    Section ([ Text title ],
             test_function_3_against_solution
               ~gen:0
               ~test:test_ignore
               ~test_stdout:(fun expected printed ->
                 io_test_lines ~skip_empty:true ~test_line expected printed)
               [%ty: string -> int -> int -> unit] "print_month"
               months)
  in
  Section ([ Text "Function" ; Code "print_month" ],
           [ on "a month that begins on a Monday" [ ("February", 0, 28) ] ;
             on "months that do not" [ ("February", 3, 29) ; ("March", 6, 31) ] ])

(* The text is to be printed by the functions, not while the program is being loaded. *)
let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  [ test_print_day () ; test_print_title () ; test_print_month () ]
