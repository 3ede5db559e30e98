byte x; chan c = [2] of { byte };
active [2] proctype P() { byte y; do :: x < 3 -> atomic { x++ ; c!x; c?y; x-- } :: y == 1 -> break od; assert(x < 3) }
