open Report

type 'a arg_mutation_test_callbacks = {
  before_reference : 'a -> unit;
  before_user : 'a -> unit;
  test : 'r. ?test_result:'r Testers.tester -> 'r Testers.tester;
}

(* Reference and student get the same argument: its first state is kept for the student, and what
   the reference made of it for the comparison. *)
type 'a states = { argument : 'a; initial : 'a; expected : 'a option }

let arg_mutation_test_callbacks ?(test = Testers.test) ~dup ~blit ty =
  let states = ref None in
  let before_reference argument =
    states := Some { argument; initial = dup argument; expected = None }
  in
  let before_user _ =
    let keep state =
      let expected = Some (dup state.argument) in
      blit state.initial state.argument;
      { state with expected }
    in
    states := Option.map keep !states
  in
  let test ?(test_result = Testers.test_ignore) result_ty got expected =
    let on_result = test_result result_ty got expected in
    match (got, expected, !states) with
    | Ok _, Ok _, Some { argument; expected = Some expected; _ } ->
        let head = Message ([ Text "Comparing the argument after the call" ], Informative) in
        let on_argument = test ty (Ok argument) (Ok expected) in
        on_result @ (head :: on_argument)
    | _ -> on_result
  in
  { before_reference; before_user; test }

let array_arg_mutation_test_callbacks ?test ty =
  let blit source target = Array.blit source 0 target 0 (Array.length source) in
  arg_mutation_test_callbacks ?test ~dup:Array.copy ~blit ty

let ref_arg_mutation_test_callbacks ?test ty =
  let dup reference = ref !reference in
  let blit source target = target := !source in
  arg_mutation_test_callbacks ?test ~dup ~blit ty
