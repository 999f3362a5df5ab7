let day_names = [ "Mo" ; "Tu" ; "We" ; "Th" ; "Fr" ; "Sa" ; "Su" ]
