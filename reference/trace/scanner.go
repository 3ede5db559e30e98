package trace

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// scanner reads one line of JSON.  It is stricter than encoding/json and knows
// only the part of JSON that a trace uses: a duplicate key, a null, a fraction
// and text after the end are errors.
type scanner struct {
	text  []byte
	at    int
	words map[string]string // cache of strings, which saves allocations; nil: no cache
}

// Limits of a line, which bound the cost of a hostile one.
const (
	maxKeys  = 64 // of one object
	maxDepth = 8  // of nested values
	maxText  = 200
	maxWords = 200 // in the cache
)

// fail returns an error with the column.
func (s *scanner) fail(format string, args ...any) error {
	return fmt.Errorf("column %d: "+format, append([]any{s.at + 1}, args...)...)
}

// peek returns the next byte that is not blank, 0 at the end.
func (s *scanner) peek() byte {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case ' ', '\t', '\r':
			s.at++
		default:
			return c
		}
	}
	return 0
}

// found names the next byte for an error.
func (s *scanner) found() string {
	if s.peek() == 0 && s.at == len(s.text) {
		return "the end of the line"
	}
	r, _ := utf8.DecodeRune(s.text[s.at:])
	return strconv.QuoteRuneToASCII(r)
}

// accept skips c if it is next.
func (s *scanner) accept(c byte) bool {
	if s.peek() != c || s.at == len(s.text) {
		return false
	}
	s.at++
	return true
}

func (s *scanner) expect(c byte, why string) error {
	if !s.accept(c) {
		return s.fail("%s where %q %s", s.found(), c, why)
	}
	return nil
}

// end checks that the line has ended.
func (s *scanner) end() error {
	if s.peek() != 0 || s.at < len(s.text) {
		return s.fail("%s after the end of the object", s.found())
	}
	return nil
}

// object reads an object and calls member at the value of each key.
func (s *scanner) object(member func(key string) error) error {
	if err := s.expect('{', "begins an object"); err != nil {
		return err
	}
	var few [8]string
	seen := few[:0]
	for more := !s.accept('}'); more; more = !s.accept('}') {
		if len(seen) > 0 {
			if err := s.expect(',', "separates members"); err != nil {
				return err
			}
		}
		s.peek()
		start := s.at
		key, err := s.str()
		if err != nil {
			return err
		}
		if slices.Contains(seen, key) {
			s.at = start
			return s.fail("key %q is given twice", key)
		}
		if seen = append(seen, key); len(seen) > maxKeys {
			return s.fail("more than %d keys", maxKeys)
		}
		if err := s.expect(':', "follows a key"); err != nil {
			return err
		}
		s.peek()
		if err := member(key); err != nil {
			return err
		}
	}
	return nil
}

// array reads an array and calls element at each value.
func (s *scanner) array(element func() error) error {
	if err := s.expect('[', "begins a list"); err != nil {
		return err
	}
	first := true
	for more := !s.accept(']'); more; more = !s.accept(']') {
		if !first {
			if err := s.expect(',', "separates elements"); err != nil {
				return err
			}
		}
		first = false
		if err := element(); err != nil {
			return err
		}
	}
	return nil
}

// str reads a string of at most maxText bytes.
func (s *scanner) str() (string, error) {
	if s.peek() != '"' {
		return "", s.fail("%s where a string begins", s.found())
	}
	start, escaped := s.at, false
	for k := start + 1; k < len(s.text); k++ {
		switch c := s.text[k]; {
		case c == '\\':
			escaped = true
			k++
		case c < ' ':
			s.at = k
			return "", s.fail("a control character in a string")
		case c == '"':
			return s.unquote(start, k+1, escaped)
		}
	}
	return "", s.fail("a string without end")
}

func (s *scanner) unquote(start, end int, escaped bool) (string, error) {
	if end-start > maxText+2 {
		return "", s.fail("a string of more than %d bytes", maxText)
	}
	raw := s.text[start+1 : end-1]
	if escaped {
		var text string
		if err := json.Unmarshal(s.text[start:end], &text); err != nil {
			return "", s.fail("a string with a wrong escape")
		}
		s.at = end
		return text, nil
	}
	text, known := s.words[string(raw)]
	if !known {
		text = string(raw)
	}
	if !known && s.words != nil && len(s.words) < maxWords {
		s.words[text] = text
	}
	s.at = end
	return text, nil
}

// digits reads the digits of a whole number.
func (s *scanner) digits(what string) (string, error) {
	if s.peek() == '-' {
		return "", s.fail("%s is negative", what)
	}
	end := s.at
	for end < len(s.text) && s.text[end] >= '0' && s.text[end] <= '9' {
		end++
	}
	digits := string(s.text[s.at:end])
	switch {
	case digits == "":
		return "", s.fail("%s where the number of %s begins", s.found(), what)
	case len(digits) > 20:
		return "", s.fail("%s has %d digits", what, len(digits))
	case len(digits) > 1 && digits[0] == '0':
		return "", s.fail("%s %s has a leading zero", what, digits)
	case end < len(s.text) && (s.text[end] == '.' || s.text[end] == 'e' || s.text[end] == 'E'):
		return "", s.fail("%s is not a whole number", what)
	}
	s.at = end
	return digits, nil
}

// number reads a whole number from least to most.
func (s *scanner) number(what string, least, most int) (int, error) {
	digits, err := s.digits(what)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < least || n > most {
		s.at -= len(digits)
		return 0, s.fail("%s %s: want %d to %d", what, digits, least, most)
	}
	return n, nil
}

// unsigned reads a number of 64 bits.
func (s *scanner) unsigned(what string) (uint64, error) {
	digits, err := s.digits(what)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0, s.fail("%s %s has more than 64 bits", what, digits)
	}
	return n, nil
}

// skip skips any value that a trace may have and returns its text.
func (s *scanner) skip(depth int) ([]byte, error) {
	first := s.peek()
	start := s.at
	var err error
	switch {
	case depth == maxDepth:
		err = s.fail("values nested more than %d deep", maxDepth)
	case first == '{':
		err = s.object(func(string) error { _, err := s.skip(depth + 1); return err })
	case first == '[':
		err = s.array(func() error { _, err := s.skip(depth + 1); return err })
	case first == '"':
		_, err = s.str()
	case first == 't' || first == 'f':
		err = s.truth()
	default:
		_, err = s.digits("a value")
	}
	return s.text[start:s.at], err
}

func (s *scanner) truth() error {
	for _, word := range []string{"true", "false"} {
		if rest := s.text[s.at:]; len(rest) >= len(word) && string(rest[:len(word)]) == word {
			s.at += len(word)
			return nil
		}
	}
	return s.fail("a word that is neither true nor false")
}
