/* Claims about local variables: without reduction.  plain: -m200000 -DNOREDUCE */
#define N 4
byte turn;
active [N] proctype P() { byte k, work; do :: turn == _pid -> k = 1; in: work = 0; do :: work < 12 -> work++ :: else -> break od; k = 0; turn = (turn + 1) % N :: atomic { work = (work + 1) % 9 } od }
ltl apart { [] !(P[0]:k == 1 && P[1]:k == 1) }
ltl places { [] !(P[2]@in && P[3]@in) }
