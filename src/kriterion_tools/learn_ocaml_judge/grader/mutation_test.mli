(** Tests that students write, tried on a right function, on wrong ones and on the student's own.

    For a function [f] the student defines [f_tests], a list of pairs of the arguments (in a tuple
    when there are several) and the result. Source: learn-ocaml §5.2 (Mutation_test); a library that
    [test_libs.txt] names [learn-ocaml.mutation_testing]. *)

type 'a mutant_info = string * int * 'a
(** What is wrong with it, the points for a list of tests that shows it, the function. *)

(** Graders apply it to [Test_lib]. *)
module Make (_ : sig end) : sig
  (** The tests must hold for the reference solution, else the mutants are not tried. A mutant is
      exposed when a test fails on it or it raises an exception. [test_student_soln] (by default
      true): the student's own function must pass, too. [test] compares results. *)

  val test_unit_tests_1 :
    ?test_student_soln:bool ->
    ?test:('r -> 'r -> bool) ->
    ('a -> 'r) Ty.ty ->
    string ->
    ('a -> 'r) mutant_info list ->
    Report.t

  val test_unit_tests_2 :
    ?test_student_soln:bool ->
    ?test:('r -> 'r -> bool) ->
    ('a -> 'b -> 'r) Ty.ty ->
    string ->
    ('a -> 'b -> 'r) mutant_info list ->
    Report.t

  val test_unit_tests_3 :
    ?test_student_soln:bool ->
    ?test:('r -> 'r -> bool) ->
    ('a -> 'b -> 'c -> 'r) Ty.ty ->
    string ->
    ('a -> 'b -> 'c -> 'r) mutant_info list ->
    Report.t

  val test_unit_tests_4 :
    ?test_student_soln:bool ->
    ?test:('r -> 'r -> bool) ->
    ('a -> 'b -> 'c -> 'd -> 'r) Ty.ty ->
    string ->
    ('a -> 'b -> 'c -> 'd -> 'r) mutant_info list ->
    Report.t

  val passed_mutation_testing : Report.t -> bool
  (** Whether the tests are right and expose all mutants, whatever they say of the student's own
      function. *)
end
