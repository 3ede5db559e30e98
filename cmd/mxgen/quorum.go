package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/quorum"
	"github.com/mxgen/mxgen/results/show/picture"
	"github.com/mxgen/mxgen/results/show/scene"
)

func newQuorum() *cobra.Command {
	var n, table int
	var replace string
	var asJSON, asSVG, allow bool
	c := &cobra.Command{
		Use:   "quorum SPEC | --table 1|2",
		Short: "Show a quorum system, its message cost and its defects",
		Long: `Prints the set of each node, the size of each set, the number of sets that each
node is in, and the messages per entry while no other node requests.  It also
prints every defect: disjoint sets, nodes that are not in their own set, equal
sets, sets that contain another, and pairs of sets that share more than one node.
Disjoint sets violate mutual exclusion: they are refused without
--allow-invalid-quorums.

A SPEC is what --quorum takes: ` + quorum.Forms + `.
file:PATH names a file with one set in each line, that of node 1 first: nodes
separated by commas or blanks, and comments after #.  docs/quorum.md describes
each form.

With --replace 6=4,7=5, nodes 6 and 7 have failed, and nodes 4 and 5 have taken
over their roles (Maekawa 1985, section 9).  With --table, a table of section 8 of
that paper is computed from the sets.`,
		Example: `  mxgen quorum fpp --n 7
  mxgen quorum maekawa-fig-1b --n 7 --replace 6=4,7=5
  mxgen quorum sets:1,2/2,3/3,4/4,1 --n 4 --allow-invalid-quorums
  mxgen quorum fpp --n 7 --svg >plane.svg
  mxgen quorum --table 2`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("table") {
				return printTable(c, table, asJSON, len(args))
			}
			if len(args) == 0 {
				return &config.Error{Operand: "quorum", Reason: "no SPEC", Remedy: "the forms are " + quorum.Forms}
			}
			s, err := describeQuorum(args[0], n, replace, c.Flags().Changed("replace"))
			if err == nil && !allow {
				err = s.Valid(args[0])
			}
			switch {
			case err != nil:
				return err
			case asSVG:
				return writeSVG(c.OutOrStdout(), picture.Sets(scene.Shorten(s.Quorum, 80), s.Sets))
			case asJSON:
				return writeJSON(c.OutOrStdout(), s)
			}
			return s.print(c.OutOrStdout())
		},
	}
	c.Flags().IntVar(&n, "n", 3, "number of nodes")
	c.Flags().StringVar(&replace, "replace", "", "failed nodes, and the nodes that take over, such as 6=4,7=5")
	c.Flags().BoolVar(&allow, "allow-invalid-quorums", false, "accept disjoint sets")
	c.Flags().IntVar(&table, "table", 0, "compute table 1 or 2 of Maekawa 1985")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema mxgen.quorum/v1")
	c.Flags().BoolVar(&asSVG, "svg", false, "print the sets as SVG; 7 sets of a projective plane as points and lines")
	c.MarkFlagsMutuallyExclusive("svg", "json")
	c.MarkFlagsMutuallyExclusive("svg", "table")
	c.MarkFlagsMutuallyExclusive("table", "n")
	c.MarkFlagsMutuallyExclusive("table", "replace")
	return c
}

// system is a quorum system in the output of quorum --json.
type system struct {
	Schema   string               `json:"schema"`
	Quorum   string               `json:"quorum"` // as --quorum takes it; of a file, or after a replacement, the sets
	N        int                  `json:"n"`
	Replaced []quorum.Replacement `json:"replaced,omitempty"`
	Stay     []int                `json:"stay,omitempty"` // after a replacement: the numbers that nodes 1..N had
	Sets     [][]int              `json:"sets"`
	quorum.Report
	Messages float64 `json:"messages_per_entry"` // while no other node requests, on average
}

// describeQuorum parses a quorum system, replaces failed nodes, and checks the result.
func describeQuorum(spec string, n int, replace string, replaced bool) (*system, error) {
	sets, err := quorum.Parse(spec, n)
	if err != nil {
		return nil, err
	}
	s := &system{Schema: "mxgen.quorum/v1", Quorum: quorum.Portable(spec, sets), Sets: sets}
	if replaced {
		if s.Replaced, err = quorum.ParseReplacements(replace, n); err != nil {
			return nil, err
		}
		s.Sets, s.Stay = quorum.Replace(sets, s.Replaced)
		s.Quorum = quorum.Listed(s.Sets)
	}
	s.N = len(s.Sets)
	s.Report = quorum.Check(s.Sets)
	s.Messages = s.Report.Messages()
	return s, nil
}

