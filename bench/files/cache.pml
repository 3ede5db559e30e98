/* Caches that watch one bus, by rendezvous.  plain: -m200000 */
#define N 4
mtype = { read, write, invalid, shared, owned };
chan bus = [0] of { mtype, byte };
chan grant = [0] of { byte };
mtype line[N] = invalid;
byte owners;
active [N] proctype cpu() {
	do
	:: line[_pid] == invalid -> bus!read(_pid); grant?eval(_pid)
	:: line[_pid] != owned -> bus!write(_pid); grant?eval(_pid)
	:: atomic { line[_pid] == owned -> line[_pid] = invalid; owners-- }
	:: line[_pid] == shared -> line[_pid] = invalid
	od
}
active proctype memory() {
	byte who, k; mtype what;
	do
	:: bus?what(who);
		k = 0;
		do
		:: k < N ->
			atomic { if :: k != who && line[k] == owned -> owners--; line[k] = (what == write -> invalid : shared)
			:: k != who && line[k] == shared && what == write -> line[k] = invalid
			:: else fi };
			k++
		:: else -> break
		od;
		atomic { if :: what == write -> line[who] = owned; owners++ :: else -> line[who] = shared fi };
		assert(owners <= 1);
		grant!who
	od
}
ltl oneowner { [] (owners <= 1) }
ltl again { [] <> (owners == 0) }
