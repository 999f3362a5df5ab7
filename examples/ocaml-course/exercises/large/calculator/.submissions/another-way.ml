(* Tokens are collected from the end, the tree is built by climbing over precedences. *)
let explode text = List.of_seq (String.to_seq text)

let tokens text =
  let add c found =
    match c, found with
    | ' ', _ -> `Blank :: found
    | '0' .. '9', `Digits digits :: rest -> `Digits (String.make 1 c ^ digits) :: rest
    | '0' .. '9', _ -> `Digits (String.make 1 c) :: found
    | 'a' .. 'z', `Letters letters :: rest -> `Letters (String.make 1 c ^ letters) :: rest
    | 'a' .. 'z', _ -> `Letters (String.make 1 c) :: found
    | ('+' | '-' | '*' | '/' | '(' | ')'), _ -> `Sign c :: found
    | _ -> raise (Unexpected c)
  in
  let token = function
    | `Blank -> None
    | `Digits digits -> Some (Number (int_of_string digits))
    | `Letters letters -> Some (Name letters)
    | `Sign '(' -> Some Open
    | `Sign ')' -> Some Close
    | `Sign c -> Some (Operator c)
  in
  List.filter_map token (List.fold_right add (explode text) [])

let strength = function
  | '+' | '-' -> 1
  | _ -> 2

let rec climb least tokens =
  let left, rest = atom tokens in
  go_on least left rest

and go_on least left = function
  | Operator c :: rest when strength c >= least ->
    let right, rest = climb (strength c + 1) rest in
    go_on least (Operation (c, left, right)) rest
  | rest -> (left, rest)

and atom = function
  | Number n :: rest -> (Constant n, rest)
  | Name name :: rest -> (Variable name, rest)
  | Open :: rest ->
    begin match climb 1 rest with
      | inner, Close :: rest -> (inner, rest)
      | _ -> raise Syntax_error
    end
  | _ -> raise Syntax_error

let parse tokens =
  let tree, rest = climb 1 tokens in
  if rest = [] then tree else raise Syntax_error

let function_of = function
  | '+' -> ( + )
  | '-' -> ( - )
  | '*' -> ( * )
  | _ -> ( / )

let rec eval value = function
  | Operation (c, a, b) ->
    let left = eval value a in
    function_of c left (eval value b)
  | Variable name -> value name
  | Constant n -> n

let rec derive x = function
  | Constant _ -> Constant 0
  | Variable y -> if x = y then Constant 1 else Constant 0
  | Operation ('+', f, g) -> Operation ('+', derive x f, derive x g)
  | Operation ('-', f, g) -> Operation ('-', derive x f, derive x g)
  | Operation ('*', f, g) ->
    Operation ('+', Operation ('*', f, derive x g), Operation ('*', g, derive x f))
  | Operation _ -> raise (Invalid_argument "derive")

let step = function
  | Operation ('/', Constant a, Constant b) when b <> 0 && a mod b = 0 -> Constant (a / b)
  | Operation (('+' | '-' | '*') as c, Constant a, Constant b) -> Constant (function_of c a b)
  | Operation ('+', Constant 0, e) | Operation (('+' | '-'), e, Constant 0) -> e
  | Operation ('*', Constant 1, e) | Operation (('*' | '/'), e, Constant 1) -> e
  | Operation ('*', Constant 0, _) | Operation ('*', _, Constant 0) -> Constant 0
  | e -> e

let rec simplify e =
  let inside =
    match e with
    | Operation (c, a, b) -> Operation (c, simplify a, simplify b)
    | simple -> simple
  in
  let simpler = step inside in
  if simpler = inside then inside else simplify simpler
