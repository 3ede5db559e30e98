/* A semaphore whose locals are dead between uses.  plain: -m200000 */
#define N 6
int count = 1;
chan queue = [N] of { bit };
byte inside;
active [N] proctype user() {
	int was;
	do
	:: atomic { was = count; count-- };
		if :: was <= 0 -> queue?1 :: else fi;
		inside++; assert(inside == 1); inside--;
		atomic { count++; was = count };
		if :: was <= 0 -> queue!1 :: else fi
	od
}
ltl mutex { [] (inside <= 1) }
