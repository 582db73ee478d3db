package idioms

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/nest"
)

// Matrices takes loops over the rows of flat arrays apart that do what a library does for all rows at once
// ([loop.MatrixOf]): to add a multiple of one row to each, to add a multiple of each to one, to take the inner product
// of each with one. What a row is multiplied by is computed for all rows before, what an inner product is needed for is
// done for all rows after. It follows [Vectors], which has made vector loops of what is done to one row.
//
//	for r < m {                                         var c []real = dirty(m)
//	  var i int = k + 1 + r                             for r < m {
//	  var ui []real = u[i*n :+ n]                         var i int = k + 1 + r
//	  var f real = ui[k] / p                              var ui []real = u[i*n :+ n]
//	  var d []real = ui[k+1 :+ w]                         var f real = ui[k] / p
//	  for vector j < len(d) {                             c[r] = f
//	    d[j] += -(f * uk[j])                     →      }
//	  }                                                 var at int = (k + 1) * n + k + 1
//	}                                                   for vector r < len(c) {
//	                                                      var d []real = u[r*n + at :+ w]
//	                                                      var f real = c[r]
//	                                                      for vector j < len(d) {
//	                                                        d[j] += -(f * uk[j])
//	                                                      }
//	                                                    }
//
// Elements get the same bits, except for sums, which are in the order of the library: see [Vectors].
//
// Fast allows what changes the last bits. It reports whether it has changed the function: what is left of a loop writes
// to no row, so that what rows share can move out.
func Matrices(f *loop.Func, fast bool) bool {
	m := &matrixMaker{Surroundings: nest.SurroundingsIn(f), rows: nest.RowsIn(f), fast: fast,
		lets: map[*loop.Var]*loop.Expr{}}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && !m.In.Mutable(l.Var) {
			m.lets[l.Var] = l.Rhs
		}
	})
	m.findFits(f.Body[:m.In.Prologue()])
	m.block(&f.Body)
	return m.done
}

// matrixShort is the constant number of rows up to which loops are left alone, matrixBody bounds the statements that
// are compared with each other.
const (
	matrixShort = 4
	matrixBody  = 24
)

type matrixMaker struct {
	*nest.Surroundings
	rows *nest.Rows
	fast bool
	done bool
	lets map[*loop.Var]*loop.Expr // of variables that do not change
	fits []fit
}

func (m *matrixMaker) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		l, counted := s.(*loop.For)
		if counted {
			m.Enter(l)
		}
		m.Blocks(s, m.block)
		if counted {
			m.Leave(l)
			if parts := m.split(l); parts != nil {
				out = append(out, parts...)
				m.done = true
				continue
			}
		}
		out = append(out, s)
	}
	*b = out
}

// split is a loop as loops over rows with what comes before and after, or nil.
func (m *matrixMaker) split(l *loop.For) []loop.Stmt {
	if l.Vector || l.Par != nil || !l.N.IsAtom() || !m.In.Fixed(l.N) || l.N.IsConst() && l.N.I <= matrixShort ||
		len(l.Body) > matrixBody {
		return nil
	}
	l, undo := m.fromZero(l)
	s := &matrixSplit{matrixMaker: m, l: l, inside: map[*loop.Var]bool{}, group: map[*loop.Var]matrixGroup{},
		declared: map[*loop.Var]*matrixItem{}}
	loop.Walk(l.Body, func(t loop.Stmt) { loop.Declared(t, func(v *loop.Var) { s.inside[v] = true }) })
	if !s.read() || !s.sort() || !s.apart() {
		undo()
		return nil
	}
	out := s.build()
	if out == nil {
		undo()
	}
	return out
}
