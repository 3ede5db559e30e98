// Package slurm runs tasks on a cluster through Slurm's own commands: sbatch, squeue, scancel,
// scontrol and, where the cluster has accounting, sacct.  It schedules nothing itself.
//
// The tasks are numbered from 0.  A task is a command that gets its number and leaves a
// result in a directory that all nodes share; the caller says which results are there.
// [Jobs.Follow] submits the tasks without a result as job arrays ([array.go]), looks at the
// queue until each task has its result or is given up, and submits a task again that was
// killed or whose node was lost.
//
//	cluster, err := slurm.Find()
//	jobs := slurm.Jobs{Cluster: cluster, Dir: dir, Name: "mxgen-8f3a", Command: []string{...}, Needs: needs, Done: done, ...}
//	err = jobs.Follow(ctx)
//
// The names of the arrays say what is in them, so that squeue is all the memory that is
// needed: whoever calls Follow again, in another shell, continues.
//
// The package knows nothing of SPIN and of suites.
package slurm
