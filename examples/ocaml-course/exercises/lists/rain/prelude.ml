type day = { station : string; tenths : int }
