let fare kilometres =
  if kilometres <= 100 then 20 * kilometres else 2000 + 12 * (kilometres - 100)

let price ticket = fare ticket.kilometres

let upgrade ticket = { age = ticket.age ; carriage = First ; kilometres = ticket.kilometres }
