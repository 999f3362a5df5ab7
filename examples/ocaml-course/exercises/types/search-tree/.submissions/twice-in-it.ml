(* Numbers that are there already go in again, to the right. *)
let rec height = function
  | Leaf -> 0
  | Node (left, _, right) -> 1 + max (height left) (height right)

let rec mem number = function
  | Leaf -> false
  | Node (left, x, right) ->
    if number < x then mem number left
    else if number > x then mem number right
    else true

let rec insert number = function
  | Leaf -> Node (Leaf, number, Leaf)
  | Node (left, x, right) ->
    if number < x then Node (insert number left, x, right)
    else Node (left, x, insert number right)

let of_list numbers = List.fold_left (fun tree x -> insert x tree) Leaf numbers

let rec elements = function
  | Leaf -> []
  | Node (left, x, right) -> elements left @ [ x ] @ elements right
