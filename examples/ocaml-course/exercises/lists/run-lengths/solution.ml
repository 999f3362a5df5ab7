let rec repeat n x = if n <= 0 then [] else x :: repeat (n - 1) x

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
