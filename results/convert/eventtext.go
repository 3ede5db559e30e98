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

// line reads the text of an event of a node.  It returns false for a text that is left out.
func (n Names) line(text string, node int) (l trace.Line, is bool, err error) {
	text = strings.TrimSpace(priority.ReplaceAllString(text, ""))
	if text == started {
		return l, false, nil
	}
	for _, r := range n.Rules {
		if m := r.Match.FindStringSubmatchIndex(text); m != nil {
			if r.Event == "-" {
				return l, false, nil
			}
			l, err = n.parse(string(r.Match.ExpandString(nil, r.Event, text, m)), node)
			return l, err == nil, err
		}
	}
	l, err = n.parse(text, node)
	if err != nil && n.IgnoreUnknown {
		return l, false, nil
	}
	return l, err == nil, err
}

// parse reads a label, such as "receive 2<-1 REQUEST 1", or the same with parts left out:
// "request", "enter", "exit", "receive", "receive REQUEST 1", "receive REQUEST 1 from 1".
func (n Names) parse(text string, node int) (trace.Line, error) {
	l := trace.Line{Step: trace.Step{NoSends: true, NoState: true}}
	l.Event.Node = node
	words := strings.Fields(text)
	if len(words) == 0 {
		return l, fmt.Errorf("no event")
	}
	for k := event.Request; k <= event.Exit; k++ {
		if words[0] == k.String() {
			l.Event.Kind = k
		}
	}
	var err error
	switch words = words[1:]; l.Event.Kind {
	case 0:
		err = fmt.Errorf("no event: %.60q is not request, receive, enter or exit", text)
	case event.Receive:
		err = n.receive(&l, words)
	default:
		err = n.local(&l, words)
	}
	return l, err
}

// local reads what may follow request, enter and exit: the node, and the number that it chose.
func (n Names) local(l *trace.Line, words []string) (err error) {
	if len(words) > 0 {
		err = n.sameNode(words[0], l.Event.Node)
	}
	if err == nil && len(words) > 1 {
		l.Event.Choice, err = positive(words[1])
	}
	if err == nil && len(words) > 2 {
		err = fmt.Errorf("%.40q after the end of the event", words[2])
	}
	return err
}

// receive reads what may follow receive: "2<-1 REQUEST 1", "REQUEST 1 from 1", or less.
func (n Names) receive(l *trace.Line, words []string) (err error) {
	peer := ""
	if len(words) > 0 {
		if to, from, arrow := strings.Cut(words[0], "<-"); arrow {
			if err := n.sameNode(to, l.Event.Node); err != nil {
				return err
			}
			peer, words = from, words[1:]
		}
	}
	if at := len(words) - 2; peer == "" && at >= 0 && words[at] == "from" {
		peer, words = words[at+1], words[:at]
	}
	if l.NoPeer = peer == ""; !l.NoPeer {
		if l.Event.Peer, err = n.node(peer); err != nil {
			return err
		}
	}
	if l.NoMessage = len(words) == 0; l.NoMessage {
		return nil
	}
	if own, is := n.Messages[words[0]]; is {
		words = append([]string{own}, words[1:]...)
	}
	l.Event.Msg, err = event.ParseMessage(words)
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
