package algorithms

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
)

// What Ricart-Agrawala's and Suzuki-Kasami's token algorithms have in common:
// REQUESTs to all others are numbered, and call the token.

// topNumber is the largest number of a request: the numbers of the REQUESTs
// under way on a link are a byte of bits, and number n is bit n.
const topNumber = 7

// manyRequests refuses more rounds than there are numbers.
func manyRequests(c config.Config) *config.Error {
	if c.Rounds > topNumber {
		return &config.Error{
			Operand: fmt.Sprintf("rounds %d", c.Rounds),
			Reason:  fmt.Sprintf("needs at most %d", topNumber),
			Remedy:  "REQUESTs under way are a set of numbers in a byte",
		}
	}
	return nil
}

// numbered is the calls by which i receives a REQUEST of j's, one for each number.
func numbered(c config.Config, j, i int) []string {
	var calls []string
	for n := 1; n <= max(1, c.Rounds); n++ { // collapse leaves number 1 alone
		calls = append(calls, fmt.Sprintf("receive_request(%d, %d, %d)", j, i, n))
	}
	return calls
}

// calledTokenBugs are mistakes in what the two algorithms have in common, and own ones.
func calledTokenBugs(own ...registry.Bug) []registry.Bug {
	shared := []registry.Bug{
		{
			Name:   "enter-without-token",
			Gloss:  "a node that waits enters without the token",
			Old:    "(waiting(i) && token_at == i)",
			New:    "waiting(i)",
			Caught: "mutex", On: "--n 2",
		},
		{
			Name:   "token-kept",
			Gloss:  "a node that sends the token also keeps it",
			Old:    "\ttoken_at = 0;\n",
			New:    "",
			Caught: "token", On: "--n 2",
		},
		{
			Name:   "idle-holder-keeps-token",
			Gloss:  "an idle holder of the token receives a request and does not pass it on",
			Old:    "token_at == i && idle(i) && pending(i, j) -> send_token(i, j)",
			New:    "false -> skip",
			Caught: "deadlock", On: "--n 2",
		},
		{
			Name:   "token-lost-on-outdated-request",
			Gloss:  "an idle holder loses the token when it receives an outdated request",
			Old:    "\t\t:: token_at == i && idle(i) && pending(i, j) -> send_token(i, j)\n\t\t:: else -> skip\n",
			New:    "\t\t:: token_at == i && idle(i) && pending(i, j) -> send_token(i, j)\n\t\t:: else -> token_at = (token_at == i && idle(i) -> 0 : token_at)\n",
			Caught: "token", On: "--n 3 --rounds 1",
		},
		{
			Name:   "passes-while-inside",
			Gloss:  "a holder passes the token on even while it uses it",
			Old:    "token_at == i && idle(i) && pending(i, j) -> send_token(i, j)",
			New:    "token_at == i && !waiting(i) && pending(i, j) -> send_token(i, j)",
			Caught: "mutex", On: "--n 2",
		},
		{
			Name:   "request-sent-twice",
			Gloss:  "a requester sends its REQUESTs twice",
			Old:    "\t\t\tnumber(i)++;\n\t\t\tsend_request(i)\n",
			New:    "\t\t\tnumber(i)++;\n\t\t\tsend_request(i);\n\t\t\tsend_request(i)\n",
			Caught: "no-overflow", On: "--n 2",
		},
		{
			Name:   "nobody-enters",
			Gloss:  "a node may enter only while it is idle",
			Old:    "(waiting(i) && token_at == i)",
			New:    "(idle(i) && token_at == i)",
			Caught: "entry", On: "--n 2",
		},
	}
	return append(shared, own...)
}

func calledTokenNumbers(config.Config) string {
	return "only the difference of a number to the number on the token matters, see collapse"
}
