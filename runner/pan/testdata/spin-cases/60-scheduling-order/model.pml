byte n; int k = 0;
proctype C(byte id) { k = k*3 + id; k = k*3 + id; n-- }
init { n = 3; run C(0); run C(1); run C(2); n == 0; assert(k != 140) }
