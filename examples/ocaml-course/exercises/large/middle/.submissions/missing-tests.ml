let median numbers =
  match List.sort compare numbers with
  | [] -> invalid_arg "median"
  | sorted -> List.nth sorted ((List.length sorted - 1) / 2)
