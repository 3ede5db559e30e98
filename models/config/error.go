package config

// Error is bad input from a user: what was given, why it cannot be, and what
// would be right.  The command line turns it into one line and exit code 2.
type Error struct {
	Operand string // "ricart-agrawala: n 0"
	Reason  string // "needs at least 1"; may contain the remedy
	Remedy  string // what would be right, empty if Reason says it
}

func (e *Error) Error() string {
	text := e.Operand + ": " + e.Reason
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}
