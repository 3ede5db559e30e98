// Package explore visits every reachable world of a system, breadth first,
// and decides properties on the graph it finds: safety by looking at every
// world and every step, starvation exactly, by strongly connected components.
//
// Results do not depend on the number of workers: states are numbered, paths
// chosen and violations picked in one fixed order.
//
// Edges are not stored.  Whoever wants them has them derived again, which is
// cheaper than the memory for millions of them.
package explore