func (s *system) print(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "quorum\t%s\n", s.Quorum)
	fmt.Fprintf(out, "nodes\t%d\n", s.N)
	for _, r := range s.Replaced {
		fmt.Fprintf(out, "replaced\t%d takes over from %d\n", r.By, r.Failed)
	}
	if len(s.Stay) > 0 && s.Stay[s.N-1] != s.N {
		fmt.Fprintf(out, "renumbered\t%s are now 1 to %d\n", plainList(s.Stay), s.N)
	}
	for k := range s.Sets {
		fmt.Fprintf(out, "S[%d]\t%s\n", k+1, s.set(k+1))
	}
	fmt.Fprintf(out, "sizes\t%s\n", plainList(s.Sizes))
	fmt.Fprintf(out, "loads\t%s\n", plainList(s.Loads))
	fmt.Fprintf(out, "messages\t%s per entry while no other node requests\n", rounded(s.Messages, 2))
	for _, f := range s.findings() {
		fmt.Fprintf(out, "%s\t%s\n", f[0], f[1])
	}
	return out.Flush()
}

// set returns the nodes of a set.
func (s *system) set(i int) string {
	return "{" + strings.ReplaceAll(plainList(s.Sets[i-1]), " ", ",") + "}"
}

// named returns the name of a set with its nodes.
func (s *system) named(i int) string { return fmt.Sprintf("S[%d] = %s", i, s.set(i)) }

// maxFindings is how many defects of one kind are printed; --json has all of them.
const maxFindings = 10

// findings returns the kind and the description of each defect, the most serious first.
func (s *system) findings() [][2]string {
	var all [][2]string
	add := func(kind string, count int, text func(k int) string) {
		for k := range min(count, maxFindings) {
			all = append(all, [2]string{kind, text(k)})
		}
		if more := count - maxFindings; more > 0 {
			all = append(all, [2]string{kind, fmt.Sprintf("and %d more", more)})
		}
	}
	pairs := func(kind string, list [][2]int, text func(i, j int) string) {
		add(kind, len(list), func(k int) string { return text(list[k][0], list[k][1]) })
	}
	pairs("disjoint", s.Disjoint, func(i, j int) string {
		return fmt.Sprintf("%s and %s: %d and %d can be in their critical sections together", s.named(i), s.named(j), i, j)
	})
	add("absent", len(s.Absent), func(k int) string {
		return fmt.Sprintf("%d is not in %s: its own permission saves it no message", s.Absent[k], s.named(s.Absent[k]))
	})
	pairs("duplicate", s.Duplicates, func(i, j int) string { return fmt.Sprintf("S[%d] and S[%d] are both %s", i, j, s.set(i)) })
	pairs("contained", s.Contained, func(i, j int) string { return fmt.Sprintf("%s is a proper subset of %s", s.named(i), s.named(j)) })
	pairs("shared", s.Shared, func(i, j int) string {
		return fmt.Sprintf("%s and %s share more than one node", s.named(i), s.named(j))
	})
	return all
}

func plainList(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// rounded writes a number with a number of decimals, without trailing zeros.
func rounded(x float64, decimals int) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', decimals, 64), "0"), ".")
}

// printTable prints a table of Maekawa 1985.
func printTable(c *cobra.Command, number int, asJSON bool, args int) error {
	if args > 0 {
		return &config.Error{Operand: "--table", Reason: "cannot be combined with a SPEC", Remedy: "leave out one of the two"}
	}
	rows, err := quorum.Table(number)
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), map[string]any{"schema": "mxgen.quorum-table/v1", "table": number, "rows": rows})
	}
	out := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "N\tK\tMaekawa\tRicart-Agrawala\n")
	for _, r := range rows {
		k := "-"
		if r.K != 0 {
			k = strconv.Itoa(r.K)
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%d\n", r.N, k, rounded(r.Maekawa, 1), r.RicartAgrawala)
	}
	return out.Flush()
}
