let repeat n x = List.init (max 0 n) (fun _ -> x)

let decode runs = List.concat_map (fun (length, x) -> repeat length x) runs

let encode list =
  let add runs x =
    match runs with
    | (length, y) :: earlier when x = y -> (length + 1, y) :: earlier
    | _ -> (1, x) :: runs
  in
  List.rev (List.fold_left add [] list)

let saved list = List.fold_left (fun sum (length, _) -> sum + length - 1) 0 (encode list)
