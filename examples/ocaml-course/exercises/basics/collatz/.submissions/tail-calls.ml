let next n = if n land 1 = 1 then n + n + n + 1 else n lsr 1

let steps n =
  let rec count done_ n = if n = 1 then done_ else count (done_ + 1) (next n) in
  count 0 n

let peak n =
  let rec climb top n = if n = 1 then top else climb (max top (next n)) (next n) in
  climb n n

let path n =
  let rec walk told n =
    if n = 1 then told else walk (told ^ " " ^ string_of_int (next n)) (next n)
  in
  walk (string_of_int n) n
