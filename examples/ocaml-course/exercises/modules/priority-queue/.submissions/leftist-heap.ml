(* A heap instead of a list. What was added when has to be kept, so that equals keep their order. *)
module Ticket : TICKET = struct
  type t = Ticket of { drawn_before : int }
  let first = Ticket { drawn_before = 0 }
  let next (Ticket { drawn_before }) = Ticket { drawn_before = drawn_before + 1 }
  let number (Ticket { drawn_before }) = drawn_before + 1
end

module Make (Order : ORDERED) : QUEUE with type element = Order.t = struct
  type element = Order.t
  type heap = Empty | Heap of int * heap * (element * int) * heap
  type t = { heap : heap; added : int; size : int }

  let empty = { heap = Empty; added = 0; size = 0 }

  let rank = function Empty -> 0 | Heap (rank, _, _, _) -> rank

  let join x a b =
    if rank a >= rank b then Heap (rank b + 1, a, x, b) else Heap (rank a + 1, b, x, a)

  let before (a, m) (b, n) =
    let order = Order.compare a b in
    order < 0 || (order = 0 && m < n)

  let rec merge a b =
    match a, b with
    | Empty, heap | heap, Empty -> heap
    | Heap (_, al, x, ar), Heap (_, bl, y, br) ->
      if before x y then join x al (merge ar b) else join y bl (merge a br)

  let add element { heap; added; size } =
    { heap = merge heap (Heap (1, Empty, (element, added), Empty));
      added = added + 1;
      size = size + 1 }

  let size queue = queue.size

  let first queue =
    match queue.heap with
    | Empty -> None
    | Heap (_, _, (element, _), _) -> Some element

  let rest queue =
    match queue.heap with
    | Empty -> queue
    | Heap (_, a, _, b) -> { queue with heap = merge a b; size = queue.size - 1 }
end

module Smallest = Make (struct type t = int let compare = compare end)
module Largest = Make (struct type t = int let compare a b = compare b a end)

let drain queue =
  let rec take taken queue =
    match Smallest.first queue with
    | None -> List.rev taken
    | Some x -> take (x :: taken) (Smallest.rest queue)
  in
  take [] queue
