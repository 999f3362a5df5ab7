(** Comparisons of what student code gave with what was expected, as reports.

    Source: learn-ocaml §5.2 (testers): one point for what is right, a failure for what is wrong. *)

type 'a result = 'a Running.result

type 'a tester = 'a Ty.ty -> 'a result -> 'a result -> Report.t
(** The type, what the student's code gave, what is expected. *)

val test : 'a tester
(** Equal values, or equal exceptions. *)

val test_ignore : 'a tester
(** Nothing when both are values or both are exceptions. *)

val test_eq : ('a result -> 'a result -> bool) -> 'a tester
val test_eq_ok : ('a -> 'a -> bool) -> 'a tester
val test_eq_exn : (exn -> exn -> bool) -> 'a tester

(** Equal after the function was applied to both. *)

val test_canon : ('a result -> 'a result) -> 'a tester
val test_canon_ok : ('a -> 'a) -> 'a tester
val test_canon_error : (exn -> exn) -> 'a tester

val test_translate : ('a -> 'b) -> 'b tester -> 'b Ty.ty -> 'a tester
(** Values are converted, then compared at the other type. *)
