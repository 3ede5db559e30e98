package explore

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
)

// Limits of a link.  Other programs cut long links off, so that it is better to save a long run.
const (
	MaxLink       = 1 << 20 // bytes that are read
	MostLinkBytes = 30_000  // bytes that are written
	MostEvents    = 10_000  // events that are read
)

// Link is a run that can be shared, as text for the fragment of an address: a setup, events, and
// which of the states between them is current.
//
//	algorithm=ricart-agrawala&n=2&network=unordered&run=request.1_receive.2~1.REQUEST.1&at=1
type Link struct {
	Algorithm string
	Params    models.Params
	Events    []event.Event
	At        int    // number of events before the current state
	Challenge string // property to be violated, "": none
}

// The keys of a link besides the parameters of a configuration.
const (
	keyAlgorithm = "algorithm"
	keyRun       = "run"
	keyAt        = "at"
	keyChallenge = "challenge"
)

// ParseLink reads a link, an address that ends in one, or one with its #.  The error is a
// *config.Error.  The events are not executed, and the parameters not resolved, here.
func ParseLink(text string) (Link, error) {
	bad := func(reason string) (Link, error) {
		return Link{}, &config.Error{Operand: fmt.Sprintf("link %.60q", text), Reason: reason, Remedy: "copy the whole link"}
	}
	if len(text) > MaxLink {
		return bad(fmt.Sprintf("longer than %d bytes", MaxLink))
	}
	_, fragment, found := strings.Cut(text, "#")
	if !found {
		fragment = text
	}
	values, err := url.ParseQuery(fragment)
	if err != nil {
		return bad(strings.TrimPrefix(err.Error(), "invalid URL escape "))
	}
	l := Link{Params: models.Params{}}
	for key, all := range values {
		value := all[0]
		switch {
		case len(all) > 1:
			return bad(fmt.Sprintf("has %.40q twice", key))
		case key == keyAlgorithm:
			l.Algorithm = value
		case key == keyChallenge:
			l.Challenge = value
		case key == keyRun:
			if l.Events, err = parseRun(value); err != nil {
				return bad(err.Error())
			}
		case key == keyAt:
			if l.At, err = strconv.Atoi(value); err != nil || l.At < 0 {
				return bad(fmt.Sprintf("at %.40q is not a number of events", value))
			}
		case slices.Contains(models.ParamNames, key):
			l.Params[key] = value
		default:
			return bad(fmt.Sprintf("has an unknown part %.40q", key))
		}
	}
	if l.Algorithm == "" {
		return bad("names no algorithm")
	}
	if values.Has(keyAt) && l.At > len(l.Events) {
		return bad(fmt.Sprintf("at %d: there are %d events", l.At, len(l.Events)))
	}
	if !values.Has(keyAt) {
		l.At = len(l.Events)
	}
	return l, Untrusted(l.Params)
}

// spelling writes the label of an event with characters that need no escape in a link, and back.
var spelling, label = strings.NewReplacer(" ", ".", "<-", "~"), strings.NewReplacer(".", " ", "~", "<-")

// Spell writes an event as a link has it.
func Spell(e event.Event) string { return spelling.Replace(e.String()) }

func parseRun(text string) (events []event.Event, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, "_") {
		if len(events) == MostEvents {
			return nil, fmt.Errorf("it has more than %d events", MostEvents)
		}
		e, err := event.Parse(label.Replace(part))
		if err != nil {
			return nil, fmt.Errorf("number %d: %w", len(events)+1, err)
		}
		events = append(events, e)
	}
	return events, nil
}

// String writes the link: the fragment, without #.
func (l Link) String() string {
	var b strings.Builder
	add := func(key, value string) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(key + "=" + url.QueryEscape(value))
	}
	add(keyAlgorithm, l.Algorithm)
	for _, name := range models.ParamNames {
		if value, given := l.Params[name]; given {
			add(name, value)
		}
	}
	if l.Challenge != "" {
		add(keyChallenge, l.Challenge)
	}
	if len(l.Events) == 0 {
		return b.String()
	}
	var run []string
	for _, e := range l.Events {
		run = append(run, Spell(e))
	}
	b.WriteString("&" + keyRun + "=" + strings.Join(run, "_"))
	if l.At < len(l.Events) {
		add(keyAt, strconv.Itoa(l.At))
	}
	return b.String()
}

// Link returns the run on which the current state is.
func (s *Session) Link() Link {
	return Link{Algorithm: s.setup.Config.Algorithm, Params: s.setup.Params(), Events: s.Run(), At: s.Depth(), Challenge: s.challenge}
}

// errTooLong says that a run is too long to be shared as a link.
var errTooLong = errors.New("the run is too long for a link: save it as a trace")

// ShortLink is the text of Link, or an error for a run that is too long for one.
func (s *Session) ShortLink() (string, error) {
	if s.Length() > MostLinkBytes/6 {
		return "", errTooLong
	}
	text := s.Link().String()
	if len(text) > MostLinkBytes {
		return "", errTooLong
	}
	return text, nil
}

// Start resolves the parameters of the link.  The error is a *config.Error.
func (l Link) Start() (Start, error) {
	setup, err := NewSetup(l.Algorithm, l.Params)
	return Start{Setup: setup, Events: l.Events, At: l.At, Challenge: l.Challenge}, err
}
