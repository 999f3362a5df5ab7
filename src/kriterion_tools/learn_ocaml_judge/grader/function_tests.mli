(** Tests of functions of any arity: the student's function against a reference.

    Source: learn-ocaml §5.3, which gives the steps and their order. *)

type io_tester = Io_testers.io_tester

type io_postcond = string -> Report.t

type 'a captured = 'a * string * string
(** The value, stdout and stderr. *)

val ( ==> ) :
  ('f, 'u, 'r) Arguments.args -> 'r -> ('f, 'u, 'r) Arguments.args * (unit -> 'r)

val test_function :
  ?test:'r Testers.tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?after:(('f, 'u, 'r) Arguments.args -> 'r captured -> 'r captured -> Report.t) ->
  ('f Ty.ty, 'u, 'r) Ty.fun_ty ->
  string ->
  (('f, 'u, 'r) Arguments.args * (unit -> 'r)) list ->
  Report.t
(** The reference of each case is a function of its own. Its output is the expected output. *)

val test_function_against :
  ?gen:int ->
  ?test:'r Testers.tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?before_user:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?after:(('f, 'u, 'r) Arguments.args -> 'r captured -> 'r captured -> Report.t) ->
  ?sampler:(unit -> ('f, 'u, 'r) Arguments.args) ->
  ('f Ty.ty, 'u, 'r) Ty.fun_ty ->
  string ->
  'f ->
  ('f, 'u, 'r) Arguments.args list ->
  Report.t
(** The reference is a function. Cases are the given ones, then [gen] random ones: by default as
    many as make ten with the given ones, at least five. *)

val test_function_against_solution :
  ?gen:int ->
  ?test:'r Testers.tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?before_user:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?after:(('f, 'u, 'r) Arguments.args -> 'r captured -> 'r captured -> Report.t) ->
  ?sampler:(unit -> ('f, 'u, 'r) Arguments.args) ->
  ('f Ty.ty, 'u, 'r) Ty.fun_ty ->
  string ->
  ('f, 'u, 'r) Arguments.args list ->
  Report.t
(** The reference is the solution's function of the same name. *)

val test_function_against_postcond :
  ?gen:int ->
  ?test_stdout:io_postcond ->
  ?test_stderr:io_postcond ->
  ?before_reference:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?before_user:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?after:(('f, 'u, 'r) Arguments.args -> 'r captured -> Report.t) ->
  ?sampler:(unit -> ('f, 'u, 'r) Arguments.args) ->
  (('f, 'u, 'r) Arguments.args -> 'r Ty.ty -> 'r Testers.result -> Report.t) ->
  ('f Ty.ty, 'u, 'r) Ty.fun_ty ->
  string ->
  ('f, 'u, 'r) Arguments.args list ->
  Report.t
(** The result is tested by a function, without a reference. [before_reference] is called before
    [before_user]. *)

val plain_cases :
  ?test:'r Testers.tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before:(('f, 'u, 'r) Arguments.args -> unit) ->
  ?after:(('f, 'u, 'r) Arguments.args -> 'r captured -> 'r captured -> Report.t) ->
  ('f Ty.ty, 'u, 'r) Ty.fun_ty ->
  string ->
  (('f, 'u, 'r) Arguments.args * 'r captured) list ->
  Report.t
(** The references are literal values and outputs. *)
