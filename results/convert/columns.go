package convert

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/event"
)

// Columns writes the run as text: a line for each event, a column for each node.
func (r *Run) Columns(ctx context.Context, w io.Writer) error {
	widths := make([]int, r.Config.N+1)
	for i := range widths {
		widths[i] = len(strconv.Itoa(i))
	}
	err := r.Each(ctx, func(k int, e event.Event, sends []event.Send, _ *reference.World) error {
		widths[0] = len(strconv.Itoa(k))
		widths[e.Node] = max(widths[e.Node], utf8.RuneCountInString(cell(e, sends)))
		return nil
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s (%s)\n", r.Config, r.Name)
	heads := make([]string, r.Config.N+1)
	for i := 1; i <= r.Config.N; i++ {
		heads[i] = strconv.Itoa(i)
	}
	writeRow(out, widths, heads)
	cells := make([]string, r.Config.N+1)
	err = r.Each(ctx, func(k int, e event.Event, sends []event.Send, _ *reference.World) error {
		if k-1 == r.Cycle {
			fmt.Fprintln(out, "from here on, for ever:")
		}
		cells[0], cells[e.Node] = fmt.Sprintf("%*d", widths[0], k), cell(e, sends)
		writeRow(out, widths, cells)
		cells[e.Node] = ""
		return nil
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// writeRow writes cells in columns, without blanks at the end.
func writeRow(out *bufio.Writer, widths []int, cells []string) {
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteString("  ")
		}
		fmt.Fprintf(&b, "%-*s", widths[i], c)
	}
	fmt.Fprintln(out, strings.TrimRight(b.String(), " "))
}

// cell is an event without its node, with what the node sends: "REQUEST 1 from 2, sends REPLY to 2".
func cell(e event.Event, sends []event.Send) string {
	text := e.Kind.String()
	if e.Kind == event.Receive {
		text = fmt.Sprintf("%s from %d", e.Msg, e.Peer)
	} else if e.Choice != 0 {
		text += " " + strconv.Itoa(e.Choice)
	}
	for k := 0; k < len(sends); {
		message := sends[k].Msg
		var to []string
		for ; k < len(sends) && sends[k].Msg.Equal(message); k++ {
			to = append(to, strconv.Itoa(sends[k].To))
		}
		text += fmt.Sprintf(", sends %s to %s", message, strings.Join(to, ","))
	}
	return text
}
