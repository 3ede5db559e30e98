// Package explore computes the graph of all reachable worlds of a system by
// breadth-first search and decides properties on it: safety properties on
// every world and every step, starvation by strongly connected components.
//
//	g := explore.Run(ctx, sys, explore.Options{})
//	v, err := g.Verdict("mutex") // v.Result is Pass, Fail or Inconclusive
//
// The result does not depend on the number of workers: the numbering of
// states, the choice of paths and the choice of violations are deterministic.
//
// The graph stores states only.  It derives edges again for each caller, which
// costs less than the memory for millions of edges.
//
// Measure finds the extremes of a number over all runs, such as messages per
// critical section entry.
//
// Non-goals: partial order reduction, and storing a graph in a file.
package explore
