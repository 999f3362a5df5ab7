(* The signature asks for `rest`, the structure does not have it. *)
module Ticket : TICKET = struct
  type t = int
  let first = 1
  let next ticket = ticket + 1
  let number ticket = ticket
end

module Make (Order : ORDERED) : QUEUE with type element = Order.t = struct
  type element = Order.t
  type t = element list
  let empty = []
  let add element queue = List.stable_sort Order.compare (queue @ [ element ])
  let size = List.length
  let first queue = List.nth_opt queue 0
end
