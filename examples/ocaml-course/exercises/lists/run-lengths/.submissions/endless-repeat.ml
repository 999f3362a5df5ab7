(* A negative number is counted down from, for ever; no memory is needed for that. *)
let repeat n x =
  let rec add list n = if n = 0 then list else add (if n > 0 then x :: list else list) (n - 1) in
  add [] n

let rec decode = function
  | [] -> []
  | (length, x) :: rest -> repeat length x @ decode rest

let rec encode = function
  | [] -> []
  | x :: rest ->
    match encode rest with
    | (length, y) :: runs when x = y -> (length + 1, x) :: runs
    | runs -> (1, x) :: runs

let saved list = List.length list - List.length (encode list)
