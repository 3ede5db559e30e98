package record

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

var errOutside = errors.New("record: Send, State, Choice or Clock outside of a handler: " +
	"call it between Request, Receive, Enter or Exit and End")

func appendMessage(b []byte, m Message) []byte {
	b = append(b, `{"kind":`...)
	b = appendString(b, m.Kind)
	if len(m.Fields) > 0 {
		b = append(b, `,"fields":`...)
		b = appendNumbers(b, m.Fields)
	}
	if m.ID != "" {
		b = append(b, `,"id":`...)
		b = appendString(b, m.ID)
	}
	return append(b, '}')
}

func appendNumbers(b []byte, numbers []int) []byte {
	b = append(b, '[')
	for i, k := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(k), 10)
	}
	return append(b, ']')
}

func appendKey(b []byte, name string) []byte {
	return append(appendString(separate(b), name), ':')
}

// separate puts a comma between two members.
func separate(b []byte) []byte {
	if len(b) > 0 {
		b = append(b, ',')
	}
	return b
}

// appendString writes a JSON string.  Names are plain ASCII, which needs no escapes.
func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(strings.Clone(s)) // no error; the copy alone escapes to the heap
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	return append(append(b, s...), '"')
}
