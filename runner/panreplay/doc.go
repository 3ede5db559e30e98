// Package panreplay executes the trail of an error again, by pan itself (pan -r) and by spin (spin -t).
//
//	outcome, err := panreplay.Confirm(ctx, result.Run, limits)
//	...
//	if !outcome.Confirmed {
//		fmt.Println(outcome.Reason)
//	}
//
// pan stops at the first step that is impossible: it alone confirms ([Confirm], [Trail]), and prints the variables after
// each step ([States] for a model whose steps print events, [Steps] for any).  spin skips impossible steps: what it
// prints explains a run ([Simulate]), or warns of a model that it simulates at random ([Truncations]).  Where pan crashed there is no trail: [DividedByZero] searches for it again.
package panreplay
