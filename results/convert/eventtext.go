package convert

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
)

// Rule says which event a text of a log is: Event, in which $1 or ${name} is what a group of
// Match has matched.  The event "-" is none: the text is left out.
type Rule struct {
	Match *regexp.Regexp
	Event string
}

// ParseRule reads REGEXP=EVENT.  The last = counts.
func ParseRule(text string) (Rule, error) {
	bad := func(reason string) (Rule, error) {
		return Rule{}, &config.Error{Operand: fmt.Sprintf("event %.60q", text), Reason: reason, Remedy: `write REGEXP=EVENT, such as 'got (\w+) from (\d)=receive $1 from $2' or 'sending .*=-'`}
	}
	at := strings.LastIndexByte(text, '=')
	if at <= 0 || at == len(text)-1 {
		return bad("is not REGEXP=EVENT")
	}
	match, err := regexp.Compile(text[:at])
	if err != nil {
		return bad(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return Rule{match, text[at+1:]}, nil
}

// Names says how to read the texts and hosts of a log.
type Names struct {
	trace.Names
	Rules         []Rule
	IgnoreUnknown bool // leave out what is no event
}

// started is what GoVector writes at the start of each program, before its first event.
const started = "Initialization Complete"

// priority is what GoVector writes before a text: its priority.
var priority = regexp.MustCompile(`^(?:DEBUG|INFO|WARNING|ERROR|FATAL)[ -]`)

// event reads the text of an event of a node.  It returns nil for a text that is left out.  The
// peer of a receipt is 0, and its message empty, where the text does not say them.
func (n Names) event(text string, node int) (*event.Event, error) {
	text = strings.TrimSpace(priority.ReplaceAllString(text, ""))
	if text == started {
		return nil, nil
	}
	for _, r := range n.Rules {
		if m := r.Match.FindStringSubmatchIndex(text); m != nil {
			if r.Event == "-" {
				return nil, nil
			}
			return n.parse(string(r.Match.ExpandString(nil, r.Event, text, m)), node)
		}
	}
	e, err := n.parse(text, node)
	if err != nil && n.IgnoreUnknown {
		return nil, nil
	}
	return e, err
}

// parse reads a label, such as "receive 2<-1 REQUEST 1", or the same with parts left out:
// "request", "enter", "exit", "receive", "receive REQUEST 1", "receive REQUEST 1 from 1".
func (n Names) parse(text string, node int) (*event.Event, error) {
	e := &event.Event{Node: node}
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, fmt.Errorf("no event")
	}
	for k := event.Request; k <= event.Exit; k++ {
		if words[0] == k.String() {
			e.Kind = k
		}
	}
	var err error
	switch words = words[1:]; e.Kind {
	case 0:
		err = fmt.Errorf("no event: %.60q is not request, receive, enter or exit", text)
	case event.Receive:
		err = n.receive(e, words)
	default:
		err = n.local(e, words)
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// local reads what may follow request, enter and exit: the node, and the number that it chose.
func (n Names) local(e *event.Event, words []string) (err error) {
	if len(words) > 0 {
		err = n.sameNode(words[0], e.Node)
	}
	if err == nil && len(words) > 1 {
		e.Choice, err = positive(words[1])
	}
	if err == nil && len(words) > 2 {
		err = fmt.Errorf("%.40q after the end of the event", words[2])
	}
	return err
}

// receive reads what may follow receive: "2<-1 REQUEST 1", "REQUEST 1 from 1", or less.
func (n Names) receive(e *event.Event, words []string) (err error) {
	peer := ""
	if len(words) > 0 {
		if to, from, arrow := strings.Cut(words[0], "<-"); arrow {
			if err := n.sameNode(to, e.Node); err != nil {
				return err
			}
			peer, words = from, words[1:]
		}
	}
	if at := len(words) - 2; peer == "" && at >= 0 && words[at] == "from" {
		peer, words = words[at+1], words[:at]
	}
	if peer != "" {
		if e.Peer, err = n.node(peer); err != nil {
			return err
		}
	}
	if len(words) == 0 {
		return nil
	}
	if own, is := n.Messages[words[0]]; is {
		words = append([]string{own}, words[1:]...)
	}
	e.Msg, err = event.ParseMessage(words)
	return err
}

// node is the node of a host: its number, or what the names say.
func (n Names) node(host string) (int, error) {
	if n.Nodes == nil {
		return positive(host)
	}
	i, is := n.Nodes[host]
	if !is {
		return 0, fmt.Errorf("node %.40q: the header names %s", host, strings.Join(slices.Sorted(maps.Keys(n.Nodes)), ", "))
	}
	return i, nil
}

// sameNode refuses the event of another node than that of the host.
func (n Names) sameNode(word string, node int) error {
	i, err := n.node(word)
	if err == nil && i != node {
		err = fmt.Errorf("the text says node %d, the host is node %d", i, node)
	}
	return err
}

// positive reads a number of at least 1.
func positive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > event.MaxNumber {
		return 0, fmt.Errorf("%.40q is not a number of at least 1", text)
	}
	return n, nil
}
