(* Every element is a run of its own: decoding undoes it, but nothing is saved. *)
let rec repeat n x = if n <= 0 then [] else x :: repeat (n - 1) x

let rec decode = function
  | [] -> []
  | (length, x) :: rest -> repeat length x @ decode rest

let encode list = List.map (fun x -> (1, x)) list
let saved list = List.length list - List.length (encode list)
