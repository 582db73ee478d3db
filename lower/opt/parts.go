package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// Parts are kinds of statements. Straight-line code, of which there can be very much, has none of them, so that most passes need not look at it.
type Parts uint8

// The kinds of statements that passes are about.
const (
	Loops   Parts = 1 << iota // For and While
	Allocs                    // Alloc
	Copies                    // Copy
	Appends                   // Append
	Adds                      // AddTo
	Zeroed                    // Alloc or Clear
	Renewed                   // Assign or AddTo of a variable
	Views                     // a Let of a slice
)

// partsOf finds what f has.
func partsOf(f *loop.Func) (p Parts) {
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			if s.Rhs.Kind == loop.SliceExpr {
				p |= Views
			}
		case *loop.For, *loop.While:
			p |= Loops
		case *loop.Alloc:
			p |= Allocs | Zeroed
		case *loop.Clear:
			p |= Zeroed
		case *loop.AddTo:
			p |= Adds
			if s.Lhs.Kind == loop.VarExpr {
				p |= Renewed
			}
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					p |= Renewed
				}
			}
		case *loop.Copy:
			p |= Copies
		case *loop.Append:
			p |= Appends
		}
	})
	return p
}

// only is a program of those functions of p that have all that a pass needs.
func (o *Options) only(needs Parts, p *loop.Program) *loop.Program {
	if needs == 0 {
		return p
	}
	q := &loop.Program{Cells: p.Cells, Funcs: make([]*loop.Func, 0, len(p.Funcs))}
	for _, f := range p.Funcs {
		if o.partsOf(f)&needs == needs {
			q.Funcs = append(q.Funcs, f)
		}
	}
	return q
}
