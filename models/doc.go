// Package models renders a configuration of an algorithm as Promela.
//
// Resolve makes a config.Config from the parameters that a user gives, Builds says
// which models decide a set of properties, and Render makes one of them:
//
//	c, err := models.Resolve("ricart-agrawala", models.Params{"n": "3"})
//	m, err := models.Render(c, models.Build{Property: "starvation"})
//	os.WriteFile("model.pml", m.Source, 0o644)
//
// ParseFormula checks a user's formula against the symbols of a model, and ParseCount
// reads what a model is to count.
//
// Where to find what:
//
//	registry/    the types of a registry entry: Algorithm, Property, Message, Bug, Counting
//	algorithms/  the entries, one file for each algorithm
//	config/      what a configuration is; topology/ and quorum/ make parts of it
//	suite/       suites in YAML; suites/ has those that come with mxgen
//	view.go      what a template sees; the templates are in the directory templates
//	seed.go      puts a seeded bug into a model
//	formula_shifted_numbers.go  keeps formulas away from numbers that a normal form shifts
package models
