(** The library for graders ([test.ml]).

    Source: learn-ocaml §5.2. Every name that a grader may use is here or in a module included here.
    There are no other names, because graders open this module and a further name would hide one of
    the exercise. [docs/author/test-lib.md] is the author's reference. *)

(** {1 Handing in the report} *)

val set_result : Report.t -> unit
(** Sets the report of the grading. The last call counts. *)

(** {1 Looking at the student's program} *)

include module type of struct
  include Syntax_checks
end

(** {1 Comparing results and outputs} *)

include module type of struct
  include Testers
end

include module type of struct
  include Io_testers
end

type 'a postcond = 'a Ty.ty -> 'a result -> Report.t
type io_postcond = Function_tests.io_postcond

(** {1 Random values} *)

include module type of struct
  include Samplers
end

module Sampler = Samplers

val printable_fun : string -> ('a -> 'b) -> 'a -> 'b
(** Returns the same function, shown by this text from now on. *)

(** {1 Variables, modules and types} *)

include module type of struct
  include Definitions
end

(** {1 Functions of one to four arguments}

    A case is the argument, or a tuple of the arguments. In [test_function_N] the expected value,
    stdout and stderr follow in the same tuple. *)

val test_function_1 :
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before:('a -> unit) ->
  ?after:('a -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ('a -> 'r) Ty.ty ->
  string ->
  ('a * 'r * string * string) list ->
  Report.t

val test_function_1_against :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> unit) ->
  ?before_user:('a -> unit) ->
  ?after:('a -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a) ->
  ('a -> 'r) Ty.ty ->
  string ->
  ('a -> 'r) ->
  'a list ->
  Report.t

val test_function_1_against_solution :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> unit) ->
  ?before_user:('a -> unit) ->
  ?after:('a -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a) ->
  ('a -> 'r) Ty.ty ->
  string ->
  'a list ->
  Report.t

val test_function_1_against_postcond :
  ?gen:int ->
  ?test_stdout:io_postcond ->
  ?test_stderr:io_postcond ->
  ?before_reference:('a -> unit) ->
  ?before_user:('a -> unit) ->
  ?after:('a -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a) ->
  ('a -> 'r Ty.ty -> 'r result -> Report.t) ->
  ('a -> 'r) Ty.ty ->
  string ->
  'a list ->
  Report.t

val test_function_2 :
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before:('a -> 'b -> unit) ->
  ?after:('a -> 'b -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ('a -> 'b -> 'r) Ty.ty ->
  string ->
  ('a * 'b * 'r * string * string) list ->
  Report.t

val test_function_2_against :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> 'b -> unit) ->
  ?before_user:('a -> 'b -> unit) ->
  ?after:('a -> 'b -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b) ->
  ('a -> 'b -> 'r) Ty.ty ->
  string ->
  ('a -> 'b -> 'r) ->
  ('a * 'b) list ->
  Report.t

val test_function_2_against_solution :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> 'b -> unit) ->
  ?before_user:('a -> 'b -> unit) ->
  ?after:('a -> 'b -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b) ->
  ('a -> 'b -> 'r) Ty.ty ->
  string ->
  ('a * 'b) list ->
  Report.t

val test_function_2_against_postcond :
  ?gen:int ->
  ?test_stdout:io_postcond ->
  ?test_stderr:io_postcond ->
  ?before_reference:('a -> 'b -> unit) ->
  ?before_user:('a -> 'b -> unit) ->
  ?after:('a -> 'b -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b) ->
  ('a -> 'b -> 'r Ty.ty -> 'r result -> Report.t) ->
  ('a -> 'b -> 'r) Ty.ty ->
  string ->
  ('a * 'b) list ->
  Report.t

val test_function_3 :
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before:('a -> 'b -> 'c -> unit) ->
  ?after:('a -> 'b -> 'c -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ('a -> 'b -> 'c -> 'r) Ty.ty ->
  string ->
  ('a * 'b * 'c * 'r * string * string) list ->
  Report.t

val test_function_3_against :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> 'b -> 'c -> unit) ->
  ?before_user:('a -> 'b -> 'c -> unit) ->
  ?after:('a -> 'b -> 'c -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b * 'c) ->
  ('a -> 'b -> 'c -> 'r) Ty.ty ->
  string ->
  ('a -> 'b -> 'c -> 'r) ->
  ('a * 'b * 'c) list ->
  Report.t

val test_function_3_against_solution :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> 'b -> 'c -> unit) ->
  ?before_user:('a -> 'b -> 'c -> unit) ->
  ?after:('a -> 'b -> 'c -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b * 'c) ->
  ('a -> 'b -> 'c -> 'r) Ty.ty ->
  string ->
  ('a * 'b * 'c) list ->
  Report.t

val test_function_3_against_postcond :
  ?gen:int ->
  ?test_stdout:io_postcond ->
  ?test_stderr:io_postcond ->
  ?before_reference:('a -> 'b -> 'c -> unit) ->
  ?before_user:('a -> 'b -> 'c -> unit) ->
  ?after:('a -> 'b -> 'c -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b * 'c) ->
  ('a -> 'b -> 'c -> 'r Ty.ty -> 'r result -> Report.t) ->
  ('a -> 'b -> 'c -> 'r) Ty.ty ->
  string ->
  ('a * 'b * 'c) list ->
  Report.t

val test_function_4 :
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before:('a -> 'b -> 'c -> 'd -> unit) ->
  ?after:('a -> 'b -> 'c -> 'd -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ('a -> 'b -> 'c -> 'd -> 'r) Ty.ty ->
  string ->
  ('a * 'b * 'c * 'd * 'r * string * string) list ->
  Report.t

val test_function_4_against :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> 'b -> 'c -> 'd -> unit) ->
  ?before_user:('a -> 'b -> 'c -> 'd -> unit) ->
  ?after:('a -> 'b -> 'c -> 'd -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b * 'c * 'd) ->
  ('a -> 'b -> 'c -> 'd -> 'r) Ty.ty ->
  string ->
  ('a -> 'b -> 'c -> 'd -> 'r) ->
  ('a * 'b * 'c * 'd) list ->
  Report.t

val test_function_4_against_solution :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:('a -> 'b -> 'c -> 'd -> unit) ->
  ?before_user:('a -> 'b -> 'c -> 'd -> unit) ->
  ?after:('a -> 'b -> 'c -> 'd -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b * 'c * 'd) ->
  ('a -> 'b -> 'c -> 'd -> 'r) Ty.ty ->
  string ->
  ('a * 'b * 'c * 'd) list ->
  Report.t

val test_function_4_against_postcond :
  ?gen:int ->
  ?test_stdout:io_postcond ->
  ?test_stderr:io_postcond ->
  ?before_reference:('a -> 'b -> 'c -> 'd -> unit) ->
  ?before_user:('a -> 'b -> 'c -> 'd -> unit) ->
  ?after:('a -> 'b -> 'c -> 'd -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> 'a * 'b * 'c * 'd) ->
  ('a -> 'b -> 'c -> 'd -> 'r Ty.ty -> 'r result -> Report.t) ->
  ('a -> 'b -> 'c -> 'd -> 'r) Ty.ty ->
  string ->
  ('a * 'b * 'c * 'd) list ->
  Report.t

(** {1 Functions of any number of arguments} *)

type ('f, 'u, 'r) fun_ty = ('f, 'u, 'r) Ty.fun_ty
type ('f, 'u, 'r) args = ('f, 'u, 'r) Arguments.args

val arg_ty : 'a Ty.ty -> ('f Ty.ty, 'u, 'r) fun_ty -> (('a -> 'f) Ty.ty, 'a -> 'u, 'r) fun_ty
val last_ty : 'a Ty.ty -> 'r Ty.ty -> (('a -> 'r) Ty.ty, 'a -> unit, 'r) fun_ty
val arg : 'a -> ('f, 'u, 'r) args -> ('a -> 'f, 'a -> 'u, 'r) args
val last : 'a -> ('a -> 'r, 'a -> unit, 'r) args
val ( @: ) : 'a -> ('f, 'u, 'r) args -> ('a -> 'f, 'a -> 'u, 'r) args
val ( !! ) : 'a -> ('a -> 'r, 'a -> unit, 'r) args
val ( @:!! ) : 'a -> 'b -> ('a -> 'b -> 'r, 'a -> 'b -> unit, 'r) args

val ( ==> ) : ('f, 'u, 'r) args -> 'r -> ('f, 'u, 'r) args * (unit -> 'r)

val test_function :
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before:(('f, 'u, 'r) args -> unit) ->
  ?after:(('f, 'u, 'r) args -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ('f Ty.ty, 'u, 'r) fun_ty ->
  string ->
  (('f, 'u, 'r) args * (unit -> 'r)) list ->
  Report.t

val test_function_against :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:(('f, 'u, 'r) args -> unit) ->
  ?before_user:(('f, 'u, 'r) args -> unit) ->
  ?after:(('f, 'u, 'r) args -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> ('f, 'u, 'r) args) ->
  ('f Ty.ty, 'u, 'r) fun_ty ->
  string ->
  'f ->
  ('f, 'u, 'r) args list ->
  Report.t

val test_function_against_solution :
  ?gen:int ->
  ?test:'r tester ->
  ?test_stdout:io_tester ->
  ?test_stderr:io_tester ->
  ?before_reference:(('f, 'u, 'r) args -> unit) ->
  ?before_user:(('f, 'u, 'r) args -> unit) ->
  ?after:(('f, 'u, 'r) args -> 'r * string * string -> 'r * string * string -> Report.t) ->
  ?sampler:(unit -> ('f, 'u, 'r) args) ->
  ('f Ty.ty, 'u, 'r) fun_ty ->
  string ->
  ('f, 'u, 'r) args list ->
  Report.t

(** {1 Functions that change their argument} *)

include module type of struct
  include Mutation_callbacks
end

(** {1 Custom tests} *)

include module type of struct
  include Lookups
end

val run_timeout : ?time:int -> (unit -> 'a) -> 'a
val exec : (unit -> 'a) -> ('a * string * string) result
val result : (unit -> 'a) -> 'a result

(** {1 Joining} *)

val ( @@@ ) : ('a -> Report.t) -> ('a -> Report.t) -> 'a -> Report.t
(** Applies both functions and joins their reports. *)

val ( @@> ) : Report.t -> (unit -> Report.t) -> Report.t
(** If the first report has no failure, returns the second in its place. *)

val ( @@= ) : Report.t -> (unit -> Report.t) -> Report.t
(** If the first report has no failure, appends the second to it. *)

(** {1 What a grader sees without opening anything}

    Opened by the loader, which binds [code_ast] and [timeout] besides (learn-ocaml §4.2). *)

module Open_me : sig
  module Report = Report
  module Introspection = Introspection
  module Ty = Ty

  val results : Report.t option ref
  val set_progress : string -> unit
end
