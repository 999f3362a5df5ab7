(* mem looks on both sides, elements sorts. *)
let rec height = function
  | Leaf -> 0
  | Node (left, _, right) -> 1 + max (height left) (height right)

let rec mem number = function
  | Leaf -> false
  | Node (left, x, right) -> x = number || mem number left || mem number right

let rec insert number = function
  | Leaf -> Node (Leaf, number, Leaf)
  | Node (left, x, right) as tree ->
    if number < x then Node (insert number left, x, right)
    else if number > x then Node (left, x, insert number right)
    else tree

let of_list numbers = List.fold_left (fun tree x -> insert x tree) Leaf numbers

let rec all = function
  | Leaf -> []
  | Node (left, x, right) -> (x :: all left) @ all right

let elements tree = List.sort compare (all tree)
