/* Election in a ring with one direction (Dolev, Klawe, Rodeh).  plain: -m200000 */
#define N 6
mtype = { one, two, winner };
chan ring[N] = [2 * N] of { mtype, byte };
byte leaders;
proctype node(chan in, out; byte number) {
	bit active_ = 1, know;
	byte n, max = number, near;
	xr in; xs out;
	out!one(number);
end:	do
	:: in?one(n) ->
		if
		:: active_ && n != max -> out!two(n); near = n
		:: active_ && n == max -> know = 1; out!winner(n)
		:: !active_ -> out!one(n)
		fi
	:: in?two(n) ->
		if
		:: active_ && near > n && near > max -> max = near; out!one(near)
		:: active_ && !(near > n && near > max) -> active_ = 0
		:: !active_ -> out!two(n)
		fi
	:: in?winner(n) ->
		if
		:: know
		:: else -> know = 1; out!winner(n)
		fi;
		if :: n == number -> leaders++; assert(leaders == 1) :: else fi;
		break
	od
}
init {
	byte k;
	atomic { do :: k < N -> run node(ring[k], ring[(k + 1) % N], (N + 5 - k) % N + 1); k++ :: else -> break od }
}
ltl elected { <> [] (leaders == 1) }
ltl atmostone { [] (leaders <= 1) }
