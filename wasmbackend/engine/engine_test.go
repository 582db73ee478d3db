package engine

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// view is what there is to know of the first function of a program of loops.
func view(t *testing.T, body string) *facts.View {
	t.Helper()
	p, err := loop.Read("f", "export func f(x []real, n int, c real, out y []real) {\n"+body+"\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[0]
	no := func(*syntax.Op) bool { return false }
	return facts.NewView(&facts.View{Fn: f, Survey: facts.SurveyOf(f, no), Ranges: facts.NewRanges(f, nil), Checked: true,
		IsMath: no, Declared: func(*loop.Var) bool { return true }, IsTable: func(*loop.Var) bool { return false }})
}

// The address of an array moves with a loop that uses it in every iteration, at its variable plus a constant.
func TestMoving(t *testing.T) {
	e := view(t, "for i < n {\nvar k int = 2 * i\ny[i + 1] = x[i]\nif c > 0.0 {\ny[i] = c\n}\n}")
	m := Moving(e, e.Fn.Body[0].(*loop.For))
	if len(m.Order) != 2 || m.Order[0].Name != "y" || m.Arrays[m.Order[0]].Bias != 0 || m.Arrays[m.Order[1]].Size != 8 {
		t.Errorf("%+v", m)
	}
	e = view(t, "for i < n {\nif c > 0.0 {\ny[i] = c\n}\n}")
	if m := Moving(e, e.Fn.Body[0].(*loop.For)); len(m.Arrays) != 0 {
		t.Errorf("%+v, which not every iteration needs", m)
	}
}

// A slice that begins at a multiple of the variable of a loop, and at more than an addition away, moves with it.
func TestRows(t *testing.T) {
	e := view(t, "for i < n {\nvar a []real = x[(n + i) * 3:+3]\ny[i] = a[0]\n}")
	rows := Rows(e, e.Fn.Body[0].(*loop.For))
	if len(rows) != 1 || rows[0].Var.Name != "a" || rows[0].Stride != 24 {
		t.Errorf("%+v", rows)
	}
}

// Of accesses from one address the farthest is checked first, but none behind what may fail.
func TestTouches(t *testing.T) {
	reach := func(x *loop.Expr) (Base, int64, bool) {
		return Base{Array: x.Args[0].Var}, 8 * (x.Args[1].I + 1), x.Args[1].IsConst()
	}
	e := view(t, "y[0] = x[0]\ny[1] = x[2]\ncheck n == 1, \"n\"\ny[2] = x[5]")
	got := Touches(e.Fn.Body, reach)
	ends := map[string]int64{}
	for _, u := range got[0] {
		ends[u.Array.Name] = u.End
	}
	if len(got) != 1 || ends["x"] != 24 || ends["y"] != 16 {
		t.Errorf("%+v", got)
	}
}

// A constant that a long function uses often becomes a local.
func TestShareConstants(t *testing.T) {
	code := make([]encode.Instr, longCode)
	for i := range code {
		code[i] = encode.F64Of(float64(i / usesConstant))
	}
	first := ShareConstants(code, func() int { return 7 })
	if len(first) != 2*(longCode/usesConstant) || code[0].Op != encode.LocalGet || code[0].A != 7 || code[longCode-1].Op != encode.F64Const {
		t.Errorf("%d, %v", len(first), code[:3])
	}
	if ShareConstants(code[:longCode-1], nil) != nil {
		t.Error("a short function has locals for constants")
	}
}
