byte x;
never { do :: x == 3 -> break :: else od }
active proctype P() { do :: x == 0 -> x = 1 :: x == 1 -> x = 0 od }
