open Report

type 'a result = 'a Running.result
type 'a tester = 'a Ty.ty -> 'a result -> 'a result -> Report.t

let code_of ty value = Code (Printing.text ty value)

let code_of_exception exn =
  if Call.is_limit exn then Text ("(" ^ Call.explain exn ^ ")") else Code (Exception_text.of_exception exn)

let expected_instead ty = function
  | Ok value -> [ Text "instead of"; code_of ty value ]
  | Error exn -> [ Text "instead of the exception"; code_of_exception exn ]

let correct_message ty = function
  | Ok value -> Message ([ Text "Correct value"; code_of ty value ], Success 1)
  | Error exn -> Message ([ Text "Correct exception"; code_of_exception exn ], Success 1)

let wrong_message ty got expected =
  let found =
    match got with
    | Ok value -> [ Text "Wrong value"; code_of ty value ]
    | Error exn when Result.is_ok expected -> [ Text "Unexpected exception"; code_of_exception exn ]
    | Error exn -> [ Text "Wrong exception"; code_of_exception exn ]
  in
  Message (found @ expected_instead ty expected, Failure)

let not_comparable ty got reason =
  let found = match got with Ok value -> code_of ty value | Error exn -> code_of_exception exn in
  let text = "This cannot be compared with the expected value:" in
  Message ([ Text text; found; Text ("(" ^ reason ^ ").") ], Failure)

(* OCaml cannot compare functions and similar values, and a grader may have tried to. *)
let comparison ty equal got expected =
  match equal got expected with
  | true -> correct_message ty got
  | false -> wrong_message ty got expected
  | exception Invalid_argument reason when String.starts_with ~prefix:"compare: " reason ->
      not_comparable ty got reason

let test_eq equal ty got expected =
  match (got, expected) with
  | Error exn, _ when Stopped_calls.is_stop exn -> [ Stopped_calls.of_student exn ]
  | _, Error exn when Stopped_calls.is_stop exn -> [ Stopped_calls.of_reference exn ]
  | _ -> [ comparison ty equal got expected ]

let test ty = test_eq ( = ) ty

let test_eq_ok equal ty =
  let equal_results got expected =
    match (got, expected) with
    | Ok got, Ok expected -> equal got expected
    | Error got, Error expected -> got = expected
    | Ok _, Error _ | Error _, Ok _ -> false
  in
  test_eq equal_results ty

let test_eq_exn equal ty =
  let equal_results got expected =
    match (got, expected) with
    | Ok got, Ok expected -> got = expected
    | Error got, Error expected -> equal got expected
    | Ok _, Error _ | Error _, Ok _ -> false
  in
  test_eq equal_results ty

let test_ignore ty got expected =
  let same_kind got expected = Result.is_ok got = Result.is_ok expected in
  List.filter
    (function Message (_, Success _) -> false | _ -> true)
    (test_eq same_kind ty got expected)

let test_canon canonical ty = test_eq (fun got expected -> canonical got = canonical expected) ty
let test_canon_ok canonical ty = test_canon (Result.map canonical) ty
let test_canon_error canonical ty = test_canon (Result.map_error canonical) ty

let test_translate convert tester translated _ got expected =
  tester translated (Result.map convert got) (Result.map convert expected)
