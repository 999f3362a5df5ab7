(** The tests of {!Function_tests} for functions of a fixed number of arguments. *)

open Function_tests

module Make (Arity : Arities.S) = struct
  (* Convert an optional function of the separate arguments to one of the {!Arguments.args}. *)
  let spread callback = Option.map Arity.spread callback
  let sample_args sampler = Option.map (fun sample () -> Arity.args (sample ())) sampler

  let test_function ?test ?test_stdout ?test_stderr ?before ?after ty name cases =
    plain_cases ?test ?test_stdout ?test_stderr ?before:(spread before) ?after:(spread after)
      (Arity.witness ty) name (List.map Arity.case cases)

  let test_function_against ?gen ?test ?test_stdout ?test_stderr ?before_reference ?before_user
      ?after ?sampler ty name reference cases =
    test_function_against ?gen ?test ?test_stdout ?test_stderr
      ?before_reference:(spread before_reference) ?before_user:(spread before_user)
      ?after:(spread after) ?sampler:(sample_args sampler) (Arity.witness ty) name reference
      (List.map Arity.args cases)

  let test_function_against_solution ?gen ?test ?test_stdout ?test_stderr ?before_reference
      ?before_user ?after ?sampler ty name cases =
    test_function_against_solution ?gen ?test ?test_stdout ?test_stderr
      ?before_reference:(spread before_reference) ?before_user:(spread before_user)
      ?after:(spread after) ?sampler:(sample_args sampler) (Arity.witness ty) name
      (List.map Arity.args cases)

  let test_function_against_postcond ?gen ?test_stdout ?test_stderr ?before_reference ?before_user
      ?after ?sampler postcond ty name cases =
    test_function_against_postcond ?gen ?test_stdout ?test_stderr
      ?before_reference:(spread before_reference) ?before_user:(spread before_user)
      ?after:(spread after) ?sampler:(sample_args sampler) (Arity.spread postcond) (Arity.witness ty)
      name (List.map Arity.args cases)
end
