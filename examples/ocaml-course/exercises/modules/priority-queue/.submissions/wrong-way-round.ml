(* Largest is another Smallest; and nothing remains of nothing, but with an exception. *)
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
  let rest queue = List.tl queue
end

module Smallest = Make (Int)
module Largest = Make (Int)

let rec drain queue =
  match Smallest.first queue with
  | None -> []
  | Some element -> element :: drain (Smallest.rest queue)
