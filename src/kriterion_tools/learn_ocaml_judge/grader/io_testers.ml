open Report

type io_tester = string -> string -> Report.t

let io_test_ignore _ _ = []

(* Preparing texts for the comparison *)

let trim_characters characters text =
  let is_trimmed position = List.mem text.[position] characters in
  let rec first position =
    if position < String.length text && is_trimmed position then first (position + 1) else position
  in
  let rec last position = if is_trimmed position then last (position - 1) else position in
  let start = first 0 in
  if start = String.length text then ""
  else String.sub text start (last (String.length text - 1) - start + 1)

let clean ~trim ~drop text =
  let is_kept character = not (List.mem character drop) in
  trim_characters trim (String.of_seq (Seq.filter is_kept (String.to_seq text)))

let split_at separators text =
  let split pieces separator = List.concat_map (String.split_on_char separator) pieces in
  List.fold_left split [ text ] separators

(* Messages *)

let right got = [ Message ([ Text "Correct output"; Output got ], Success 5) ]

let wrong what got expected =
  [ Message ([ Text what; Output got; Text "instead of"; Output expected ], Failure) ]

let io_test_equals ?(trim = []) ?(drop = []) got expected =
  let clean = clean ~trim ~drop in
  if clean got = clean expected then right got else wrong "Wrong output" got expected

(* The number, from 1, of the first pair that fails the test. *)
let first_wrong test got expected =
  let fails (_, (got, expected)) = snd (Report.result (test got expected)) in
  List.combine got expected
  |> List.mapi (fun index pair -> (index + 1, pair))
  |> List.find_opt fails |> Option.map fst

let test_pieces noun pieces test got expected =
  let got_pieces = pieces got and expected_pieces = pieces expected in
  let found = List.length got_pieces and wanted = List.length expected_pieces in
  if found <> wanted then
    let what = Printf.sprintf "Wrong output: the number of %ss is %d, not %d" noun found wanted in
    wrong what got expected
  else
    match first_wrong test got_pieces expected_pieces with
    | None -> right got
    | Some number -> wrong (Printf.sprintf "Wrong output in %s %d" noun number) got expected

let pieces ~split ~trim ~drop ~skip_empty text =
  split_at split text
  |> List.map (clean ~trim ~drop)
  |> List.filter (fun piece -> not (skip_empty && piece = ""))

let equals got expected = io_test_equals got expected

let io_test_items ?(split = []) ?(trim = []) ?(drop = []) ?(skip_empty = false)
    ?(test_item = equals) =
  test_pieces "item" (pieces ~split ~trim ~drop ~skip_empty) test_item

let io_test_lines ?(trim = []) ?(drop = []) ?(skip_empty = false) ?(test_line = equals) =
  test_pieces "line" (pieces ~split:[ '\n' ] ~trim ~drop ~skip_empty) test_line
