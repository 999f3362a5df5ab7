(** Tests of functions that change an argument. They compare the reference's change with the
    student's.

    Source: learn-ocaml §5.2 (arg_mutation_test_callbacks). The three functions are passed to one
    test of a unary function, or wrapped for more arguments. *)

type 'a arg_mutation_test_callbacks = {
  before_reference : 'a -> unit;
  before_user : 'a -> unit;
  test : 'r. ?test_result:'r Testers.tester -> 'r Testers.tester;
      (** Compares the results first, then the state of the argument after the call. By default,
          results match if both are values or both are exceptions; two exceptions must also satisfy
          the argument's test. *)
}

val arg_mutation_test_callbacks :
  ?test:'a Testers.tester ->
  dup:('a -> 'a) ->
  blit:('a -> 'a -> unit) ->
  'a Ty.ty ->
  'a arg_mutation_test_callbacks
(** [dup] copies a value, [blit source target] overwrites one with another. *)

val array_arg_mutation_test_callbacks :
  ?test:'a array Testers.tester -> 'a array Ty.ty -> 'a array arg_mutation_test_callbacks

val ref_arg_mutation_test_callbacks :
  ?test:'a ref Testers.tester -> 'a ref Ty.ty -> 'a ref arg_mutation_test_callbacks
