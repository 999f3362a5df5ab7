open Report

type 'a mutant_info = string * int * 'a

let own_title = [ Text "Your tests on your own function" ]

(* A test that the student wrote: its text, and whether a function passes it. *)
type 'f unit_test = { code : string; passes : 'f -> bool }

let wrong_test { code; _ } = Message ([ Text "This test does not hold:"; Code code ], Failure)

let all_hold count =
  Message ([ Text (Printf.sprintf "All tests hold (%d)." count) ], Informative)

let on_function tests f =
  match List.filter (fun test -> not (test.passes f)) tests with
  | [] -> [ all_hold (List.length tests) ]
  | failing -> List.map wrong_test failing

let on_mutant tests (mistake, points, mutant) =
  match List.find_opt (fun test -> not (test.passes mutant)) tests with
  | Some { code; _ } ->
      let text = [ Text "Your test"; Code code; Text "exposes a mistake:"; Text mistake ] in
      Message (text, Success points)
  | None -> Message ([ Text "None of your tests exposes a mistake:"; Text mistake ], Failure)

let has_failed report = snd (Report.result report)

let on_reference_and_mutants tests reference mutants =
  let on_reference = on_function tests reference in
  let on_mutants =
    if has_failed on_reference then
      [ Message ([ Text "Not tried: first fix the tests that do not hold." ], Important) ]
    else List.map (on_mutant tests) mutants
  in
  [ Section ([ Text "Your tests on a right function" ], on_reference);
    Section ([ Text "Your tests on wrong functions" ], on_mutants) ]

let rec without_own = function
  | Section (title, _) when title = own_title -> []
  | Section (title, report) -> [ Section (title, List.concat_map without_own report) ]
  | SectionMin (title, report, minimum) ->
      [ SectionMin (title, List.concat_map without_own report, minimum) ]
  | Message _ as message -> [ message ]

let passed report = not (has_failed (List.concat_map without_own report))

module Of_arity (Arity : Arities.S) = struct
  let unit_test ty name equal (tuple, expected) =
    let args = Arity.args tuple in
    let call = Written_call.text name (Arity.witness ty) args in
    let passes f =
      match Running.result (fun () -> Arguments.apply f (Arity.args tuple)) with
      | Ok value -> equal value expected
      | Error _ -> false
    in
    { code = call ^ " = " ^ Printing.text (snd (Arity.taken_apart ty)) expected; passes }

  let test_unit_tests ?(test_student_soln = true) ?(test = ( = )) ty name mutants =
    let tests_ty = Ty.lst (Ty.pair2 (fst (Arity.taken_apart ty)) (snd (Arity.taken_apart ty))) in
    Lookups.test_value (Lookups.lookup_solution ty name) @@ fun reference ->
    Lookups.test_value (Lookups.lookup_student tests_ty (name ^ "_tests")) @@ function
    | [] -> [ Message ([ Code (name ^ "_tests"); Text "holds no test." ], Failure) ]
    | written ->
        let tests = List.map (unit_test ty name test) written in
        let report = on_reference_and_mutants tests reference mutants in
        let own f = [ Section (own_title, on_function tests f) ] in
        if test_student_soln then
          report @ Lookups.test_value (Lookups.lookup_student ty name) own
        else report
end

module Make (_ : sig end) = struct
  module Unary = Of_arity (Arities.One)
  module Binary = Of_arity (Arities.Two)
  module Ternary = Of_arity (Arities.Three)
  module Quaternary = Of_arity (Arities.Four)

  let test_unit_tests_1 = Unary.test_unit_tests
  let test_unit_tests_2 = Binary.test_unit_tests
  let test_unit_tests_3 = Ternary.test_unit_tests
  let test_unit_tests_4 = Quaternary.test_unit_tests
  let passed_mutation_testing = passed
end
