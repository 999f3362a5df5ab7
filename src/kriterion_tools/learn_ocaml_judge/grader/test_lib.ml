include Syntax_checks
include Testers
include Io_testers
include Samplers
include Definitions
include Mutation_callbacks
include Lookups

type 'a postcond = 'a Ty.ty -> 'a result -> Report.t
type io_postcond = Function_tests.io_postcond

module Sampler = Samplers

let set_result report = Grading.results := Some report
let printable_fun = Printing.name_function

module Unary = Fixed_arity.Make (Arities.One)

let test_function_1 = Unary.test_function
let test_function_1_against = Unary.test_function_against
let test_function_1_against_solution = Unary.test_function_against_solution
let test_function_1_against_postcond = Unary.test_function_against_postcond

module Binary = Fixed_arity.Make (Arities.Two)

let test_function_2 = Binary.test_function
let test_function_2_against = Binary.test_function_against
let test_function_2_against_solution = Binary.test_function_against_solution
let test_function_2_against_postcond = Binary.test_function_against_postcond

module Ternary = Fixed_arity.Make (Arities.Three)

let test_function_3 = Ternary.test_function
let test_function_3_against = Ternary.test_function_against
let test_function_3_against_solution = Ternary.test_function_against_solution
let test_function_3_against_postcond = Ternary.test_function_against_postcond

module Quaternary = Fixed_arity.Make (Arities.Four)

let test_function_4 = Quaternary.test_function
let test_function_4_against = Quaternary.test_function_against
let test_function_4_against_solution = Quaternary.test_function_against_solution
let test_function_4_against_postcond = Quaternary.test_function_against_postcond

type ('f, 'u, 'r) fun_ty = ('f, 'u, 'r) Ty.fun_ty
type ('f, 'u, 'r) args = ('f, 'u, 'r) Arguments.args

let arg_ty = Ty.arg_ty
let last_ty = Ty.last_ty
let arg = Arguments.arg
let last = Arguments.last
let ( @: ) = Arguments.( @: )
let ( !! ) = Arguments.( !! )
let ( @:!! ) = Arguments.( @:!! )
let ( ==> ) = Function_tests.( ==> )
let test_function = Function_tests.test_function
let test_function_against = Function_tests.test_function_against
let test_function_against_solution = Function_tests.test_function_against_solution
let run_timeout = Running.run_timeout
let exec = Running.exec
let result = Running.result

let ( @@@ ) first second subject =
  let report = first subject in
  report @ second subject

let has_failed report = snd (Report.result report)
let ( @@> ) report continue = if has_failed report then report else continue ()
let ( @@= ) report continue = if has_failed report then report else report @ continue ()

module Open_me = struct
  module Report = Report
  module Introspection = Introspection
  module Ty = Ty

  let results = Grading.results
  let set_progress line = !Grading.set_progress line
end
