package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/topology"
	"github.com/mxgen/mxgen/results/show/picture"
	"github.com/mxgen/mxgen/results/show/scene"
)

// maxTopology is the greatest number of nodes of a tree; models have fewer.
const maxTopology = 255

func newTopology() *cobra.Command {
	var n int
	var asDOT, asSVG, asJSON bool
	c := &cobra.Command{
		Use:   "topology SPEC",
		Short: "Show a logical tree, its diameter and its greatest message cost",
		Long: `Prints the edges of a tree, its diameter D, the degrees of its nodes, and the
greatest number of messages for one entry: D+1 with the algorithm of Neilsen and
Mizuno, 2D with that of Raymond.  With --dot, it prints the tree in the language
of Graphviz, with --svg as a picture.

A SPEC is what --topology takes: ` + topology.Forms + `.
random:SEED is a uniformly random tree; the same seed always gives the same tree.
file:PATH names a file with one edge in each line, 1-2 or 1 2, and comments after
#; a file whose name ends in .dot or .gv is read as DOT.`,
		Example: `  mxgen topology tree:2 --n 7
  mxgen topology radiating:3 --n 7 --dot
  mxgen topology radiating:3 --n 7 --svg >tree.svg
  mxgen topology random:42 --n 10 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			t, err := describe(args[0], n)
			switch {
			case err != nil:
				return err
			case asDOT:
				return t.printDOT(c.OutOrStdout())
			case asSVG:
				return writeSVG(c.OutOrStdout(), picture.Tree(fmt.Sprintf("%s, %d nodes, diameter %d", t.Topology, t.N, t.Diameter), t.Edges, t.N))
			case asJSON:
				return writeJSON(c.OutOrStdout(), t)
			}
			return t.print(c.OutOrStdout())
		},
	}
	c.Flags().IntVar(&n, "n", 3, "number of nodes")
	c.Flags().BoolVar(&asDOT, "dot", false, "print the tree as DOT, for Graphviz")
	c.Flags().BoolVar(&asSVG, "svg", false, "print the tree as SVG")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema mxgen.topology/v1")
	c.MarkFlagsMutuallyExclusive("dot", "svg", "json")
	return c
}

// described is a tree in the output of topology --json.
type described struct {
	Schema   string        `json:"schema"`
	Topology string        `json:"topology"` // a file: its edges
	N        int           `json:"n"`
	Edges    []config.Edge `json:"edges"`
	Diameter int           `json:"diameter"`
	Degrees  []int         `json:"degrees"` // of nodes 1..N
	Worst    worst         `json:"worst_messages_per_entry"`
}

// worst has the upper bounds on the messages for one entry that the papers state.
type worst struct {
	NeilsenMizuno int `json:"neilsen-mizuno"`
	Raymond       int `json:"raymond"`
}

// describe parses a topology and computes its diameter and its costs.
func describe(spec string, n int) (*described, error) {
	if n < 1 || n > maxTopology {
		return nil, &config.Error{Operand: fmt.Sprintf("topology: n %d", n), Reason: fmt.Sprintf("needs 1 to %d", maxTopology)}
	}
	edges, err := topology.Parse(spec, n)
	if err != nil {
		return nil, err
	}
	t := &described{Schema: "mxgen.topology/v1", Topology: topology.Portable(spec, edges), N: n,
		Edges: append([]config.Edge{}, edges...), Diameter: topology.Diameter(edges, n)}
	for i := 1; i <= n; i++ {
		t.Degrees = append(t.Degrees, len(config.Config{Edges: edges}.Neighbours(i)))
	}
	if n > 1 { // a single node sends nothing
		t.Worst = worst{NeilsenMizuno: t.Diameter + 1, Raymond: 2 * t.Diameter}
	}
	return t, nil
}

func (t *described) print(w io.Writer) error {
	edges := make([]string, len(t.Edges))
	for k, e := range t.Edges {
		edges[k] = fmt.Sprintf("%d-%d", e[0], e[1])
	}
	if len(edges) == 0 {
		edges = []string{"none"}
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "topology\t%s\n", t.Topology)
	fmt.Fprintf(out, "nodes\t%d\n", t.N)
	fmt.Fprintf(out, "edges\t%s\n", strings.Join(edges, " "))
	fmt.Fprintf(out, "diameter\t%d\n", t.Diameter)
	fmt.Fprintf(out, "degrees\t%s\n", strings.Trim(fmt.Sprint(t.Degrees), "[]"))
	fmt.Fprintf(out, "neilsen-mizuno\tat most %d messages per entry (D+1)\n", t.Worst.NeilsenMizuno)
	fmt.Fprintf(out, "raymond\tat most %d messages per entry (2D)\n", t.Worst.Raymond)
	return out.Flush()
}

// printDOT prints the tree as DOT, which file: reads.
func (t *described) printDOT(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "graph %q {\n\tnode [shape=circle];\n", t.Topology)
	for i := 1; i <= t.N; i++ {
		fmt.Fprintf(&b, "\t%d;\n", i)
	}
	for _, e := range t.Edges {
		fmt.Fprintf(&b, "\t%d -- %d;\n", e[0], e[1])
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeSVG writes a drawing.
func writeSVG(w io.Writer, s *scene.Scene) error {
	_, err := io.WriteString(w, s.SVG(scene.Standalone))
	return err
}
