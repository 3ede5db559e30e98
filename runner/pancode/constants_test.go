package pancode

import "testing"

func TestConstantConditions(t *testing.T) {
	for code, want := range map[string]bool{
		"if (!((1||((((int)now.x)==2)&&(((int)y)<1)))))": true,
		"if (!(((3==3)||(((int)now.x)==2))))":            true,
		"if (!((((int)now.x)==2)||(1<2)))":               true,
		"if (!((((int)now.x)==2) && 0))":                 true,
		"if (!((((int)now.x)==2) && !(0)))":              true,
		"x = ( (1) ? (((int)y)) : (2) );":                true,
		"x = ( ((1==2)) ? (((int)y)) : (2) );":           true,
		"if (!((((int)now.x)==2)||(((int)now.y)==1)))":   false,
		"if (!((q_len(1)==0)&&(((int)now.x)==1)))":       false,
		"if (boq == -1 && q_full(now.c))":                false,
		"x = ( (((int)now.y)==1) ? (1) : (2) );":         false,
		"if (!(((int)now.x)))":                           false,
		"((((int)now.x)==1)&&":                           false,
		"&&":                                             false,
		"":                                               false,
	} {
		if got := hasConstantOperand(code); got != want {
			t.Errorf("%s: %t", code, got)
		}
	}
}

func FuzzConstantConditions(f *testing.F) {
	f.Add("if (!((1||((((int)now.x)==2)&&(((int)y)<1)))))")
	f.Fuzz(func(_ *testing.T, code string) { hasConstantOperand(code) })
}
