// Package runner executes SPIN: it generates a verifier from a model, compiles it, runs it
// within limits, again with larger ones, and keeps the trails of the errors that it finds.
//
//	tools, err := toolchain.Find(ctx)
//	...
//	job, err := runner.Prepare(ctx, tools, model, runner.KeepWriteOnly, limits)
//	...
//	defer job.Close()
//	result, err := job.Escalate(ctx, runner.Search{Want: pan.Want{Assertions: true, EndStates: true}}, limits)
//	...
//	if result.Conclusion.Class == pan.Violated {
//		outcome, err := panreplay.Confirm(ctx, result.Run, limits)
//		...
//	}
//
// A [Job] is one model in a private directory with fixed file names.  A [Search] says what
// pan looks for and how: pan's defines and arguments follow from it and are written nowhere
// else.  A search that lacks depth, a larger state vector or the like runs again with more
// of it ([Job.Search]); one that takes long continues with an optimised verifier
// ([Job.Escalate]).  The [Result] is that of the last run.
//
// The rooms above a job: panreplay (a trail executed again by pan and by spin), statespace (all states of a model, or given
// ones, with graph.c and lasso.c compiled into pan).  They use [Run.Again], [Job.Spin], [Job.CompileHarness] and [Binary.Run].
//
// The rooms below: toolchain (spin and the compilers), process (processes within limits), progress (who is told what is
// done), promela (a model's text), pancode (the verifier that spin has generated from it), pan (what pan's output means),
// trail (trails, and what pan prints when it executes one).  Beside them: graph (state graphs and lassos), cache (results
// on disk), slurm (clusters).
//
// No string of a user's reaches a shell.  Limits hold for the whole process group of a tool, and
// no process outlives its Job.  The package does not know what a model is about, and imports
// nothing of mxgen but the rooms below it.
package runner
