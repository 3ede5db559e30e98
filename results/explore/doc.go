// Package explore lets a person choose the events of a run of the Go program, one at a
// time.  A Session keeps every state that was visited, as a tree, and says what is
// possible in the current one, which properties hold, and how to come there fastest:
//
//	setup, err := explore.NewSetup("ricart-agrawala", models.Params{"variant": "no-tie-break"})
//	if err != nil {
//		return err
//	}
//	s, err := explore.NewSession(setup, explore.Limits{})
//	if err != nil {
//		return err
//	}
//	for _, e := range s.Possible() {
//		fmt.Println(e) // request 1, request 2, request 3
//	}
//	err = s.Step(s.Possible()[0])
//	broken := s.Broken() // nothing yet
//
// The package neither reads files nor uses the network, so that it is compiled to
// WebAssembly as well.  Its fronts are thin: package page (a page in HTML, of a server or of
// WebAssembly) and package terminal.
//
// Non-goals: the package decides no property; it shows which ones the states and steps of one
// run violate.  Package reference/explore searches all states.
package explore
