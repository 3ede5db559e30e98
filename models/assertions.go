package models

import (
	"regexp"
	"strings"
)

// site matches assertions: assert(mutex) or assert(!deadlocked) in watch,
// assert_no_overflow(...) in a handler.
var site = regexp.MustCompile(`assert\(!?(\w+)\)|\bassert_(\w+)\(`)

// sites maps the line of each assertion to the name of the property that it checks.
func sites(source []byte, v View) map[int]string {
	names := map[string]string{}
	for _, p := range v.Properties {
		names[p.Symbol()] = p.Name
	}
	found := map[int]string{}
	for k, line := range strings.Split(string(source), "\n") {
		if !strings.Contains(line, "assert") { // most, at a tenth of the expression's cost
			continue
		}
		if m := site.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, "#") {
			if name, known := names[m[1]+m[2]]; known {
				found[k+1] = name
			}
		}
	}
	return found
}
