package algorithms

// The classes of messages, by the names of the sources.
const (
	request    = "REQUEST"
	release    = "RELEASE"    // centralized, lamport, maekawa
	grant      = "GRANT"      // centralized
	ack        = "ACK"        // lamport
	reply      = "REPLY"      // ricart-agrawala, carvalho-roucairol, raymond-k
	token      = "TOKEN"      // the algorithms with a token, except trees
	privilege  = "PRIVILEGE"  // the token of raymond and neilsen-mizuno
	initialize = "INITIALIZE" // neilsen-mizuno, variant init

	locked     = "LOCKED" // maekawa
	failed     = "FAILED"
	inquire    = "INQUIRE"
	relinquish = "RELINQUISH"
)
