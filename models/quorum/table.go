package quorum

import (
	"fmt"

	"github.com/mxgen/mxgen/models/config"
)

// A Row compares the messages per entry when nobody else asks (Maekawa 1985,
// section 8.1).
type Row struct {
	N              int     `json:"n"`
	K              int     `json:"k,omitempty"` // size of the sets, 0: they differ
	Maekawa        float64 `json:"maekawa"`
	RicartAgrawala int     `json:"ricart-agrawala"`
}

// Table computes Maekawa's table 1, of planes, or 2, of systems by method 1,
// from the sets themselves.  The error is a *config.Error: there is no other.
func Table(number int) ([]Row, error) {
	switch number {
	case 1:
		rows := []Row{row(cyclic(3))}
		for _, q := range []int{2, 3, 4, 11, 19} {
			rows = append(rows, row(galois(q)))
		}
		return rows, nil
	case 2:
		var rows []Row
		for _, n := range []int{5, 6, 10, 18} {
			rows = append(rows, row(method1(n)))
		}
		return rows, nil
	}
	return nil, &config.Error{Operand: fmt.Sprintf("table %d", number), Reason: "not one of quorum systems", Remedy: "needs 1 or 2"}
}

func row(sets [][]int) Row {
	r := Check(sets)
	out := Row{N: len(sets), Maekawa: r.Messages(), RicartAgrawala: 2 * (len(sets) - 1)}
	if low, high := Range(r.Sizes); low == high {
		out.K = low
	}
	return out
}
