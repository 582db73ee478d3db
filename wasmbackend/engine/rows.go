package engine

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// A Row is a slice in an innermost loop that begins at a multiple of the variable of the loop, and at what does not
// change: its address moves with the loop. wazero would compute it again, an instruction for each operation.
//
//	for i < n {
//	  var a []real = x[(t + i) * 3:+3]
type Row struct {
	Var    *loop.Var  // the slice
	Stride int64      // bytes
	From   *loop.Expr // the slice, by what does not change and the variable of the loop
}

// Rows finds such slices in the body of a loop, in its order.
func Rows(e *facts.View, s *loop.For) (out []Row) {
	if !facts.Innermost(s.Body) {
		return nil
	}
	l := &linear{e: e, loop: s.Var, defs: map[*loop.Var]*loop.Expr{}, changes: map[*loop.Var]bool{}}
	loop.Walk(s.Body, func(t loop.Stmt) {
		loop.Declared(t, func(v *loop.Var) { l.changes[v] = true })
		switch t := t.(type) {
		case *loop.Append:
			l.changes[t.Var] = true
		case *loop.AddTo:
			if t.Lhs.Kind == loop.VarExpr {
				l.changes[t.Lhs.Var] = true
			}
		case *loop.Assign:
			for _, x := range t.Lhs {
				if x.Kind == loop.VarExpr {
					l.changes[x.Var] = true
				}
			}
		}
	})
	for _, t := range s.Body {
		t, ok := t.(*loop.Let)
		if !ok || e.Assigned.Has(t.Var) {
			continue
		}
		if t.Var.Type == loop.IntType {
			l.defs[t.Var] = t.Rhs
			continue
		}
		x := t.Rhs
		if x.Kind != loop.SliceExpr || x.Args[0].Kind != loop.VarExpr || l.changes[x.Args[0].Var] ||
			x.Args[0].Var.Flat != nil || e.Grown[t.Var] ||
			e.IsTable(x.Args[0].Var) || t.Var.Flat != nil {
			continue
		}
		c, from, ok := l.read(x.Args[1], 0)
		if !ok || c == 0 || from.Size < 3 { // an addition or two are as cheap
			continue
		}
		out = append(out, Row{t.Var, c * facts.SizeOf(x.Type.Elem()), loop.Slice(x.Args[0], from, x.Args[2])})
	}
	return out
}

// linear reads ints as multiples of the variable of a loop, and what does not change in it.
type linear struct {
	e       *facts.View
	loop    *loop.Var
	defs    map[*loop.Var]*loop.Expr // of ints that every iteration declares
	changes map[*loop.Var]bool
}

// read is the factor of the variable in x, and x without variables that the loop declares.
func (l *linear) read(x *loop.Expr, depth int) (factor int64, from *loop.Expr, ok bool) {
	const most = 1 << 20
	switch x.Kind {
	case loop.ConstExpr:
		return 0, x, true
	case loop.VarExpr:
		if x.Var == l.loop {
			return 1, x, true
		}
		if d := l.defs[x.Var]; d != nil && depth < 8 {
			return l.read(d, depth+1)
		}
		return 0, x, !l.changes[x.Var] && l.e.Declared(x.Var)
	case loop.PrimExpr:
		if len(x.Args) != 2 {
			return 0, nil, false
		}
		a, p, okA := l.read(x.Args[0], depth+1)
		b, q, okB := l.read(x.Args[1], depth+1)
		if !okA || !okB {
			return 0, nil, false
		}
		switch x.Prim.Name {
		case "iadd":
			factor = a + b
		case "isub":
			factor = a - b
		case "imul":
			switch {
			case a == 0 && b == 0:
			case q.IsConst() && q.I > -most && q.I < most:
				factor = a * q.I
			case p.IsConst() && p.I > -most && p.I < most:
				factor = b * p.I
			default:
				return 0, nil, false
			}
		default:
			return 0, nil, false
		}
		if factor < -most || factor > most {
			return 0, nil, false
		}
		return factor, loop.Prim(x.Prim, p, q), true
	}
	return 0, nil, false
}
