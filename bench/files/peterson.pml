/* Peterson's algorithm for N processes.  plain: -m2000000 */
#define N 4
byte level[N], last[N];
byte inside;
active [N] proctype P() {
	byte l, k;
	do
	:: l = 1;
		do
		:: l < N ->
			level[_pid] = l; last[l] = _pid; k = 0;
			do
			:: k < N -> (k == _pid || level[k] < l || last[l] != _pid); k++
			:: else -> break
			od;
			l++
		:: else -> break
		od;
		inside++; assert(inside == 1); inside--;
		level[_pid] = 0
	od
}
ltl one { [] (inside <= 1) }
