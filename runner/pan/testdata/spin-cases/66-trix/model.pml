byte x;
active proctype A() { do :: x = 1 - x; accept: skip od }
active proctype B() { do :: x == 1 -> x = 0 od }
