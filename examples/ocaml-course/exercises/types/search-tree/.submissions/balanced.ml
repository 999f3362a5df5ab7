(* of_list makes another search tree than the solution does, as low as can be. *)
let rec height = function
  | Leaf -> 0
  | Node (left, _, right) -> 1 + max (height left) (height right)

let rec mem number = function
  | Leaf -> false
  | Node (_, x, _) when x = number -> true
  | Node (left, x, right) -> mem number (if number < x then left else right)

let rec insert number tree =
  match tree with
  | Leaf -> Node (Leaf, number, Leaf)
  | Node (left, x, right) ->
    match compare number x with
    | 0 -> tree
    | order when order < 0 -> Node (insert number left, x, right)
    | _ -> Node (left, x, insert number right)

let of_list numbers =
  let sorted = Array.of_list (List.sort_uniq compare numbers) in
  let rec build from until =
    if from >= until then Leaf
    else
      let middle = (from + until) / 2 in
      Node (build from middle, sorted.(middle), build (middle + 1) until)
  in
  build 0 (Array.length sorted)

let rec elements = function
  | Leaf -> []
  | Node (left, x, right) -> elements left @ [ x ] @ elements right
