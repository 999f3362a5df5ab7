(* Defines the types again: these are others, however much they look alike. *)
type age = Child | Adult | Senior
type carriage = First | Second
type ticket = { age : age; carriage : carriage; kilometres : int; bicycle : bool }

let fare kilometres =
  if kilometres <= 100 then 20 * kilometres else 2000 + 12 * (kilometres - 100)

let price ticket = fare ticket.kilometres
let upgrade ticket = { ticket with carriage = First }
let describe ticket = Printf.sprintf "adult, second class, %d km" ticket.kilometres
let cheapest = function [] -> None | ticket :: _ -> Some ticket
