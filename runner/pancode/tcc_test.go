package pancode

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestMiscompiled(t *testing.T) {
	for code, want := range map[string]bool{
		"if (!((1||((((int)now.x) && 1)||((int)now.y)))))":                             true,
		"if (!(((2==3)&&(((((int)now.x)||0)&&((int)now.y))))))":                        true,
		"if (!((((((int)now.x)&&(1<1)))&&((((int)now.x)||0)&&((int)now.y)))))":         true,
		"if (!(( (0) ? ((((int)now.x)&&1)) : (1) )||((int)now.y)))":                    true,
		"if (!((((int)now.x)&&( (((int)now.y)) ? ((2==3)) : (0) ))))":                  true,
		"if (!((1||((((int)now.x)==2)&&(((int)now.y)<1)))))":                           false,
		"if (!(( (( (now.x) ? (0) : (1) )) ? (now.x) : (now.y) )))":                    true,
		"if (!(boq == -1 && 1))":                                                       false,
		"if (!(((((int)now.x)&&1)||((int)now.y))))":                                    false,
		"if (!(((1==1)||((((int)now.x)<3)||((((int)now.x)==3)&&(1<1))))))":             false,
		"x = ( (((int)now.y)==1 && z) ? (1) : (((int)now.z)) );":                       false,
		"case 3: // STATE 1 - f.pml:2 - [((x&&y))] (0:0:0 - 1)":                        false,
		"spin_assert(((int)now.x)&&1, \"1 || ((x && 1) || y)\", II, tt, t); // x && y": false,
		"((((int)now.x)==1)&&":                                                         false,
		"))&&((":                                                                       false,
		"\"&&":                                                                         false,
		"":                                                                             false,
	} {
		if got := miscompiled(code); got != want {
			t.Errorf("%s: %t", code, got)
		}
	}
}

// TestMiscompiledByTcc compiles random conditions with tcc and with gcc: each that tcc compiles wrongly is noticed.
func TestMiscompiledByTcc(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	conditions := make([]string, 6000)
	var code strings.Builder
	code.WriteString("#include <stdio.h>\nint x, y;\n")
	for k := range conditions {
		conditions[k] = randomCondition(random, 3+random.IntN(5))
		fmt.Fprintf(&code, "int f%d(void) { for (;;) { if (!(%s)) return 0; return 1; } }\n", k, conditions[k])
	}
	code.WriteString("int (*f[])(void) = {")
	for k := range conditions {
		fmt.Fprintf(&code, "f%d, ", k)
	}
	fmt.Fprintf(&code, "};\nint main(void) { for (int k = 0; k < %d; k++, puts(\"\")) for (x = 0; x < 2; x++) for (y = 0; y < 2; y++) printf(\"%%d\", f[k]()); return 0; }\n", len(conditions))
	tcc, gcc := truths(t, "tcc", code.String()), truths(t, "gcc", code.String())
	wrong := 0
	for k, c := range conditions {
		if tcc[k] == gcc[k] {
			continue
		}
		wrong++
		if !miscompiled("if (!(" + c + "))") {
			t.Errorf("%s: tcc has %s, gcc %s", c, tcc[k], gcc[k])
		}
	}
	t.Logf("tcc compiles %d of %d conditions wrongly", wrong, len(conditions))
}

// randomCondition is a random condition of x and y.
func randomCondition(random *rand.Rand, operands int) string {
	negated := func(one string) string {
		if random.IntN(3) == 0 {
			return "!(" + one + ")"
		}
		return "(" + one + ")"
	}
	if operands == 1 {
		leaves := []string{"0", "1", "x==1", "y==0", "1<2", "2==3", "x", "x<y", "y&&1", "x||0"}
		return negated(leaves[random.IntN(len(leaves))])
	}
	first := 1 + random.IntN(operands-1)
	a, b := randomCondition(random, first), randomCondition(random, operands-first)
	switch random.IntN(12) {
	case 0:
		return negated(a + " ? " + b + " : " + randomCondition(random, 1))
	case 1:
		return negated(a + "+" + b)
	case 2:
		return negated(a + "==" + b)
	}
	return negated(a + []string{"&&", "||"}[random.IntN(2)] + b)
}

// truths are the lines that a program prints.
func truths(t *testing.T, compiler, code string) []string {
	t.Helper()
	dir := t.TempDir()
	source, program := filepath.Join(dir, "conditions.c"), filepath.Join(dir, "conditions")
	if err := os.WriteFile(source, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-w", "-o", program, source).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", compiler, err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

func FuzzMiscompiled(f *testing.F) {
	f.Add("if (!((1||((((int)now.x)==2)&&(((int)y)<1)))))")
	f.Fuzz(func(_ *testing.T, code string) { miscompiled(code) })
}
