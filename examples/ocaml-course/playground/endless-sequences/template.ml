(* A sequence is a function. Called, it gives an element and another sequence: the rest. *)
let rec from n () = Seq.Cons (n, from (n + 1))

let rec take count sequence =
  if count = 0 then []
  else
    match sequence () with
    | Seq.Nil -> []
    | Seq.Cons (x, rest) -> x :: take (count - 1) rest

(* The sieve of Eratosthenes: the first number is prime, and its multiples are no longer looked at. *)
let rec sieve numbers () =
  match numbers () with
  | Seq.Nil -> Seq.Nil
  | Seq.Cons (p, rest) -> Seq.Cons (p, sieve (Seq.filter (fun n -> n mod p <> 0) rest))

let primes = sieve (from 2)

let () = List.iter (Printf.printf "%d ") (take 20 primes) ; print_newline ()

(* Now you: twins are primes that differ by two, such as 11 and 13. Make the sequence of all of them.
   (Nobody knows whether it ever ends.) *)
