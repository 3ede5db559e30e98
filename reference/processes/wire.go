package processes

import (
	"bufio"
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"
)

// A connection carries the messages from one node to another.  It is a sequence of lines of
// JSON: the hello, and then one letter a line.  The receiver answers the hello by one byte.

const (
	mostMessage = 64 << 10         // bytes of a line
	helloTime   = 10 * time.Second // for a hello to arrive
	welcome     = '+'
)

// hello says which link a connection is, and proves that a process of this run says so.
type hello struct {
	Secret   string
	From, To int
}

// errForeign is why a connection is refused.
var errForeign = errors.New("not a link of this run")

// greet says hello and waits for the welcome.
func greet(c net.Conn, h hello) error {
	if err := writeLine(c, h); err != nil {
		return err
	}
	answer := make([]byte, 1)
	if _, err := io.ReadFull(c, answer); err != nil {
		return err
	}
	if answer[0] != welcome {
		return errForeign
	}
	return nil
}

// admit reads a hello and returns its sender, if the hello is right.
func admit(c net.Conn, secret string, to int) (from int, lines *bufio.Reader, err error) {
	c.SetReadDeadline(time.Now().Add(helloTime))
	defer c.SetReadDeadline(time.Time{})
	lines = bufio.NewReaderSize(c, mostMessage)
	var h hello
	text, err := lines.ReadSlice('\n')
	if err == nil {
		err = json.Unmarshal(text, &h)
	}
	if err != nil {
		return 0, nil, err
	}
	if subtle.ConstantTimeCompare([]byte(h.Secret), []byte(secret)) != 1 || h.To != to {
		return 0, nil, errForeign
	}
	return h.From, lines, nil
}

// writeLine writes a value as one line, with one write.
func writeLine(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if text = append(text, '\n'); len(text) > mostMessage {
		return fmt.Errorf("a message of %d bytes, the longest is %d", len(text), mostMessage)
	}
	_, err = w.Write(text)
	return err
}

// readLetter reads the next letter.  A line without its end is not one: its sender was
// killed in the middle of it.
func readLetter(lines *bufio.Reader, kinds []string) (letter, error) {
	var l letter
	text, err := lines.ReadSlice('\n')
	if err != nil {
		return l, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return l, err
	}
	if !slices.Contains(kinds, l.Msg.Kind) {
		return l, fmt.Errorf("message %.60q: unknown", l.Msg.Kind)
	}
	return l, nil
}
