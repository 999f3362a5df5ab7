open Report

type io_tester = Io_testers.io_tester
type io_postcond = string -> Report.t
type 'a captured = 'a * string * string

let ( ==> ) args expected = (args, fun () -> expected)
let value_of captured = Result.map (fun (value, _, _) -> value) captured

(* The text of the call is made before the call runs, because a function may change its
   arguments. *)
let announce_call name witness args =
  Message ([ Text "Computing"; Code (Written_call.text name witness args) ], Informative)

(* [List.concat_map] does not promise an order, and the cases have side effects. *)
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
  has_reference : bool;  (** whether the case runs a reference, which produces the solution's
                             state *)
}

(* A comparison may use state of the prelude, such as a tolerance for floats. It must accept the
   result twice: with the state that the submission left, and with the state that the solution left,
   which the submission cannot change. *)
let run_in_both_states comparison work =
  let with_submission = work () in
  if not (comparison.has_reference && Views.differ ()) then with_submission
  else begin
    Views.show Solution;
    let with_solution = work () in
    Views.show Submission;
    let points, has_failed = Report.result with_submission in
    let other_points, other_has_failed = Report.result with_solution in
    if (other_has_failed && not has_failed) || other_points < points then with_solution
    else with_submission
  end

let compare_results comparison ty args got expected =
  let { test; test_stdout; test_stderr; after; _ } = comparison in
  let results () =
    let verdict = test ty (value_of got) (value_of expected) in
    match (got, expected) with
    | Ok (_, out, err), Ok (_, expected_out, expected_err) ->
        let on_stdout = test_stdout out expected_out in
        verdict @ on_stdout @ test_stderr err expected_err
    | _ -> verdict
  in
  let results = run_in_both_states comparison results in
  match (got, expected) with
  | Ok got, Ok expected -> results @ after args got expected
  | _ -> results

(* A call that was stopped has failed, even if the grader's own function would accept an
   exception. *)
let unless_stopped judge = function
  | Error exn when Stopped_calls.is_stop exn -> [ Stopped_calls.of_student exn ]
  | got -> judge got

(* Each case comes with a function that runs its reference implementation. *)
let against_references comparison witness name cases =
  let test_case f (args, reference) =
    let head = announce_call name witness args in
    let expected = Result.map Views.detach (reference ()) in
    Views.show Submission;
    comparison.before_user args;
    let got = Running.exec (fun () -> Arguments.apply f args) in
    let compare got = compare_results comparison (Ty.result_ty witness) args got expected in
    head :: unless_stopped compare got
  in
  let student = Lookups.lookup_student (Ty.ty_of_fun_ty witness) name in
  Lookups.test_value student @@ fun f -> in_order (test_case f) cases

let comparison ?(test = Testers.test) ?(test_stdout = ignore_output) ?(test_stderr = ignore_output)
    ?before ?(after = ignore_case) ~has_reference () =
  let before_user = Option.value before ~default:ignore in
  { test; test_stdout; test_stderr; before_user; after; has_reference }

let plain_cases ?test ?test_stdout ?test_stderr ?before ?after witness name cases =
  let comparison = comparison ?test ?test_stdout ?test_stderr ?before ?after ~has_reference:false () in
  let known (args, expected) = (args, fun () -> Ok expected) in
  against_references comparison witness name (List.map known cases)

let test_function ?test ?test_stdout ?test_stderr ?before ?after witness name cases =
  let comparison = comparison ?test ?test_stdout ?test_stderr ?before ?after ~has_reference:false () in
  let as_case (args, expected) = (args, fun () -> Running.exec_trusted expected) in
  against_references comparison witness name (List.map as_case cases)

let sampler_of witness =
  Arguments.sampler { Arguments.sampler = Typed_sampler.of_type } witness

let drawn_cases ?gen ?sampler witness given =
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

(* Samplers may use state of the prelude. *)
let all_cases ?gen ?sampler witness given =
  Views.show Solution;
  let cases = drawn_cases ?gen ?sampler witness given in
  Views.show Submission;
  cases

let test_function_against ?gen ?test ?test_stdout ?test_stderr ?(before_reference = ignore)
    ?before_user ?after ?sampler witness name reference given =
  let comparison =
    comparison ?test ?test_stdout ?test_stderr ?before:before_user ?after ~has_reference:true ()
  in
  let run_reference args () =
    Views.show Solution;
    before_reference args;
    Running.exec_trusted (fun () -> Arguments.apply reference args)
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
    let head = announce_call name witness args in
    before_reference args;
    Views.show Submission;
    before_user args;
    let got = Running.exec (fun () -> Arguments.apply f args) in
    let judge = satisfies postcond ~test_stdout ~test_stderr ~after (Ty.result_ty witness) args in
    head :: unless_stopped judge got
  in
  let cases = all_cases ?gen ?sampler witness given in
  let student = Lookups.lookup_student (Ty.ty_of_fun_ty witness) name in
  Lookups.test_value student @@ fun f -> in_order (test_case f) cases
