let rec repeat n x = if n <= 0 then [] else x :: repeat (n - 1) x

let rec decode = function
  | [] -> []
  | (length, x) :: rest -> repeat length x :: decode rest

let rec encode = function
  | [] -> []
  | x :: rest -> (1 + x) :: encode rest

let saved list = List.length list - List.length (decode (encode list))
