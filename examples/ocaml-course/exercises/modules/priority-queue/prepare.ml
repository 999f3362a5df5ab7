(* What a complete answer offers; the grader asks for it as a whole. *)
module type ANSWER = sig
  module Ticket : TICKET
  module Make (Order : ORDERED) : QUEUE with type element = Order.t
  module Smallest : QUEUE with type element = int
  module Largest : QUEUE with type element = int
  val drain : Smallest.t -> int list
end
