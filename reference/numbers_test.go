package reference_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/mxgen/mxgen/reference"
)

// TestNumbers: Numbers are what was set last, in the table, when it turns into a slice, and after.
func TestNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 62, 63, 500, 3000} {
		s := reference.NewNumbers[int32](n)
		want := map[int]int32{}
		for k := range 4 * n {
			j, number := 1+random.IntN(n), int32(random.IntN(3))
			if k < 2*n && len(want) > 20 {
				number = 0 // few numbers: the table stays, and slots are freed
			}
			s.Set(j, number)
			if want[j] = number; number == 0 {
				delete(want, j)
			}
			if k%16 > 0 && k < 4*n-1 {
				continue
			}
			if got := maps.Collect(s.All()); !maps.Equal(got, want) {
				t.Fatalf("n %d, step %d: %v, want %v", n, k, got, want)
			}
			for j := 1; j <= n; j++ {
				if s.At(j) != want[j] {
					t.Fatalf("n %d, step %d: the number of %d is %d, not %d", n, k, j, s.At(j), want[j])
				}
			}
		}
	}
}
