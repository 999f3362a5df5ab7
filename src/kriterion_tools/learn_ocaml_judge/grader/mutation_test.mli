(** Tests that students write. They are run on the right function, on wrong functions (mutants), and
    on the student's own.

    For a function [f] the student defines [f_tests], a list of pairs of the arguments (in a tuple
    if there are several) and the result. Source: learn-ocaml §5.2 (Mutation_test), a library that
    [test_libs.txt] calls [learn-ocaml.mutation_testing]. *)

type 'a mutant_info = string * int * 'a
(** What is wrong with the function, the points for exposing it, and the function. *)

(** Graders apply it to [Test_lib]. *)
module Make (_ : sig end) : sig
  (** The tests must hold for the reference solution, otherwise the mutants are not tried. A mutant
      is exposed if a test fails on it or it raises an exception. With [test_student_soln] (default:
      true), the student's own function must pass too. [test] compares results. *)

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
  (** Whether the tests are right and expose all mutants. Ignores the student's own function. *)
end
