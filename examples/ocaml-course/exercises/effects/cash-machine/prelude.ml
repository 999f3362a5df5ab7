exception Cannot_pay of int

let door_is_open = ref false
