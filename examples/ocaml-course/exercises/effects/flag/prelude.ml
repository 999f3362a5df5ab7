type colour = Red | White | Blue
