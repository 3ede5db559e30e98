byte x;
active [N] proctype A() { x++; assert(x <= N) }
