(** Comparisons of what student code printed with what is expected, as reports.

    Source: learn-ocaml §5.2: 5 points for the right output, a failure for any other.
    Characters to [drop] are left out wherever they are, those to [trim] at both ends. By default
    none are. *)

type io_tester = string -> string -> Report.t
(** What was printed, what is expected. *)

val io_test_ignore : io_tester
(** Says nothing. *)

val io_test_equals : ?trim:char list -> ?drop:char list -> io_tester

val io_test_items :
  ?split:char list ->
  ?trim:char list ->
  ?drop:char list ->
  ?skip_empty:bool ->
  ?test_item:io_tester ->
  io_tester
(** Splits at each of the characters, then drops and trims in each item, and compares item by item:
    there must be as many as expected, and [test_item] (default: {!io_test_equals}) must not fail
    on any pair. *)

val io_test_lines :
  ?trim:char list ->
  ?drop:char list ->
  ?skip_empty:bool ->
  ?test_line:io_tester ->
  io_tester
(** Items that are lines. *)
