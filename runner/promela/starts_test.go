package promela

import "testing"

// All processes are started together where one atomic sequence of init starts them and nothing can hold it up.
func TestStartsAtOnce(t *testing.T) {
	const worker = "byte x; chan c = [1] of { byte }; proctype W(byte k) { x = k }\n"
	for text, want := range map[string]bool{
		"init { atomic { run W(1); run W(2) }; _nr_pr == 1; x = 3 }":                                               true,
		"init { byte i; atomic { for (i : 1 .. 3) { run W(i) } } }":                                                true,
		"init { byte i = 1; x = 2; atomic { x = 0; do :: i < 3 -> run W(x); i++ :: else -> break od; x++ }; x++ }": true,
		"init { skip }":                                              true,
		"init { atomic { run W(c?[1]) } }":                           true,
		"init { run W(1); run W(2) }":                                false,
		"init { atomic { run W(1) }; run W(2) }":                     false,
		"init { atomic { run W(1); x == 1; run W(2) } }":             false,
		"init { atomic { run W(1); c?x; run W(2) } }":                false,
		"init { atomic { run W(1); c!1; run W(2) } }":                false,
		"init { byte i; atomic { run W(1); i = x; run W(2) } }":      false,
		"init { atomic { run W(1) } }\nactive proctype A() { skip }": false,
		"proctype A() { run W(1) }\ninit { atomic { run A() } }":     false,
		"init { d_step { skip } run W(1) }":                          false,
		"init { atomic { run W(1) ":                                  false,
	} {
		if got := StartsAtOnce([]byte(worker + text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
