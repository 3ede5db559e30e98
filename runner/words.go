package runner

import "strings"

// Replace puts other text in place of words of a preprocessed model, and tells
// which of them it has met.  Strings and line markers hold none.
func Replace(text []byte, by map[string]string) (replaced []byte, met map[string]bool) {
	met = map[string]bool{}
	replaced = make([]byte, 0, len(text))
	for len(text) > 0 {
		var token []byte
		token, text = nextToken(text)
		if other, ok := by[string(token)]; ok {
			met[string(token)] = true
			token = []byte(other)
		}
		replaced = append(replaced, token...)
	}
	return replaced, met
}

// SetsPriority tells whether a preprocessed model sets the priority of a process other
// than, by _pid, the one that does so.
func SetsPriority(text []byte) bool {
	before := ""
	for len(text) > 0 {
		var token []byte
		token, text = nextToken(text)
		switch t := strings.TrimSpace(string(token)); {
		case t == "":
		case before == "set_priority(" && t != "_pid":
			return true
		case before == "set_priority" && t == "(":
			before += t
		default:
			before = t
		}
	}
	return false
}

// RemoteLabels are the labels that a preprocessed model refers to as PROCTYPE@LABEL.
func RemoteLabels(text []byte) map[string]bool {
	labels := map[string]bool{}
	at := false
	for len(text) > 0 {
		var token []byte
		token, text = nextToken(text)
		switch t := string(token); {
		case t == "@":
			at = true
		case strings.TrimSpace(t) == "":
		default:
			if at {
				labels[t] = true
			}
			at = false
		}
	}
	return labels
}
