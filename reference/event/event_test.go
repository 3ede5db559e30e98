package event

import (
	"strings"
	"testing"
	"unicode/utf8"
)

var labels = map[string]Event{
	"request 2":               {Kind: Request, Node: 2},
	"request 2 5":             {Kind: Request, Node: 2, Choice: 5},
	"enter 1":                 {Kind: Enter, Node: 1},
	"exit 12":                 {Kind: Exit, Node: 12},
	"exit 12 3":               {Kind: Exit, Node: 12, Choice: 3},
	"receive 1<-3 REPLY":      {Kind: Receive, Node: 1, Peer: 3, Msg: Message{Kind: "REPLY"}},
	"receive 3<-1 REQUEST 2":  {Kind: Receive, Node: 3, Peer: 1, Msg: Message{Kind: "REQUEST", Fields: []int{2}}},
	"receive 3<-1 TOKEN 0 12": {Kind: Receive, Node: 3, Peer: 1, Msg: Message{Kind: "TOKEN", Fields: []int{0, 12}}},
}

func TestLabels(t *testing.T) {
	for text, want := range labels {
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if !got.Equal(want) {
			t.Errorf("%s: parsed as %#v", text, got)
		}
		if want.String() != text {
			t.Errorf("%s: printed as %s", text, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "is not request, receive",
		"Request 2":                         "is not request, receive",
		" request 2":                        "is not request, receive",
		"request":                           "no node",
		"request ":                          "node: \"\" is not a number",
		"request 0":                         "node",
		"request 02":                        "node",
		"request +2":                        "node",
		"request 2 ":                        "number chosen",
		"request 2 0":                       "number chosen",
		"request 2 3 4":                     "after its end",
		"enter 1 1":                         "after its end",
		"exit 1 0":                          "number chosen",
		"exit 1 2 3":                        "after its end",
		"exit -1":                           "node",
		"exit 99999999999999999999":         "node",
		"receive 1":                         "no <-",
		"receive 1<-2":                      "no message",
		"receive 1<-2 ":                     "class in capitals",
		"receive 1<-2 reply":                "class in capitals",
		"receive 1<-2 REPLY ":               "field of REPLY",
		"receive 1<-2 REQUEST -1":           "field of REQUEST",
		"receive 1<-2 REQUEST\xff":          "class in capitals",
		"receive 1 <-2 REPLY":               "no <-",
		"enter 1\n":                         "node",
		"enter " + strings.Repeat("1", 1e5): "longer than",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want one with %q", text, err, want)
		}
		if err != nil && (len(err.Error()) > 300 || (strings.Contains(err.Error(), "\n") || !utf8.ValidString(err.Error()))) {
			t.Errorf("%.40q: the error is not one short line: %q", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for text := range labels {
		f.Add(text)
	}
	f.Add("receive 1<-2 REQUEST 1 2 3 4 5 6 7 8 9")
	f.Add("request 2  5")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text)
		if err == nil && e.String() != text {
			t.Errorf("%q was read as %q", text, e)
		}
	})
}
