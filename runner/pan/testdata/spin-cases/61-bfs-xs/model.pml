chan c = [2] of { byte };
active proctype R() { byte y; c?y; assert(y == 1); c?y }
active proctype B() { c!2 }
active proctype A() { xs c; c!1 }
