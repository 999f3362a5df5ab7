let amount day = max 0 day.millimetres
let total days = List.fold_left (fun sum day -> sum + amount day) 0 days
