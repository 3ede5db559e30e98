package promela

import "testing"

// What a comparison of global variables cannot read is found with its line; a comment, a
// string and a field of a structure are nothing of the kind.
func TestHiddenState(t *testing.T) {
	for text, want := range map[string]int{
		"byte x; /* hidden chan timeout included */\ntypedef Row { byte by[3] };\nRow rn[2]; active proctype p() { printf(\"chan\") }": 0,
		"typedef Row { byte by }\nactive proctype p() {\n Row r; do :: skip od }":                                                      3,
		"byte g;\nactive proctype p() { byte twice; skip }":                                                                            2,
		"byte g;\ninline f() {\n\tbool b }":                                                                                            3,
		"active proctype p(byte x) { skip }":                                                                                           1,
		"#define L byte\nactive proctype p() { L x }":                                                                                  1,
		"#define L \\\n\tbyte\n":                                                                                                       2,
		"#define a 1\n#define b 2\n#define a 1\n":                                                                                      3,
		"byte a;\n#define b a\n#define c b\n":                                                                                          0,
		"byte a, b;\n#define a b\n":                                                                                                    2,
		"\n\n#define assert(x) skip\n":                                                                                                 3,
		"#define a 1\n#undef a\n":                                                                                                      2,
		"#define L by##te\n":                                                                                                           1,
		"\n# include \"x\"\n":                                                                                                          2,
		"\nbit a[2], b":                                                                                                                2,
		"bool a[N+1] = true;\nunsigned k : 3":                                                                                          2,
		"bool a[2] = { 1, 0 };\nbit b[2]":                                                                                              0,
		"\nhidden byte x":                                                                                                              2,
		"chan c = [1] of { byte }":                                                                                                     1,
		"byte x;\nactive [2] proctype p() { skip }":                                                                                    2,
		"active proctype p() provided (x) { skip }":                                                                                    1,
		"active proctype p() priority 2 { skip }":                                                                                      1,
		"active proctype p() {\ndo :: timeout -> skip od }":                                                                            2,
		"active proctype p() {\n_ = 1; x = _ }":                                                                                        2,
		"c_state \"int x\" \"Global\"":                                                                                                 1,
	} {
		if line, why, remedy := HiddenState([]byte(text)); line != want || (why == "") != (remedy == "") {
			t.Errorf("%q: line %d (%s), want %d", text, line, why, want)
		}
	}
}
