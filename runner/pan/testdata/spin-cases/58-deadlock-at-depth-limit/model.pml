byte x;
active proctype P() { x = 1; x = 2; x = 3; x = 4; x == 9 }
