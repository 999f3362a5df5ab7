(** Tests of functions that change an argument: the reference's change against the student's.

    Source: learn-ocaml §5.2 (arg_mutation_test_callbacks). The three functions are given to one
    test of a unary function, or wrapped for more arguments. *)

type 'a arg_mutation_test_callbacks = {
  before_reference : 'a -> unit;
  before_user : 'a -> unit;
  test : 'r. ?test_result:'r Testers.tester -> 'r Testers.tester;
      (** Results first, then the argument's state after the call. By default the results need only
          both be values or both be exceptions; two exceptions also have to satisfy the argument's
          test. *)
}

val arg_mutation_test_callbacks :
  ?test:'a Testers.tester ->
  dup:('a -> 'a) ->
  blit:('a -> 'a -> unit) ->
  'a Ty.ty ->
  'a arg_mutation_test_callbacks
(** [dup] copies a value, [blit source target] overwrites one. *)

val array_arg_mutation_test_callbacks :
  ?test:'a array Testers.tester -> 'a array Ty.ty -> 'a array arg_mutation_test_callbacks

val ref_arg_mutation_test_callbacks :
  ?test:'a ref Testers.tester -> 'a ref Ty.ty -> 'a ref arg_mutation_test_callbacks
