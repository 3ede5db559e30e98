byte x;
never { do :: x == 1 -> break :: else od }
active proctype P() { do :: x = 1 - x od }
ltl p { [] (x < 2) }
