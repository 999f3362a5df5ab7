(** Comparisons of a result of student code with the expected result, as reports.

    Source: learn-ocaml §5.2 (testers): one point if it is right, a failure if it is wrong. *)

type 'a result = 'a Running.result

type 'a tester = 'a Ty.ty -> 'a result -> 'a result -> Report.t
(** The type, the student's result, the expected result. *)

val test : 'a tester
(** Requires equal values or equal exceptions. *)

val test_ignore : 'a tester
(** Reports nothing if both are values or both are exceptions. *)

val test_eq : ('a result -> 'a result -> bool) -> 'a tester
val test_eq_ok : ('a -> 'a -> bool) -> 'a tester
val test_eq_exn : (exn -> exn -> bool) -> 'a tester

(** Apply the function to both results before comparing them. *)

val test_canon : ('a result -> 'a result) -> 'a tester
val test_canon_ok : ('a -> 'a) -> 'a tester
val test_canon_error : (exn -> exn) -> 'a tester

val test_translate : ('a -> 'b) -> 'b tester -> 'b Ty.ty -> 'a tester
(** Converts values, then compares them at the other type. *)
