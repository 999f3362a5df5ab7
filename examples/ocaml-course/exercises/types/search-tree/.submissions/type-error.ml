let rec height tree =
  match tree with
  | Leaf -> 0
  | Node (left, right) -> 1 + max (height left) (height right)
