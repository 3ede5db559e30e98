package explore

import (
	"context"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// TestStore has what nodes and messages hold, and that a changed program's PRIVILEGE holds more.
func TestStore(t *testing.T) {
	for bug, numbers := range map[bool]int{false: 0, true: 1} {
		s := Run(context.Background(), star(t, 3, bug), Options{}).Store()
		privilege := s.Messages[len(s.Messages)-1]
		if privilege.Kind != "PRIVILEGE" || privilege.Fields.Numbers+privilege.Load.Numbers != numbers {
			t.Errorf("bug %v: %+v, want %d numbers", bug, privilege, numbers)
		}
		var bits []int
		for _, v := range s.Variables {
			bits = append(bits, v.Bits)
			if v.Numbers != 1 {
				t.Errorf("%+v", v)
			}
		}
		if len(bits) != 4 || bits[0] != 1 || bits[1] != 1 || bits[2] != 2 || bits[3] != 2 {
			t.Errorf("bits %v; want 1 for holding and token, 2 for next and follow", bits)
		}
	}
	s := Run(context.Background(), system(t, config.Config{Algorithm: "suzuki-kasami", N: 3, Network: config.Unordered, Token: 1}), Options{}).Store()
	for _, v := range s.Variables {
		if v.Name == "queue" && (v.Numbers != 1 || v.Bits != 2) {
			t.Errorf("%+v; a queue of at most one of three nodes or none takes 2 bits", v)
		}
	}
	for _, m := range s.Messages {
		if m.Kind == "TOKEN" && m.Load.Numbers != 4 {
			t.Errorf("%+v; want LN and one in the queue", m)
		}
	}
}
