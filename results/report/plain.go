package report

import (
	"strings"
	"unicode/utf8"
)

// Plain returns a text in which every character can be shown: names and reasons may hold what a model
// prints, and a report is read by terminals, browsers and XML parsers.  Line ends and tabs stay.  Other control
// characters become their pictures (U+2400 and on, so that ESC is seen as one); characters that
// change the direction of the text, that XML does not have, and bytes that are no UTF-8 become U+FFFD.
func Plain(text string) string {
	if clean(text) {
		return text
	}
	return strings.Map(plainRune, strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n"))
}

// PlainLine is Plain in one line: line ends and tabs become blanks.
func PlainLine(text string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c == '\n' || c == '\t' || c == '\r' || c == '\u2028' || c == '\u2029' {
			return ' '
		}
		return c
	}, Plain(text)))
}

// clean tells whether Plain has nothing to do, which is nearly always so.
func clean(text string) bool {
	for k := range len(text) {
		if c := text[k]; c < ' ' && c != '\n' && c != '\t' || c >= 127 {
			return false
		}
	}
	return true
}

func plainRune(c rune) rune {
	switch {
	case c == '\n' || c == '\t':
		return c
	case c < ' ':
		return c + 0x2400
	case c == 127:
		return 0x2421
	case c >= 0x80 && c < 0xA0, // C1 controls
		c == 0x200E, c == 0x200F, c >= 0x202A && c <= 0x202E, c >= 0x2066 && c <= 0x2069, // directions
		c == 0xFEFF, c == 0xFFFE, c == 0xFFFF:
		return utf8.RuneError
	}
	return c
}

// Cut shortens a text to a number of bytes, at a line end if there is one in the second half,
// and says so.
func Cut(text string, most int) string {
	const note = "\n... cut"
	if len(text) <= most {
		return text
	}
	text = strings.ToValidUTF8(text[:max(0, most-len(note))], "")
	if at := strings.LastIndexByte(text, '\n'); at > len(text)/2 {
		text = text[:at]
	}
	return text + note
}
