(* Of equal elements the last one added comes first. *)
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

  let rec add element = function
    | first :: rest when Order.compare first element < 0 -> first :: add element rest
    | queue -> element :: queue

  let size = List.length
  let first = function [] -> None | element :: _ -> Some element
  let rest = function [] -> [] | _ :: queue -> queue
end

module Smallest = Make (Int)
module Largest = Make (struct type t = int let compare a b = Int.compare b a end)

let rec drain queue =
  match Smallest.first queue with
  | None -> []
  | Some element -> element :: drain (Smallest.rest queue)
