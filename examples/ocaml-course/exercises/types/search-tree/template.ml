(* The tree of the picture, to try your functions on. *)
let picture =
  Node (Node (Node (Leaf, 1, Leaf), 3, Node (Leaf, 6, Leaf)),
        8,
        Node (Leaf, 10, Node (Leaf, 14, Leaf)))

let rec height tree =
  failwith "height is yet to be written"

let rec mem number tree =
  failwith "mem is yet to be written"

let rec insert number tree =
  failwith "insert is yet to be written"

let of_list numbers =
  failwith "of_list is yet to be written"

let rec elements tree =
  failwith "elements is yet to be written"
