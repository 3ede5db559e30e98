/* Philosophers who take the left fork first; all hang.  plain: -m200000 */
#define N 10
bit fork[N];
byte eating;
active [N] proctype phil() {
	do
	:: atomic { !fork[_pid] -> fork[_pid] = 1 };
		atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = 1; eating++ };
		assert(eating <= N / 2);
		atomic { eating--; fork[(_pid + 1) % N] = 0 };
		fork[_pid] = 0
	od
}
ltl few { [] (eating <= N / 2) }
