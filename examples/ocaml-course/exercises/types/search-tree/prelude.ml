type tree = Leaf | Node of tree * int * tree
