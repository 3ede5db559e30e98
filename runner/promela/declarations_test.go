package promela

import (
	"reflect"
	"testing"
)

func TestDeclarations(t *testing.T) {
	got := Declarations([]byte(`mtype = { A, B };
#define byte_size 3
typedef Row { byte by[3]; bool full, empty = true };
byte x = 1, y[2];
mtype phase[3] = A;
Row row[2];
unsigned z : 3;
inline f(i) { byte local; x = i }
active proctype p() { int other; d_step { f(1) } }
short last /* int */;`))
	want := []Declaration{
		{3, "byte", "Row.by"}, {3, "bool", "Row.full"}, {3, "bool", "Row.empty"}, {4, "byte", "x"}, {4, "byte", "y"},
		{5, "mtype", "phase"}, {7, "unsigned", "z"}, {10, "short", "last"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}
