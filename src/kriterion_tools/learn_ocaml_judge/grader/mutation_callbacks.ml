open Report

type 'a arg_mutation_test_callbacks = {
  before_reference : 'a -> unit;
  before_user : 'a -> unit;
  test : 'r. ?test_result:'r Testers.tester -> 'r Testers.tester;
}

(* The reference and the student's function get the same argument. [expected] is a copy of the
   argument after the reference's call, whether that returned or raised. *)
type 'a states = { argument : 'a; expected : 'a }

let heading = Message ([ Text "Comparing the argument after the call" ], Informative)
let has_failed report = snd (Report.result report)

let arg_mutation_test_callbacks ?(test = Testers.test) ~dup ~blit ty =
  let initial = ref None in
  let compared = ref None in
  let before_reference argument =
    initial := Some (dup argument);
    compared := None
  in
  let before_user argument =
    compared := Some { argument; expected = dup argument };
    Option.iter (fun initial -> blit initial argument) !initial
  in
  let states () =
    match !compared with
    | Some states -> states
    | None -> Mistake.fail "a test of a changed argument needs its before_user too"
  in
  let test_states () =
    let { argument; expected } = states () in
    heading :: test ty (Ok argument) (Ok expected)
  in
  (* The argument's test sees exceptions too: without [test_result], nothing else distinguishes two
     of them. A correct exception earns the points for the state, as a value does. *)
  let test_argument got expected =
    match (got, expected) with
    | Ok _, Ok _ -> test_states ()
    | Error got, Error expected ->
        let on_exceptions = test ty (Error got) (Error expected) in
        if has_failed on_exceptions then on_exceptions else test_states ()
    | Error got, Ok _ -> test ty (Error got) (Ok (states ()).expected)
    | Ok _, Error expected -> test ty (Ok (states ()).argument) (Error expected)
  in
  let test ?(test_result = Testers.test_ignore) result_ty got expected =
    let on_result = test_result result_ty got expected in
    let is_reported = has_failed on_result && (Result.is_error got || Result.is_error expected) in
    if is_reported then on_result else on_result @ test_argument got expected
  in
  { before_reference; before_user; test }

let array_arg_mutation_test_callbacks ?test ty =
  let blit source target = Array.blit source 0 target 0 (Array.length source) in
  arg_mutation_test_callbacks ?test ~dup:Array.copy ~blit ty

let ref_arg_mutation_test_callbacks ?test ty =
  let dup reference = ref !reference in
  let blit source target = target := !source in
  arg_mutation_test_callbacks ?test ~dup ~blit ty
