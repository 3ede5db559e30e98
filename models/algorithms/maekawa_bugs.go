package algorithms

import "github.com/mxgen/mxgen/models/registry"

// Sets on which Maekawa's seeded bugs show.
const (
	onTwo       = "--n 2 --quorum sets:1,2/1,2 --rounds 1"
	onThree     = "--n 3 --quorum sets:1,2/2,3/1,3 --rounds 1"
	onThreeAll  = "--n 3 --quorum sets:1,2,3/1,2,3/1,2,3 --rounds 1"
	onThreeEver = "--n 3 --quorum sets:1,2,3/1,2,3/1,2,3"
)

var maekawaBugs = []registry.Bug{
	{
		Name:   "own-vote-missing",
		Gloss:  "a node enters without its own vote, as on the slides",
		Old:    "(waiting(i) && members_locked[i] == S(i))",
		New:    "(waiting(i) && (members_locked[i] | 1 << (i)) == S(i))",
		Caught: "mutex", On: onThree,
	},
	{
		Name:   "no-inquire",
		Gloss:  "an arbiter does not inquire about the request that it is locked for",
		Old:    "\t\t\t:: !inquired[i] ->\n\t\t\t\tinquired[i] = true;\n\t\t\t\tsend(i, lock[i], INQUIRE)\n",
		New:    "\t\t\t:: !inquired[i] -> skip\n",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "inquire-lost",
		Gloss:  "an arbiter takes itself to have inquired, and has not",
		Old:    "\t\t\t\tsend(i, lock[i], INQUIRE)\n",
		New:    "\t\t\t\tskip\n",
		Caught: "inquire-answered", On: onTwo,
	},
	{
		Name:   "inquire-ignored",
		Gloss:  "a node that does not know yet whether it will succeed ignores an INQUIRE",
		Old:    "-> add(deferred[i], j)",
		New:    "-> skip",
		Caught: "inquire-answered", On: onTwo,
	},
	{
		Name:   "relinquish-not-sent",
		Gloss:  "a node gives a vote back and does not tell the arbiter",
		Old:    "\t\tsend_each(i, deferred[i], RELINQUISH);\n",
		New:    "",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "failed-not-sent",
		Gloss:  "a request that another precedes gets no FAILED",
		Old:    "\t\tsend_each(i, to_fail, FAILED);\n",
		New:    "",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "overtaken-not-told",
		Gloss:  "who waits and is overtaken gets no FAILED: Sanders' repair left out",
		Old:    "!has(preceded[i], k) -> add(to_fail, k)",
		New:    "!has(preceded[i], k) -> skip",
		Caught: "told", On: onThreeAll,
	},
	{
		Name:   "last-first",
		Gloss:  "an arbiter is locked for the least preceding request that waits",
		Old:    "(!first || precedes(i, k, first))",
		New:    "(!first || precedes(i, first, k))",
		Caught: "deadlock", On: onThreeAll,
	},
	{
		Name:   "vote-kept",
		Gloss:  "a node counts a vote that it has given back",
		Old:    "\t\tmembers_locked[i] = members_locked[i] & ~deferred[i];\n",
		New:    "",
		Caught: "one-got", On: onTwo,
	},
	{
		Name:   "lock-kept",
		Gloss:  "an arbiter stays locked for a request that is over or gives the vote back",
		Old:    "\tlock[i] = 0;\n",
		New:    "",
		Caught: "starvation", On: onTwo,
	},
	{
		Name:   "release-without-grant",
		Gloss:  "an arbiter that gets RELEASE is unlocked, and locked for nobody who waits",
		Old:    "\t\tlock_first(i);\n",
		New:    "\t\tif\n\t\t:: kind != RELEASE -> lock_first(i)\n\t\t:: else -> skip\n\t\tfi;\n",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "request-kept",
		Gloss:  "an arbiter that gets RELEASE keeps the request that is over",
		Old:    "\tasked[i].by[j] = 0;\n",
		New:    "",
		Caught: "arbiter", On: onTwo,
	},
	{
		Name:   "release-sent-twice",
		Gloss:  "a node that leaves sends each RELEASE twice",
		Old:    "\tsend_each(i, S(i), RELEASE)\n",
		New:    "\tsend_each(i, S(i), RELEASE);\n\tsend_each(i, S(i), RELEASE)\n",
		Caught: "lock-holder", On: onTwo,
	},
	{
		Name:   "everything-sent-twice",
		Gloss:  "a node sends each REQUEST and RELEASE twice",
		Old:    ":: has(set, k) -> send(i, k, what)",
		New:    ":: has(set, k) -> send(i, k, what); send(i, k, what)",
		Caught: "no-overflow", On: onTwo + " --variant basic",
	},
	{
		Name:   "newest-first",
		Gloss:  "an arbiter that queues is locked for the newest that waits",
		Old:    ":: else -> append(i, j)",
		New:    ":: else -> queue[i].at[2] = queue[i].at[1]; queue[i].at[1] = queue[i].at[0]; queue[i].at[0] = j",
		Caught: "starvation", On: onThreeEver + " --variant ordered",
	},
	{
		Name:   "nobody-enters",
		Gloss:  "a node may enter only while it is idle",
		Old:    "(waiting(i) && members_locked[i] == S(i))",
		New:    "(idle(i) && members_locked[i] == S(i))",
		Caught: "entry", On: onThree,
	},
}
