(** Comparisons of the output of student code with the expected output, as reports.

    Source: learn-ocaml §5.2: 5 points for the right output, a failure for any other. Characters to
    [drop] are removed everywhere, characters to [trim] at both ends. The default is none. *)

type io_tester = string -> string -> Report.t
(** The actual output, the expected output. *)

val io_test_ignore : io_tester
(** Accepts any output, without a message. *)

val io_test_equals : ?trim:char list -> ?drop:char list -> io_tester

val io_test_items :
  ?split:char list ->
  ?trim:char list ->
  ?drop:char list ->
  ?skip_empty:bool ->
  ?test_item:io_tester ->
  io_tester
(** Splits at each of the characters, drops and trims characters in each item, then compares item by
    item. There must be as many items as expected, and [test_item] (default: {!io_test_equals}) must
    not fail on any pair. *)

val io_test_lines :
  ?trim:char list ->
  ?drop:char list ->
  ?skip_empty:bool ->
  ?test_line:io_tester ->
  io_tester
(** Like {!io_test_items}, with lines as items. *)
