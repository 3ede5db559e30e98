package pancode

import (
	"strings"
	"testing"
)

// FuzzDSteps reads anything as pan.m and pan.c: each edit changes a line that is there, and the edited text needs none.
func FuzzDSteps(f *testing.F) {
	const begins = "\tcase 3: // STATE 6 - m.pml:4 - [D_STEP4]\n"
	f.Add(begins+"\t\tif (!(((boq == -1 && (((int)now.s)>9)))))\n\t\t\tcontinue;\n\n\t\tsv_save();\n\t\tS_003_0: /* 2 */\nS_000_0: /* 2 */\n\t\tnow.s = 1;\n\t\tgoto S_004_0;\n"+
		"S_003_1: /* 3 */\nS_001_0: /* 2 */\n\t\tif (!((((int)now.s)>9)))\n\t\t\tgoto S_003_2;\n\nS_003_2: /* 3 */\n\tcase 4: // STATE 7\n", "")
	f.Add(begins+"\t\t/* default 259 */\n\t\t\n\n\t\tsv_save();\n\t\tS_003_0: /* 2 */\n", "\t\tnow.c[0] = addqueue(calling_pid, 1, 1);\n")
	f.Fuzz(func(t *testing.T, moves, code string) {
		d := dStepsOf([]byte(moves), []byte(code))
		lines := strings.SplitAfter(moves, "\n")
		for _, e := range d.edits {
			if !strings.Contains(lines[e.Line-1], e.Old) {
				t.Fatalf("%+v of %q", e, lines[e.Line-1])
			}
			lines[e.Line-1] = strings.Replace(lines[e.Line-1], e.Old, e.New, 1)
		}
		if again := dStepsOf([]byte(strings.Join(lines, "")), []byte(code)); len(again.edits) > 0 && len(again.edits) >= len(d.edits) && !strings.Contains(moves, "default") {
			t.Errorf("%+v, and then %+v", d.edits, again.edits)
		}
	})
}
