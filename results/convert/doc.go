// Package convert writes runs in the formats of other tools, and reads their logs.
//
//	FromLogs      a run that logs of a program describe
//	FromResult    a counterexample of verify
//	ReadShiViz    a log of GoVector or ShiViz, as a trace
//	Run.Trace     a run as a trace
//	Run.ITF       as states, in Apalache's Informal Trace Format (its ADR-015)
//	ShiViz        runs with vector clocks, for ShiViz
//	Run.Columns   a line for each event, a column for each node
//	Run.Result    as results have a counterexample
//
// A run is a sequence of events that the Go program executes: states, sent messages and
// clocks are the program's.  Runs of user's models and runs with a seeded bug have no
// program; results/report prints them.
package convert
