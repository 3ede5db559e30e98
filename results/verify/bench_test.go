package verify

import (
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/explore"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// BenchmarkExplorerAgainstPan has both sides search the same state space, one
// after the other in each round, and reports how many times faster the explorer
// is than pan, compiled with gcc -O2, compilation not counted.
//
//	go test ./results -run '^$' -bench ExplorerAgainstPan -benchtime 3x
func BenchmarkExplorerAgainstPan(b *testing.B) {
	v := testVerifier(b)
	for _, flags := range []struct{ algorithm, flags string }{
		{"ricart-agrawala", "--n 4"},
		{"neilsen-mizuno", "--n 6 --topology star"},
		{"centralized", "--n 6"},
	} {
		c := testenv.Config(b, flags.algorithm, flags.flags)
		b.Run(c.String(), func(b *testing.B) {
			m, err := models.Render(c, models.Build{Bare: true})
			if err != nil {
				b.Fatal(err)
			}
			job, err := runner.Prepare(b.Context(), v.Tools, m.Source, runner.KeepWriteOnly, v.Limits)
			if err != nil {
				b.Fatal(err)
			}
			defer job.Close()
			search := runner.Search{Reduction: runner.NoReduction, Depth: 10_000_000, HashBits: 24, Want: pan.Want{Assertions: true}}
			var byPan, byGo float64
			for b.Loop() {
				run, err := job.Search(b.Context(), v.Tools.Optimising(), search, process.Limits{})
				if err != nil {
					b.Fatal(err)
				}
				byPan += run.Running
				system, err := algorithms.New(c)
				if err != nil {
					b.Fatal(err)
				}
				began := b.Elapsed()
				g := explore.Run(b.Context(), system, explore.Options{})
				byGo += (b.Elapsed() - began).Seconds()
				if float64(g.States()) != run.Output.Stored {
					b.Fatalf("%d states explored, %.0f by pan", g.States(), run.Output.Stored)
				}
			}
			b.ReportMetric(byPan/float64(b.N), "pan-s/op")
			b.ReportMetric(byGo/float64(b.N), "go-s/op")
			b.ReportMetric(byPan/byGo, "pan/go")
		})
	}
}
