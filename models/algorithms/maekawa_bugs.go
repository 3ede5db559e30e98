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
	noTieBreak("deadlock", onTwo),
	{
		Name:   "own-vote-missing",
		Gloss:  "a node enters without its own vote, as on the slides",
		Old:    "(waiting(i) && members_locked[i] == S(i))",
		New:    "(waiting(i) && (members_locked[i] | 1 << (i)) == S(i))",
		Caught: "mutex", On: onThree,
	},
	{
		Name:   "no-inquire",
		Gloss:  "an arbiter never sends INQUIRE",
		Old:    "\t\t\t:: !inquired[i] ->\n\t\t\t\tinquired[i] = true;\n\t\t\t\tsend(i, lock[i], INQUIRE)\n",
		New:    "\t\t\t:: !inquired[i] -> skip\n",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "inquire-lost",
		Gloss:  "an arbiter records an INQUIRE as sent and does not send it",
		Old:    "\t\t\t\tsend(i, lock[i], INQUIRE)\n",
		New:    "\t\t\t\tskip\n",
		Caught: "inquire-answered", On: onTwo,
	},
	{
		Name:   "inquire-ignored",
		Gloss:  "a node ignores an INQUIRE instead of recording it to answer it later",
		Old:    "-> add(deferred[i], j)",
		New:    "-> skip",
		Caught: "inquire-answered", On: onTwo,
	},
	{
		Name:   "relinquish-not-sent",
		Gloss:  "a node records a vote as given back and does not send RELINQUISH",
		Old:    "\t\tsend_each(i, deferred[i], RELINQUISH);\n",
		New:    "",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "failed-not-sent",
		Gloss:  "an arbiter never sends FAILED",
		Old:    "\t\tsend_each(i, to_fail, FAILED);\n",
		New:    "",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "overtaken-not-told",
		Gloss:  "a waiting node whose request is preceded by a newer arrival gets no FAILED: Sanders' repair is omitted",
		Old:    "!has(preceded[i], k) -> add(to_fail, k)",
		New:    "!has(preceded[i], k) -> skip",
		Caught: "told", On: onThreeAll,
	},
	{
		Name:   "last-first",
		Gloss:  "an arbiter chooses the last waiting request in the order of precedence, not the first",
		Old:    "(!first || precedes(i, k, first))",
		New:    "(!first || precedes(i, first, k))",
		Caught: "deadlock", On: onThreeAll,
	},
	{
		Name:   "vote-kept",
		Gloss:  "a node still counts a vote that it has given back",
		Old:    "\t\tmembers_locked[i] = members_locked[i] & ~deferred[i];\n",
		New:    "",
		Caught: "one-got", On: onTwo,
	},
	{
		Name:   "lock-kept",
		Gloss:  "an arbiter stays locked for a request after its RELEASE or RELINQUISH",
		Old:    "\tlock[i] = 0;\n",
		New:    "",
		Caught: "starvation", On: onTwo,
	},
	{
		Name:   "release-without-grant",
		Gloss:  "an arbiter that receives RELEASE is unlocked and does not choose a waiting request",
		Old:    "\t\tlock_first(i);\n",
		New:    "\t\tif\n\t\t:: kind != RELEASE -> lock_first(i)\n\t\t:: else -> skip\n\t\tfi;\n",
		Caught: "deadlock", On: onTwo,
	},
	{
		Name:   "request-kept",
		Gloss:  "an arbiter that receives RELEASE keeps the request that has ended",
		Old:    "\tasked[i].by[j] = 0;\n",
		New:    "",
		Caught: "arbiter", On: onTwo,
	},
	{
		Name:   "release-sent-twice",
		Gloss:  "a node that exits sends each RELEASE twice",
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
		Gloss:  "an arbiter with a queue serves the newest waiting request first",
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
