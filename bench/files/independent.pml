/* Long local work: reduction decides.  plain: -m200000 */
#define N 8
byte done[N];
bool alarm;
active [N] proctype worker() { byte k; do :: k < 40 -> k++ :: else -> done[_pid] = 1; break od }
ltl quiet { [] !alarm }
ltl all { <> (done[0] == 1 && done[7] == 1) }
ltl first { <> (done[3] == 1) }
