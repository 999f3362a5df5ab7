(* A cell goes on living with two or three neighbours; a new one is born where there are three. *)
let lives_on ~alive neighbours = neighbours = 3 || (alive && neighbours = 2)

let around (x, y) =
  [ (x - 1, y - 1) ; (x, y - 1) ; (x + 1, y - 1) ;
    (x - 1, y) ; (x + 1, y) ;
    (x - 1, y + 1) ; (x, y + 1) ; (x + 1, y + 1) ]

let next world =
  let neighbours cell = List.length (List.filter (fun other -> List.mem other world) (around cell)) in
  let candidates = List.sort_uniq compare (world @ List.concat_map around world) in
  List.filter (fun cell -> lives_on ~alive:(List.mem cell world) (neighbours cell)) candidates

let rec play generations world =
  print_world ~width:8 ~height:6 world ;
  if generations > 0 then play (generations - 1) (next world)

let glider = [ (1, 0) ; (2, 1) ; (0, 2) ; (1, 2) ; (2, 2) ]

let () = play 4 glider

(* What becomes of this one? *)
let acorn = [ (1, 0) ; (3, 1) ; (0, 2) ; (1, 2) ; (4, 2) ; (5, 2) ; (6, 2) ]
