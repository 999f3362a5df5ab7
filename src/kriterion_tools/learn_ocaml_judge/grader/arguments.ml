type ('f, 'u, 'r) args =
  | Last : 'a -> ('a -> 'r, 'a -> unit, 'r) args
  | Argument : 'a * ('f, 'u, 'r) args -> ('a -> 'f, 'a -> 'u, 'r) args

let last value = Last value
let ( !! ) = last
let arg value rest = Argument (value, rest)
let ( @: ) = arg
let ( @:!! ) a b = Argument (a, Last b)

let rec apply : type f u r. f -> (f, u, r) args -> r =
 fun f -> function Last value -> f value | Argument (value, rest) -> apply (f value) rest

type 'k reader = { read : 'a. 'a Ty.ty -> 'a -> 'k }

let rec map : type f u r. 'k reader -> (f Ty.ty, u, r) Ty.fun_ty -> (f, u, r) args -> 'k list =
 fun reader witness args ->
  match (witness, args) with
  | One (ty, _), Last value -> [ reader.read ty value ]
  | More (ty, witness), Argument (value, rest) ->
      let first = reader.read ty value in
      first :: map reader witness rest
  | One _, Argument (_, _) -> .
  | More _, Last _ -> .

type sampling = { sampler : 'a. 'a Ty.ty -> unit -> 'a }

let rec sampler : type f u r. sampling -> (f Ty.ty, u, r) Ty.fun_ty -> unit -> (f, u, r) args =
 fun sampling -> function
  | One (ty, _) ->
      let sample = sampling.sampler ty in
      fun () -> Last (sample ())
  | More (ty, rest) ->
      let sample = sampling.sampler ty in
      let sample_rest = sampler sampling rest in
      fun () ->
        let first = sample () in
        Argument (first, sample_rest ())
