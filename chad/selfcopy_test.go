package chad_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// What a loop has built where it belongs is not stored there again under another name.
func TestNoSelfCopies(t *testing.T) {
	m, err := chad.Parse("rows.chad", []byte(`
def f [n] (x : [n]real) : real =
  loop s = 2.0 for i < n do
    loop t = s * x[i] for j < n do
      let u = loop u = t * x[j] while u > 1.0 do u * x[i] * 0.5 in u + t * 0.1`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	text, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: "lowered"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := loop.Read("placed", sections(t, text)[0].program)
	if err != nil {
		t.Fatal(err)
	}
	names, rows := map[*loop.Var]*loop.Expr{}, 0
	var whole func(e *loop.Expr) *loop.Expr
	whole = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.VarExpr && names[e.Var] != nil {
			return whole(names[e.Var])
		}
		return e.MapArgs(whole)
	}
	loop.Walk(p.Funcs[0].Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			if s.Rhs.Kind == loop.IndexExpr && s.Var.Type.IsArray() {
				names[s.Var] = s.Rhs
				rows++
			}
		case *loop.Assign:
			for i, l := range s.Lhs {
				if loop.Equal(whole(l), whole(s.Rhs[i])) {
					t.Errorf("a place is stored in itself:\n%s", p)
				}
			}
		case *loop.Copy:
			if loop.Equal(whole(s.Dst), whole(s.Src)) {
				t.Errorf("an array is copied to itself:\n%s", p)
			}
		}
	})
	if rows == 0 {
		t.Errorf("no row has a name:\n%s", p)
	}
}
