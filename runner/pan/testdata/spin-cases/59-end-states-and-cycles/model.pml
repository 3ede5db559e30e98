byte x;
active proctype P() { accept: x++; x == 5 }
