package opt

import (
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// unlooped replaces the loops of a block by branches with their bodies, and drops statements of a kind.
func unlooped(block []loop.Stmt, without Parts) []loop.Stmt {
	var out []loop.Stmt
	for _, s := range block {
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = unlooped(*b, without) })
		if without&Loops != 0 {
			switch l := s.(type) {
			case *loop.For:
				zero := &loop.Let{Var: l.Var, Rhs: loop.IntConst(0)}
				s = &loop.If{Cond: loop.BoolConst(true), Then: append([]loop.Stmt{zero}, l.Body...)}
			case *loop.While:
				out = append(out, l.Head...)
				s = &loop.If{Cond: l.Cond, Then: l.Body}
			}
		}
		switch s := s.(type) {
		case *loop.AddTo:
			if without&Adds != 0 || without&Renewed != 0 && s.Lhs.Kind == loop.VarExpr {
				continue
			}
		case *loop.Assign:
			if without&Renewed != 0 && s.Lhs[0].Kind == loop.VarExpr {
				continue
			}
		case *loop.Copy:
			if without&Copies != 0 {
				continue
			}
		case *loop.Append:
			if without&Appends != 0 {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// A pass changes nothing in functions that have not all that it needs.
func TestNeeds(t *testing.T) {
	tried := 0
	for _, pass := range Passes() {
		for seed := uint64(0); seed < 20 && pass.Needs != 0; seed++ {
			p, err := loop.Read("random", randomLoops(seed, seed%2 == 0))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range p.Funcs {
				f.Body = unlooped(f.Body, pass.Needs&^(Allocs|Zeroed|Views))
				if contentsOf(f).parts&pass.Needs == pass.Needs {
					continue // it has arrays, which is all that is needed
				}
				one := &loop.Program{Funcs: []*loop.Func{f}, Cells: p.Cells}
				before := one.String()
				pass.Run(one, &Options{Kernels: true, Jam: true, FastMath: true})
				if after := one.String(); after != before {
					t.Errorf("%s, seed %d: does something without what it says it needs:\n%s\nafter:\n%s", pass.Name, seed, before, after)
				}
				tried++
			}
		}
	}
	if tried < 700 {
		t.Errorf("only %d functions", tried)
	}
}
