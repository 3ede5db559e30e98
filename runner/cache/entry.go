package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// format is the first word of an entry.  It changes with the format.
const format = "mxgen-cache/1"

// maxEntry is how many bytes an entry's file may have.
const maxEntry = 64 << 20

// Entry is a result in the cache.
type Entry struct {
	Key   Key
	About string // what it is, in words: one line
	Data  []byte
}

// sum is the checksum of everything but the format.
func (e Entry) sum() string {
	k := KeyOf(string(e.Key[:]), e.About, string(e.Data))
	return k.String()
}

// text is an entry as it is written:
//
//	mxgen-cache/1 KEY CHECKSUM LENGTH
//	ABOUT
//	DATA
func (e Entry) text() ([]byte, error) {
	if strings.ContainsAny(e.About, "\n\r") {
		return nil, errors.New("the title of an entry is one line")
	}
	head := fmt.Sprintf("%s %s %s %d\n%s\n", format, e.Key, e.sum(), len(e.Data), e.About)
	if len(head)+len(e.Data) > maxEntry {
		return nil, fmt.Errorf("an entry of %d bytes is too large", len(e.Data))
	}
	return append([]byte(head), e.Data...), nil
}

// parse reads an entry and checks its checksum, which covers everything but the format.
func parse(text []byte) (Entry, error) {
	first, rest, found := bytes.Cut(text, []byte("\n"))
	about, data, more := bytes.Cut(rest, []byte("\n"))
	words := strings.Split(string(first[:min(len(first), 200)]), " ")
	if !found || !more || len(words) != 4 || words[0] != format {
		return Entry{}, errors.New("not an entry of this format")
	}
	key, err := hex.DecodeString(words[1])
	if err != nil || len(key) != sha256.Size || words[3] != strconv.Itoa(len(data)) {
		return Entry{}, errors.New("cut short or damaged")
	}
	e := Entry{Key(key), string(about), data}
	if e.sum() != words[2] || e.Key.String() != words[1] {
		return Entry{}, errors.New("damaged")
	}
	return e, nil
}
