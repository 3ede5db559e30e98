c_code { int g = 0; };
active proctype A() { c_code [g > 0] { g = 1; } ; c_expr [g == 2] { g == 1 } }
