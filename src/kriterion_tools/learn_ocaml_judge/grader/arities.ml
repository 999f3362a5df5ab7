(** Adapters from functions of one to four arguments to functions of any arity. *)

open Arguments

(** One arity. It uses as many of the argument types ['a] to ['d] as it has arguments. *)
module type S = sig
  type ('a, 'b, 'c, 'd, 'r) arrow
  type ('a, 'b, 'c, 'd, 'r) unit_arrow
  type ('a, 'b, 'c, 'd) tuple

  type ('a, 'b, 'c, 'd, 'r) case
  (** The arguments, the value, stdout and stderr. *)

  val witness :
    ('a, 'b, 'c, 'd, 'r) arrow Ty.ty ->
    (('a, 'b, 'c, 'd, 'r) arrow Ty.ty, ('a, 'b, 'c, 'd, 'r) unit_arrow, 'r) Ty.fun_ty

  val taken_apart : ('a, 'b, 'c, 'd, 'r) arrow Ty.ty -> ('a, 'b, 'c, 'd) tuple Ty.ty * 'r Ty.ty

  val args :
    ('a, 'b, 'c, 'd) tuple ->
    (('a, 'b, 'c, 'd, 'r) arrow, ('a, 'b, 'c, 'd, 'r) unit_arrow, 'r) args

  val case :
    ('a, 'b, 'c, 'd, 'r) case ->
    (('a, 'b, 'c, 'd, 'r) arrow, ('a, 'b, 'c, 'd, 'r) unit_arrow, 'r) args * ('r * string * string)

  val spread :
    ('a, 'b, 'c, 'd, 'k) arrow ->
    (('a, 'b, 'c, 'd, 'r) arrow, ('a, 'b, 'c, 'd, 'r) unit_arrow, 'r) args ->
    'k
  (** Convert a function of the separate arguments to a function of the {!Arguments.args}. *)
end

module One = struct
  type ('a, _, _, _, 'r) arrow = 'a -> 'r
  type ('a, _, _, _, _) unit_arrow = 'a -> unit
  type ('a, _, _, _) tuple = 'a
  type ('a, _, _, _, 'r) case = 'a * 'r * string * string

  let witness ty =
    let a, r = Ty.domains ty in
    Ty.last_ty a r

  let taken_apart = Ty.domains
  let args a = last a
  let case (a, value, out, err) = (args a, (value, out, err))
  let spread f = function Last a -> f a | Argument _ -> .
end

module Two = struct
  type ('a, 'b, _, _, 'r) arrow = 'a -> 'b -> 'r
  type ('a, 'b, _, _, _) unit_arrow = 'a -> 'b -> unit
  type ('a, 'b, _, _) tuple = 'a * 'b
  type ('a, 'b, _, _, 'r) case = 'a * 'b * 'r * string * string

  let witness ty =
    let a, rest = Ty.domains ty in
    Ty.arg_ty a (One.witness rest)

  let taken_apart ty =
    let a, rest = Ty.domains ty in
    let b, r = Ty.domains rest in
    (Ty.pair2 a b, r)

  let args (a, b) = a @:!! b
  let case (a, b, value, out, err) = (args (a, b), (value, out, err))
  let spread f = function Argument (a, rest) -> One.spread (f a) rest
end

module Three = struct
  type ('a, 'b, 'c, _, 'r) arrow = 'a -> 'b -> 'c -> 'r
  type ('a, 'b, 'c, _, _) unit_arrow = 'a -> 'b -> 'c -> unit
  type ('a, 'b, 'c, _) tuple = 'a * 'b * 'c
  type ('a, 'b, 'c, _, 'r) case = 'a * 'b * 'c * 'r * string * string

  let witness ty =
    let a, rest = Ty.domains ty in
    Ty.arg_ty a (Two.witness rest)

  let taken_apart ty =
    let a, rest = Ty.domains ty in
    let b, rest = Ty.domains rest in
    let c, r = Ty.domains rest in
    (Ty.pair3 a b c, r)

  let args (a, b, c) = a @: b @:!! c
  let case (a, b, c, value, out, err) = (args (a, b, c), (value, out, err))
  let spread f = function Argument (a, rest) -> Two.spread (f a) rest
end

module Four = struct
  type ('a, 'b, 'c, 'd, 'r) arrow = 'a -> 'b -> 'c -> 'd -> 'r
  type ('a, 'b, 'c, 'd, _) unit_arrow = 'a -> 'b -> 'c -> 'd -> unit
  type ('a, 'b, 'c, 'd) tuple = 'a * 'b * 'c * 'd
  type ('a, 'b, 'c, 'd, 'r) case = 'a * 'b * 'c * 'd * 'r * string * string

  let witness ty =
    let a, rest = Ty.domains ty in
    Ty.arg_ty a (Three.witness rest)

  let taken_apart ty =
    let a, rest = Ty.domains ty in
    let b, rest = Ty.domains rest in
    let c, rest = Ty.domains rest in
    let d, r = Ty.domains rest in
    (Ty.pair4 a b c d, r)

  let args (a, b, c, d) = a @: b @: c @:!! d
  let case (a, b, c, d, value, out, err) = (args (a, b, c, d), (value, out, err))
  let spread f = function Argument (a, rest) -> Three.spread (f a) rest
end
