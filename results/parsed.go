package results

// Parsed is what follows from the output of a pan that somebody else ran.
type Parsed struct {
	Schema  string  `json:"schema"`
	Verdict Verdict `json:"verdict"`
	Class   string  `json:"class"`          // why, in the vocabulary of runner/pan: "verified", "incomplete" ...
	Kind    string  `json:"kind,omitempty"` // of the violation, or of what cut the search short
	Reason  string  `json:"reason"`

	Warnings   []string `json:"warnings,omitempty"`
	Checked    []string `json:"checked,omitempty"`     // what the search looked for, by its header
	NotChecked []string `json:"not_checked,omitempty"` // and what it did not look for

	SPIN        string   `json:"spin,omitempty"` // its version
	Errors      int64    `json:"errors"`
	Depth       int64    `json:"depth"`
	States      int64    `json:"states"`
	Transitions int64    `json:"transitions"`
	Unknown     int      `json:"unknown_lines"`
	FirstLines  []string `json:"first_unknown_lines,omitempty"`
}
