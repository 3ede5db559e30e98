package process

// ToolError says that a tool failed on a model.
type ToolError struct {
	Step   string // "spin -a", "gcc" ...
	Reason string // one line, in the tool's words if it printed any
	Killed Cause  // why it was ended
}

func (e *ToolError) Error() string { return e.Step + ": " + e.Reason }
