byte x;
active proctype A() { byte l; l = 1; l = 2; l = 3; x = 1 }
active proctype B() { assert(A:l != 2) }
