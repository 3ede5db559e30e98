// Package statespace makes pan visit the states of a model for others than its own search: it compiles pan's code with C
// code that writes what it visits.
//
//	g, err := statespace.Graph(ctx, job, statespace.GraphOptions{Edges: true}, limits) // all states and edges
//	err = statespace.Drive(ctx, job, events, each, limits)                             // along given events
//	truths, err := statespace.Evaluate(ctx, job, states, most, limits)                 // given states
//	lasso, err := statespace.ShortestLasso(ctx, result, length, limits)                // of a search for cycles
//	lasso, err = statespace.FairCycle(ctx, result, claim, limits)
//
// Package graph reads what pan writes here (graph.c.txt, lasso.c.txt describe it), and finds the lassos.  A model whose
// steps are not events is an [UnreadableError] for Graph and Drive, one that stops in the middle of an event a
// [BlockedError].
package statespace
