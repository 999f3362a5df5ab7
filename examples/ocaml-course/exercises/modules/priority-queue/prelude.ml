module type TICKET = sig
  type t
  val first : t
  val next : t -> t
  val number : t -> int
end

module type ORDERED = sig
  type t
  val compare : t -> t -> int
end

module type QUEUE = sig
  type element
  type t
  val empty : t
  val add : element -> t -> t
  val size : t -> int
  val first : t -> element option
  val rest : t -> t
end
