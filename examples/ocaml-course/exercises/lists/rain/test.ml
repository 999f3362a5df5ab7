open Report
open Test_lib

let some_station = sample_cases [ "Cabauw" ; "De Bilt" ; "Eelde" ; "Hoek van Holland" ]

(* Samplers are found by the name of the type they make values of. *)
let sample_day () =
  { station = some_station () ;
    tenths = if Random.int 4 = 0 then -1 else Random.int 200 }

type days = day list

let sample_days = sample_list ~max_size:6 sample_day

let on station tenths = { station ; tenths }

let some_days =
  [ on "Eelde" 12 ; on "Cabauw" (-1) ; on "Eelde" 30 ; on "De Bilt" 0 ; on "Cabauw" 30 ]

let dry_days = [ on "De Bilt" 0 ; on "Eelde" (-1) ; on "De Bilt" (-1) ]

let cases = [ [] ; some_days ; dry_days ; [ on "Eelde" (-1) ] ]

(* What walks by itself is forbidden, in an expression and at top level. *)
let without_recursion () =
  let refuse what = [ Message ([ Code what ; Text "is forbidden in this exercise." ], Failure) ] in
  ast_check_structure
    ~on_expression:(fun expression ->
      match expression.Parsetree.pexp_desc with
      | Parsetree.Pexp_let (Asttypes.Recursive, _, _) -> refuse "let rec"
      | Parsetree.Pexp_for _ -> refuse "for"
      | Parsetree.Pexp_while _ -> refuse "while"
      | _ -> [])
    ~on_structure_item:(fun item ->
      match item.Parsetree.pstr_desc with
      | Parsetree.Pstr_value (Asttypes.Recursive, _) -> refuse "let rec"
      | _ -> [])
    code_ast

let test_amount () =
  Section ([ Text "Function" ; Code "amount" ],
           test_function_1_against_solution
             ~gen:2
             [%ty: day -> int] "amount" [ on "Eelde" 12 ; on "Eelde" 0 ; on "Eelde" (-1) ])

let test_total () =
  Section ([ Text "Function" ; Code "total" ],
           test_function_1_against_solution ~gen:0 [%ty: days -> int] "total" cases)

let test_wet_days () =
  Section ([ Text "Function" ; Code "wet_days" ],
           test_function_2_against_solution
             ~gen:0
             [%ty: int -> days -> int] "wet_days"
             [ (1, []) ; (1, some_days) ; (30, some_days) ; (31, some_days) ; (0, dry_days) ])

let test_stations () =
  Section ([ Text "Function" ; Code "stations" ],
           test_function_1_against_solution ~gen:3 [%ty: days -> string list] "stations" cases)

let test_by_station () =
  Section ([ Text "Function" ; Code "by_station" ],
           test_function_1_against_solution
             ~gen:3
             [%ty: days -> (string * int) list] "by_station" cases)

let test_wettest () =
  Section ([ Text "Function" ; Code "wettest" ],
           test_function_1_against_solution ~gen:0 [%ty: days -> day option] "wettest" cases)

let () =
  set_result @@
  ast_sanity_check code_ast @@ fun () ->
  without_recursion () @@= fun () ->
  [ test_amount () ; test_total () ; test_wet_days () ;
    test_stations () ; test_by_station () ; test_wettest () ]
