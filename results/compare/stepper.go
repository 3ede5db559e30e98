package compare

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/statespace"
)

// mostLoops is after how many turns in the steps from one state a loop of a handler is ended.
const mostLoops = 20_000

var (
	activeProcess = regexp.MustCompile(`\bactive\s+proctype\s+(\w+)`)
	processHead   = regexp.MustCompile(`\bproctype\s+(\w+)\s*\(\s*\)`)
	initHead      = regexp.MustCompile(`\binit\s*\{`)
)

// mostNumbers is how many numbers of a printed line are kept.
const mostNumbers = 4

// stepHead is how many numbers come before the variables in what a stepper writes of a step: its state's row, the predicates that it
// violates, and its event.
const stepHead = 3 + mostNumbers

// stepper is a model whose processes take one step from each state that embedded C loads, but for those that assert
// something.  The assertions of the predicates write down that they failed.  formats are what its events print.
func stepper(source []byte, all []stepPredicate, variables []reference.Variable) (model []byte, formats []string) {
	var b strings.Builder
	fmt.Fprintf(&b, "byte mx_turn, mx_failed; int mx_next, mx_label, mx_numbers[%d];\n", mostNumbers)
	fmt.Fprintf(&b, "c_decl { static int %s, mx_loops; static int mx_endless(void) { return mx_loops++ > %d; } }\n", statespace.InvalidIndex, mostLoops)
	handler, depth := false, 0 // behind inline or d_step, and how many braces are open since then
	tokens := slices.Collect(promela.Tokens(source))
	for k, t := range tokens {
		word := ""
		if t.Kind == promela.Word {
			word = t.Text
		}
		switch {
		case word == "inline" || word == "d_step":
			handler = handler || depth == 0
		case t.Text == "{" && (handler || depth > 0):
			handler = false
			depth++
		case t.Text == "}" && depth > 0:
			depth--
		}
		switch {
		case word == "active":
		case word == "short":
			// A message too many would make the number negative that holds a link's messages as its digits, and a
			// handler would look for its last digit for ever.  The assertion writes down that there is one too many.
			b.WriteString("int")
		case word == "printf":
			format, numbers := promela.Printed(tokens[k+1:])
			formats = append(formats, format)
			fmt.Fprintf(&b, "mx_turn = 2; mx_label = %d; ", len(formats)-1)
			for n, number := range numbers[:min(len(numbers), mostNumbers)] {
				fmt.Fprintf(&b, "mx_numbers[%d] = %s; ", n, number)
			}
			b.WriteString("printf")
		case word == "do" && depth > 0: // in a state that no run reaches, it may not end
			fmt.Fprintf(&b, "do :: c_expr { (mx_endless() == 1) } -> mx_failed = mx_failed | %d; break\n", undefined)
		default:
			b.WriteString(t.Text)
		}
	}
	taking := map[string]bool{}
	for _, m := range activeProcess.FindAllSubmatch(source, -1) {
		taking[string(m[1])] = true
	}
	for _, c := range promela.Checks(source, nil, nil) {
		if strings.Contains(c.Text, "assert") {
			delete(taking, c.Process)
		}
	}
	text := processHead.ReplaceAllStringFunc(b.String(), func(head string) string {
		if name := processHead.FindStringSubmatch(head)[1]; taking[name] {
			return "active proctype " + name + "() provided (mx_turn == 1)"
		}
		return head
	})
	text = initHead.ReplaceAllLiteralString(text, "active proctype mx_init() provided (mx_turn == 1) {")
	failing := func(macro string, bit int) {
		definition := regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+` + macro + `\((?:[^\n]*\\\r?\n)*[^\n]*$`)
		text = definition.ReplaceAllLiteralString(text, fmt.Sprintf("#define %s(condition)\tmx_failed = mx_failed | ((condition) -> 0 : %d)", macro, bit))
	}
	failing(noOverflow, overflow)
	for p, one := range all {
		failing(one.macro, 1<<p)
	}
	b.Reset()
	b.WriteString(text)
	fmt.Fprintf(&b, `
/* Takes every step from states from a file: embedded C loads them. */
c_decl {
	\#include <stdio.h>
	\#include <stdlib.h>
	static unsigned int (*mx_rows)[%[1]d], mx_to[%[2]d + %[1]d];
	static int mx_count;
	static FILE *mx_steps;
	static void mx_read(void)
	{	FILE *f = fopen("states", "rb");
		fseek(f, 0, SEEK_END);
		mx_count = ftell(f) / sizeof *mx_rows;
		rewind(f);
		mx_rows = malloc(sizeof *mx_rows * (mx_count + 1));
		mx_count = fread(mx_rows, sizeof *mx_rows, mx_count, f);
		fclose(f);
		mx_steps = fopen("truths", "wb");
	}
}

active proctype mx_step()
{
	c_code { mx_read(); };
end:	do
	:: d_step {
		mx_turn == 0 && c_expr { now.mx_next < mx_count } ->
		c_code {
			mx_loops = 0;
`, len(variables), stepHead)
	for k, v := range variables {
		fmt.Fprintf(&b, "\t\t\tnow.%s = mx_rows[now.mx_next][%d];\n", v.Name, k)
	}
	b.WriteString("\t\t};\n")
	for _, v := range variables {
		if v.Phase {
			fmt.Fprintf(&b, "\t\t%[1]s = (%[1]s == 0 -> IDLE : (%[1]s == 1 -> WAIT : CS));\n", v.Name)
		}
	}
	b.WriteString(`		mx_turn = 1
	   }
	:: d_step { mx_turn == 0 && c_expr { now.mx_next < mx_count - 1 } -> mx_next++ }
	:: d_step {
		mx_turn == 2 ->
`)
	for _, v := range variables {
		if v.Phase {
			fmt.Fprintf(&b, "\t\t%[1]s = (%[1]s == IDLE -> 0 : (%[1]s == WAIT -> 1 : 2));\n", v.Name)
		}
	}
	b.WriteString("\t\tc_code {\n\t\t\tmx_to[0] = now.mx_next; mx_to[1] = now.mx_failed; mx_to[2] = now.mx_label;\n")
	fmt.Fprintf(&b, "\t\t\tif (%[1]s) mx_to[1] |= %[2]d;\n\t\t\t%[1]s = 0;\n", statespace.InvalidIndex, undefined)
	for n := range mostNumbers {
		fmt.Fprintf(&b, "\t\t\tmx_to[%d] = now.mx_numbers[%d];\n", 3+n, n)
	}
	for k, v := range variables {
		fmt.Fprintf(&b, "\t\t\tmx_to[%d] = now.%s;\n", stepHead+k, v.Name)
	}
	b.WriteString(`			fwrite(mx_to, sizeof mx_to, 1, mx_steps);
			fflush(mx_steps);
		};
		mx_turn = 3
	   }
	od
}
`)
	return []byte(b.String()), formats
}
