package explore

import (
	"sync"
	"sync/atomic"
)

// parallel calls do for every item below n.  It uses several goroutines; each
// has its own worker number.
func parallel(workers, n int, do func(worker, item int)) {
	if workers = min(workers, n); workers <= 1 {
		for item := range n {
			do(0, item)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for item := next.Add(1) - 1; item < int64(n); item = next.Add(1) - 1 {
				do(worker, int(item))
			}
		})
	}
	group.Wait()
}
