open Report

type io_tester = Io_testers.io_tester
type io_postcond = string -> Report.t
type 'a captured = 'a * string * string

let ( ==> ) args expected = (args, fun () -> expected)
let value_of captured = Result.map (fun (value, _, _) -> value) captured

(* The call is shown as it was made: a function may change its arguments. *)
let computing name witness args =
  Message ([ Text "Computing"; Code (Written_call.text name witness args) ], Informative)

(* [List.concat_map] promises no order, and the cases have effects. *)
let in_order report_case cases =
  List.concat (List.rev (List.fold_left (fun reports case -> report_case case :: reports) [] cases))

let ignore_output _ _ = []
let ignore_case _ _ _ = []

type ('args, 'r) comparison = {
  test : 'r Testers.tester;
  test_stdout : io_tester;
  test_stderr : io_tester;
  before_user : 'args -> unit;
  after : 'args -> 'r captured -> 'r captured -> Report.t;
}

let compared { test; test_stdout; test_stderr; after; _ } ty args got expected =
  let verdict = test ty (value_of got) (value_of expected) in
  match (got, expected) with
  | Ok ((_, out, err) as got), Ok ((_, expected_out, expected_err) as expected) ->
      let on_stdout = test_stdout out expected_out in
      let on_stderr = test_stderr err expected_err in
      let afterwards = after args got expected in
      List.concat [ verdict; on_stdout; on_stderr; afterwards ]
  | _ -> verdict

(* A call that was stopped has failed, whatever a grader's own functions think of exceptions. *)
let judged judge = function
  | Error exn when Stopped_calls.is_stop exn -> [ Stopped_calls.of_student exn ]
  | got -> judge got

(* Each case comes with a function that runs its reference. *)
let against_references comparison witness name cases =
  let test_case f (args, reference) =
    let head = computing name witness args in
    let expected = reference () in
    Views.show Submission;
    comparison.before_user args;
    let got = Running.exec (fun () -> Arguments.apply f args) in
    let compare got = compared comparison (Ty.result_ty witness) args got expected in
    head :: judged compare got
  in
  let student = Lookups.lookup_student (Ty.ty_of_fun_ty witness) name in
  Lookups.test_value student @@ fun f -> in_order (test_case f) cases

let comparison ?(test = Testers.test) ?(test_stdout = ignore_output) ?(test_stderr = ignore_output)
    ?before ?(after = ignore_case) () =
  let before_user = Option.value before ~default:ignore in
  { test; test_stdout; test_stderr; before_user; after }

let plain_cases ?test ?test_stdout ?test_stderr ?before ?after witness name cases =
  let comparison = comparison ?test ?test_stdout ?test_stderr ?before ?after () in
  let known (args, expected) = (args, fun () -> Ok expected) in
  against_references comparison witness name (List.map known cases)

let test_function ?test ?test_stdout ?test_stderr ?before ?after witness name cases =
  let comparison = comparison ?test ?test_stdout ?test_stderr ?before ?after () in
  let computed (args, expected) = (args, fun () -> Running.trusted expected) in
  against_references comparison witness name (List.map computed cases)

let sampler_of witness =
  Arguments.sampler { Arguments.sampler = Typed_sampler.of_type } witness

let all_cases ?gen ?sampler witness given =
  let count = Option.value gen ~default:(max 5 (10 - List.length given)) in
  let rec draw sample = function
    | 0 -> []
    | count ->
        let args = sample () in
        args :: draw sample (count - 1)
  in
  match sampler with
  | _ when count <= 0 -> given
  | Some sample -> given @ draw sample count
  | None -> given @ draw (sampler_of witness) count

let test_function_against ?gen ?test ?test_stdout ?test_stderr ?(before_reference = ignore)
    ?before_user ?after ?sampler witness name reference given =
  let comparison = comparison ?test ?test_stdout ?test_stderr ?before:before_user ?after () in
  let run_reference args () =
    Views.show Solution;
    before_reference args;
    Running.trusted (fun () -> Arguments.apply reference args)
  in
  let with_reference args = (args, run_reference args) in
  let cases = List.map with_reference (all_cases ?gen ?sampler witness given) in
  against_references comparison witness name cases

let test_function_against_solution ?gen ?test ?test_stdout ?test_stderr ?before_reference
    ?before_user ?after ?sampler witness name given =
  let solution = Lookups.lookup_solution (Ty.ty_of_fun_ty witness) name in
  Lookups.test_value solution @@ fun reference ->
  test_function_against ?gen ?test ?test_stdout ?test_stderr ?before_reference ?before_user ?after
    ?sampler witness name reference given

let satisfies postcond ~test_stdout ~test_stderr ~after ty args got =
  let verdict = postcond args ty (value_of got) in
  match got with
  | Error _ -> verdict
  | Ok ((_, out, err) as captured) ->
      let on_stdout = test_stdout out in
      let on_stderr = test_stderr err in
      let afterwards = after args captured in
      List.concat [ verdict; on_stdout; on_stderr; afterwards ]

let test_function_against_postcond ?gen ?(test_stdout = fun _ -> []) ?(test_stderr = fun _ -> [])
    ?(before_reference = ignore) ?(before_user = ignore) ?(after = fun _ _ -> []) ?sampler postcond
    witness name given =
  let test_case f args =
    let head = computing name witness args in
    before_reference args;
    Views.show Submission;
    before_user args;
    let got = Running.exec (fun () -> Arguments.apply f args) in
    let judge = satisfies postcond ~test_stdout ~test_stderr ~after (Ty.result_ty witness) args in
    head :: judged judge got
  in
  let cases = all_cases ?gen ?sampler witness given in
  let student = Lookups.lookup_student (Ty.ty_of_fun_ty witness) name in
  Lookups.test_value student @@ fun f -> in_order (test_case f) cases
