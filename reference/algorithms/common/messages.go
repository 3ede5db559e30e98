package common

// The classes of messages, by the names of the sources.
const (
	Request    = "REQUEST"
	Release    = "RELEASE"    // centralized, lamport, maekawa
	Grant      = "GRANT"      // centralized
	Ack        = "ACK"        // lamport
	Reply      = "REPLY"      // ricart-agrawala, carvalho-roucairol, raymond-k
	Token      = "TOKEN"      // the algorithms with a token, except trees
	Privilege  = "PRIVILEGE"  // the token of raymond and neilsen-mizuno
	Initialize = "INITIALIZE" // neilsen-mizuno, variant init

	Locked     = "LOCKED" // maekawa
	Failed     = "FAILED"
	Inquire    = "INQUIRE"
	Relinquish = "RELINQUISH"
)
