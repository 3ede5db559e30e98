/*
 * Ricart and Agrawala's token algorithm for two nodes that request once, statement by
 * statement: Ben-Ari, exercise 12.  A node finds that it has the token, and its
 * receiver sends the token before the node enters.  -D ATOMIC: handlers exclude each other.
 */
#ifdef ATOMIC
#define HANDLER atomic
#else
#define HANDLER
#endif

bool have_token[2] = { true, false };
bool in_cs[2];
byte requested[2], granted[2], inside; /* requested[i]: number that i knows of the other */
chan request[2] = [1] of { byte };
chan token[2] = [1] of { bit };

inline send_token(i, j) {
	if
	:: requested[i] > granted[j] -> have_token[i] = false; token[j] ! 0
	:: else
	fi
}

active [2] proctype main_of_node() {
	byte i = _pid, j = 1 - _pid;
	bool wait;
	HANDLER {
		if
		:: have_token[i]
		:: else -> wait = true; request[j] ! 1
		fi;
		if
		:: !wait -> in_cs[i] = true
		:: else
		fi
	}
	if
	:: wait -> atomic { token[i] ? _; have_token[i] = true; in_cs[i] = true }
	:: else
	fi;
	inside++;
	assert(inside == 1);
	inside--;
	atomic {
		granted[i] = wait;
		in_cs[i] = false;
		send_token(i, j)
	}
}

active [2] proctype receiver() {
	byte i = _pid - 2, j = 3 - _pid, number;
end:
	do
	:: HANDLER {
		request[i] ? number;
		requested[i] = number;
		number = 0;
		if
		:: have_token[i] && !in_cs[i] -> send_token(i, j)
		:: else
		fi
	   }
	od
}
