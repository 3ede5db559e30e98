c_code { #include <stdio.h> };
byte x;
active proctype P() { c_code { printf("x=%d ", now.x); }; x = 1; assert(x == 2) }
