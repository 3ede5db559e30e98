package slurm

import "time"

// Hurry makes jobs wait for less: a test has no time.
func Hurry(j *Jobs) { j.visible, j.stuck = time.Second, time.Second }
