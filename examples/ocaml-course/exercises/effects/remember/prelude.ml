let calls = ref 0

let slow_square n =
  incr calls ;
  n * n
