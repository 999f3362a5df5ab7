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
  | Node (left, x, right) as tree ->
    if number < x then Node (insert number left, x, right)
    else if number > x then Node (left, x, insert number right)
    else tree
