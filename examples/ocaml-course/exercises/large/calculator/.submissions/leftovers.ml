(* What is left over is passed over in silence. *)
let is_digit c = '0' <= c && c <= '9'

let is_letter c = 'a' <= c && c <= 'z'

let tokens text =
  let length = String.length text in
  let rec end_of_run belongs i =
    if i < length && belongs text.[i] then end_of_run belongs (i + 1) else i
  in
  let rec from i =
    if i = length then []
    else
      match text.[i] with
      | ' ' -> from (i + 1)
      | '(' -> Open :: from (i + 1)
      | ')' -> Close :: from (i + 1)
      | '+' | '-' | '*' | '/' as operator -> Operator operator :: from (i + 1)
      | c when is_digit c ->
        let stop = end_of_run is_digit i in
        Number (int_of_string (String.sub text i (stop - i))) :: from stop
      | c when is_letter c ->
        let stop = end_of_run is_letter i in
        Name (String.sub text i (stop - i)) :: from stop
      | c -> raise (Unexpected c)
  in
  from 0

let rec sum tokens = operations [ '+' ; '-' ] product tokens

and product tokens = operations [ '*' ; '/' ] atom tokens

and operations operators operand tokens =
  let rec more (left, tokens) =
    match tokens with
    | Operator operator :: rest when List.mem operator operators ->
      let right, rest = operand rest in
      more (Operation (operator, left, right), rest)
    | _ -> (left, tokens)
  in
  more (operand tokens)

and atom = function
  | Number n :: rest -> (Constant n, rest)
  | Name name :: rest -> (Variable name, rest)
  | Open :: rest ->
    (match sum rest with
     | expression, Close :: rest -> (expression, rest)
     | _ -> raise Syntax_error)
  | _ -> raise Syntax_error

let parse tokens =
  fst (sum tokens)

let calculate operator a b =
  match operator with
  | '+' -> a + b
  | '-' -> a - b
  | '*' -> a * b
  | _ -> a / b

let rec eval value = function
  | Constant n -> n
  | Variable name -> value name
  | Operation (operator, a, b) -> calculate operator (eval value a) (eval value b)

let rec derive name = function
  | Constant _ -> Constant 0
  | Variable other -> Constant (if other = name then 1 else 0)
  | Operation ('+' | '-' as operator, f, g) -> Operation (operator, derive name f, derive name g)
  | Operation ('*', f, g) ->
    Operation ('+', Operation ('*', derive name f, g), Operation ('*', f, derive name g))
  | Operation _ -> invalid_arg "derive"
