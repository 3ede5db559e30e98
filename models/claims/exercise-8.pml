/*
 * Ricart and Agrawala's algorithm for two nodes that request once, statement by
 * statement: Ben-Ari, exercise 8.  A node wants, and chooses its ticket; meanwhile it
 * can compare a REQUEST with the old one.  -D ATOMIC: handlers exclude each other.
 */
#ifdef ATOMIC
#define HANDLER atomic
#else
#define HANDLER
#endif

bool want[2], deferred[2];
byte num[2], hi[2], inside;
chan request[2] = [1] of { byte };
chan reply[2] = [1] of { bit };

active [2] proctype main_of_node() {
	byte i = _pid, j = 1 - _pid;
	HANDLER {
		want[i] = true;
		num[i] = hi[i] + 1;
		request[j] ! num[i]
	}
	reply[i] ? _;
	inside++;
	assert(inside == 1);
	inside--;
	atomic {
		want[i] = false;
		if
		:: deferred[i] -> deferred[i] = false; reply[j] ! 0
		:: else
		fi
	}
}

active [2] proctype receiver() {
	byte i = _pid - 2, j = 3 - _pid, ticket;
end:
	do
	:: HANDLER {
		request[i] ? ticket;
		hi[i] = (ticket > hi[i] -> ticket : hi[i]);
		if
		:: !want[i] || ticket < num[i] || (ticket == num[i] && j < i) -> reply[j] ! 0
		:: else -> deferred[i] = true
		fi;
		ticket = 0
	   }
	od
}
