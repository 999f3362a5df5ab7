let explode text = List.init (String.length text) (String.get text)

let implode letters = String.concat "" (List.map (String.make 1) letters)
