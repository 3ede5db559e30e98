package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
)

// variableRows lists the variables of a node in a trace, and those that compare compares, each
// with what it is.
func variableRows(a *registry.Algorithm) (node, compared [][2]string) {
	for _, s := range samples(a) {
		sys, err := programs.New(s.config)
		if err != nil {
			continue // an explanation shows what there is
		}
		glosses := glossesOf(s.config)
		w := sys.World()
		kinds := reference.VarKinds(w.Node(1)) // the coordinator, or who has the token: it has all variables
		for k, v := range w.Vars(1) {
			kind := kinds[k].String()
			if v.List != nil {
				kind = "list of numbers"
			}
			if v.Name == "phase" {
				kind = "0 idle, 1 waiting, 2 in the critical section"
			}
			switch gloss := glosses[v.Name]; {
			case gloss == "" || v.Name == "phase":
			case strings.HasPrefix(gloss, "set of"):
				kind = gloss
			default:
				kind += ": " + gloss
			}
			node = addRow(node, v.Name, kind, s.when)
		}
		for _, v := range sys.Variables() {
			name := baseName(v.Name)
			gloss := glosses[name]
			if gloss == "" && slices.Contains(a.Variables.Sets, name) {
				gloss = reference.SetVar.String()
			}
			compared = addRow(compared, name, gloss, s.when)
		}
	}
	return node, compared
}

// baseName is the name of a variable without its indices.
func baseName(name string) string {
	base, _, _ := strings.Cut(name, "[")
	return base
}

// addRow adds a variable that is not among the rows.  when is where it exists, "" for everywhere.
func addRow(rows [][2]string, name, text, when string) [][2]string {
	if slices.ContainsFunc(rows, func(r [2]string) bool { return r[0] == name }) {
		return rows
	}
	if when != "" {
		text = strings.TrimSpace(text + " (" + when + ")")
	}
	return append(rows, [2]string{name, text})
}

// sample is a configuration of an algorithm, and what is special about it.
type sample struct {
	config config.Config
	when   string
}

// samples has the default configuration of an algorithm, then one with bounded requests, of each
// switch, and of each other network.
func samples(a *registry.Algorithm) []sample {
	var all []sample
	add := func(when string, p models.Params) {
		if c, ok := models.Sample(a, p); ok {
			all = append(all, sample{c, when})
		}
	}
	add("", models.Params{})
	add("with --rounds", models.Params{"rounds": "2"})
	for _, s := range a.Switches {
		add("variant "+s.Name, models.Params{"variant": s.Name})
	}
	for _, n := range a.Networks[1:] {
		add("network "+string(n), models.Params{"network": string(n)})
	}
	return all
}

// declaration matches a variable of a model with its comment, which may have several lines.
var declaration = regexp.MustCompile(`(?m)^\w+ (\w+)(?:\[[^\]]*\])?(?: = [^;\n]+)?;[ \t]*/\* ((?:[^*]|\*[^/])*) \*/$`)

// commentLine matches the end of a line within a comment.
var commentLine = regexp.MustCompile(`\n[ \t]*\*?[ \t]*`)

// glossesOf are the comments of a model's variables.
func glossesOf(c config.Config) map[string]string {
	m, err := models.Render(c, models.Build{})
	if err != nil {
		return nil
	}
	glosses := map[string]string{}
	for _, d := range declaration.FindAllStringSubmatch(string(m.Source), -1) {
		glosses[d[1]] = commentLine.ReplaceAllString(d[2], " ")
	}
	return glosses
}
